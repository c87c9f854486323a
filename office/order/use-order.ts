import { useQuery } from '@tanstack/react-query';
import { officeGetCustomer } from '#contract/office/customers/customers.ts';
import { officeGetOrder } from '#contract/office/orders/orders.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

/** One order; read again on every event of the live stream, and every ten seconds. Undefined: nothing is read. */
export function useOrder(id: string | undefined) {
  const api = useApi();
  const { locale } = useTranslation();
  return useQuery({
    queryKey: [...keys.order(id ?? ''), locale],
    queryFn: async ({ signal }) => {
      const { data } = await api(officeGetOrder, { params: { id: id ?? '' }, signal });
      return { order: data.attributes, serverOffsetMs: Date.parse(data.attributes.server_time) - Date.now() };
    },
    refetchInterval: 10_000,
    enabled: id !== undefined,
  });
}

/** The customer of an order; under the order's query key, so that both are read again together. */
export function useCustomer(id: string | undefined) {
  const api = useApi();
  const { locale } = useTranslation();
  return useQuery({
    queryKey: [...keys.order(id ?? ''), 'customer', locale],
    queryFn: async ({ signal }) => (await api(officeGetCustomer, { params: { id: id ?? '' }, signal })).data.attributes,
    enabled: id !== undefined,
  });
}
