import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { keys } from '#office/api/keys.ts';
import { statusOf } from '#office/api/call-failure.ts';

/** One deed about a partner: sent again after a lost answer it is the same deed, and afterwards everything about him is read again. */
export function usePartnerDeed<Answer>(send: (note: string, idempotencyKey: string) => Promise<Answer>, onDone: (answer: Answer) => void) {
  const queries = useQueryClient();
  const key = useRef<string | null>(null);
  return useMutation({
    mutationFn: (note: string) => {
      key.current ??= crypto.randomUUID();
      return send(note, key.current);
    },
    onSuccess: onDone,
    onSettled: (_, error) => {
      if (statusOf(error) !== 0) key.current = null;
      void queries.invalidateQueries({ queryKey: keys.partners() });
      void queries.invalidateQueries({ queryKey: keys.approvals() });
    },
  });
}
