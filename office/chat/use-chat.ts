import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { officeGetChat, officeListCannedReplies } from '#contract/office/customers/chat.ts';
import { keys } from '#office/api/keys.ts';
import { statusOf } from '#office/api/call-failure.ts';
import { type Api, useApi } from '#office/api/use-api.ts';

/** Hints come by the stream; this is for the case that they do not. */
const POLL_MS = 10_000;

/** One talk; read again on every hint. */
export function useThread(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: [...keys.chat(), 'one', id],
    queryFn: async ({ signal }) => (await api(officeGetChat, { params: { id }, signal })).data.attributes,
    refetchInterval: POLL_MS,
    enabled: id !== '',
  });
}

export function useCanned() {
  const api = useApi();
  return useQuery({
    queryKey: [...keys.chat(), 'canned'],
    queryFn: async ({ signal }) => (await api(officeListCannedReplies, { signal })).data,
  });
}

/** Does something about talks once: the key stays until the server has answered, so that pressing again repeats nothing. */
export function useChatDeed<Input>(deed: (api: Api, input: Input, idempotencyKey: string) => Promise<unknown>, onDone?: () => void) {
  const api = useApi();
  const queries = useQueryClient();
  const key = useRef<string | null>(null);
  return useMutation({
    mutationFn: async (input: Input) => {
      key.current ??= crypto.randomUUID();
      await deed(api, input, key.current);
    },
    onSuccess: () => onDone?.(),
    onSettled: (_, error) => {
      if (statusOf(error) !== 0) key.current = null;
      void queries.invalidateQueries({ queryKey: keys.chat() });
    },
  });
}
