import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { matchesQuery } from '#core/payment-system/search.ts';
import { textsOf } from './directions-store.ts';

/** Filter of the list of payment systems; undefined: any. */
export interface SystemFilter {
  readonly q?: string | undefined;
  readonly kind?: string | undefined;
  readonly currency?: string | undefined;
  readonly rail?: string | undefined;
  readonly stage?: string | undefined;
  readonly open?: string | undefined;
}

const matches = (expected: string | undefined, value: string): boolean => expected === undefined || expected === value;

/** Payment systems that match all conditions of a filter. */
export const filterSystems = (systems: readonly PaymentSystem[], filter: SystemFilter): readonly PaymentSystem[] =>
  systems.filter(
    (system) =>
      matches(filter.kind, system.kind) &&
      matches(filter.currency, system.currency) &&
      matches(filter.rail, system.rail) &&
      matches(filter.stage, system.stage) &&
      matches(filter.open, system.incomeEnabled || system.outcomeEnabled ? 'yes' : 'no') &&
      matchesQuery(textsOf(system), filter.q ?? ''),
  );
