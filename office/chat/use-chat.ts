import { useQuery } from '@tanstack/react-query';
import { officeGetChat, officeListCannedReplies } from '#contract/office/customers/chat.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';

/** Fallback: the live stream says when a chat has changed. */
const POLL_MS = 10_000;

/** Read again after every chat command. */
export const CHAT_QUERIES = [keys.chat()];

/** One chat. */
export function useThread(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: [...keys.chat(), 'one', id],
    queryFn: async ({ signal }) => (await api(officeGetChat, { params: { id }, signal })).data.attributes,
    refetchInterval: POLL_MS,
    enabled: id !== '',
  });
}

/** Canned replies. */
export function useCanned() {
  const api = useApi();
  return useQuery({
    queryKey: [...keys.chat(), 'canned'],
    queryFn: async ({ signal }) => (await api(officeListCannedReplies, { signal })).data,
  });
}
