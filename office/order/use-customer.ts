import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { officeGetCustomer, officeNoteCustomer } from '#contract/office-customers.ts';
import type { NoteAudience } from '#core/customer.ts';
import { keys } from '#office/api/keys.ts';
import { statusOf, useApi } from '#office/api/use-api.ts';
import { useWords } from '#office/words/Words.tsx';

/** Under the order's own name: read again with it on every hint. */
const keyOf = (id: string) => [...keys.order(id), 'customer'] as const;

/** Who is behind an order. */
export function useCustomer(id: string) {
  const api = useApi();
  const { locale } = useWords();
  return useQuery({
    queryKey: [...keyOf(id), locale],
    queryFn: async ({ signal }) => (await api(officeGetCustomer, { params: { id }, signal })).data.attributes,
  });
}

/** Keeps a word about him, once: the key stays until the server has answered. */
export function useNoteCustomer(id: string) {
  const api = useApi();
  const queries = useQueryClient();
  const key = useRef<string | null>(null);
  return useMutation({
    mutationFn: ({ note, audience }: { readonly note: string; readonly audience: NoteAudience }) => {
      key.current ??= crypto.randomUUID();
      return api(officeNoteCustomer, { params: { id }, body: { note, audience }, idempotencyKey: key.current });
    },
    onSettled: (_, error) => {
      if (statusOf(error) !== 0) key.current = null;
      void queries.invalidateQueries({ queryKey: keyOf(id) });
      void queries.invalidateQueries({ queryKey: keys.order(id) });
    },
  });
}
