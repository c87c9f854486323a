import { useQuery } from '@tanstack/react-query';
import { officeListPoolSystems } from '#contract/office-pool.ts';
import type { RequisiteFieldAttributes } from '#contract/payment-systems.ts';
import type { output } from 'zod/mini';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';

export interface PoolSystem {
  readonly code: string;
  readonly name: string;
  readonly currency_iso_code: string;
  readonly fields: readonly output<typeof RequisiteFieldAttributes>[];
  readonly needs_owner: boolean;
  readonly needs_bank: boolean;
  readonly needs_second_person: boolean;
}

/** Payment systems that people receive on. */
export function usePoolSystems(): readonly PoolSystem[] {
  const api = useApi();
  const { data } = useQuery({
    queryKey: keys.poolSystems(),
    queryFn: async ({ signal }) =>
      (await api(officeListPoolSystems, { signal })).data.map(({ id, attributes }) => ({ code: id, ...attributes })),
  });
  return data ?? [];
}
