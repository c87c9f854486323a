import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { matchesQuery } from '#core/payment-system/search.ts';
import { textsOf } from './directions-store.ts';

/** Which payment systems of the list are meant. */
export interface SystemFilter {
  readonly q?: string | undefined;
  readonly kind?: string | undefined;
  readonly currency?: string | undefined;
  readonly rail?: string | undefined;
  readonly stage?: string | undefined;
  readonly open?: string | undefined;
}

const isOrAny = (wanted: string | undefined, value: string): boolean => wanted === undefined || wanted === value;

/** The payment systems that a filter finds. */
export const filterSystems = (systems: readonly PaymentSystem[], filter: SystemFilter): readonly PaymentSystem[] =>
  systems.filter(
    (system) =>
      isOrAny(filter.kind, system.kind) &&
      isOrAny(filter.currency, system.currency) &&
      isOrAny(filter.rail, system.rail) &&
      isOrAny(filter.stage, system.stage) &&
      isOrAny(filter.open, system.incomeEnabled || system.outcomeEnabled ? 'yes' : 'no') &&
      matchesQuery(textsOf(system), filter.q ?? ''),
  );
