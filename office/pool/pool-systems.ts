import { useQuery } from '@tanstack/react-query';
import type { output } from 'zod/mini';
import { officeListPoolSystems } from '#contract/office/money/pool.ts';
import type { RequisiteFieldAttributes } from '#contract/public/payment-systems.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';

export interface PoolSystem {
  readonly code: string;
  readonly name: string;
  readonly currency_iso_code: string;
  readonly fields: readonly output<typeof RequisiteFieldAttributes>[];
  /** Paid to operators' requisites now; false: it can be switched to that once it has requisites. */
  readonly is_manual: boolean;
  readonly needs_owner: boolean;
  readonly needs_bank: boolean;
  readonly needs_second_person: boolean;
}

/** Payment systems with their requisite fields, manual ones first; undefined: not loaded. */
export function usePoolSystems(): readonly PoolSystem[] | undefined {
  const api = useApi();
  const { data } = useQuery({
    queryKey: keys.poolSystems(),
    queryFn: async ({ signal }) =>
      (await api(officeListPoolSystems, { signal })).data
        .map(({ id, attributes }) => ({ code: id, ...attributes }))
        .toSorted((system, other) => Number(other.is_manual) - Number(system.is_manual)),
  });
  return data;
}

/** Systems that are paid to operators' requisites now. */
export const useManualSystems = (): readonly PoolSystem[] => (usePoolSystems() ?? []).filter((system) => system.is_manual);
