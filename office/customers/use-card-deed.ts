import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { keys } from '#office/api/keys.ts';
import { statusOf } from '#office/api/use-api.ts';

/** Does something about a customer, once: the key stays until the server has answered; his card and the lists are read again. */
export function useCardDeed<Given>(deed: (given: Given, idempotencyKey: string) => Promise<unknown>, onDone: () => void) {
  const queries = useQueryClient();
  const key = useRef<string | null>(null);
  return useMutation({
    mutationFn: (given: Given) => {
      key.current ??= crypto.randomUUID();
      return deed(given, key.current);
    },
    onSuccess: onDone,
    onSettled: (_, error) => {
      if (statusOf(error) !== 0) key.current = null;
      void queries.invalidateQueries({ queryKey: keys.customers() });
      void queries.invalidateQueries({ queryKey: keys.blacklist() });
      void queries.invalidateQueries({ queryKey: keys.earnings() });
    },
  });
}
