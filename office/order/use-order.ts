import { useQuery } from '@tanstack/react-query';
import { officeGetOrder } from '#contract/office-orders.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { useWords } from '#office/words/Words.tsx';

/** One order with everything about it; read again on every hint, and slowly by itself. */
export function useOrder(id: string) {
  const api = useApi();
  const { locale } = useWords();
  return useQuery({
    queryKey: [...keys.order(id), locale],
    queryFn: async ({ signal }) => {
      const { data } = await api(officeGetOrder, { params: { id }, signal });
      return { order: data.attributes, serverOffsetMs: Date.parse(data.attributes.server_time) - Date.now() };
    },
    refetchInterval: 10_000,
  });
}
