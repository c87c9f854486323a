import { useQuery } from '@tanstack/react-query';
import { officeGetCustomer } from '#contract/office-customers.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { useWords } from '#office/words/Words.tsx';

/** Who is behind an order; under the order's own name: read again with it on every hint. */
export function useCustomer(id: string) {
  const api = useApi();
  const { locale } = useWords();
  return useQuery({
    queryKey: [...keys.order(id), 'customer', locale],
    queryFn: async ({ signal }) => (await api(officeGetCustomer, { params: { id }, signal })).data.attributes,
  });
}
