import type { Fraction } from './money/fraction.ts';
import type { Instant } from './time.ts';

export interface Fee {
  readonly kind: 'service' | 'fixed' | 'network' | 'slot';
  readonly side: 'income' | 'outcome';
  /** Minor units of its side. */
  readonly amount: bigint;
}

/** The numbers of one exchange, bound to both sides while it lives (domain 3). Amounts in minor units of their side's payment system. */
export interface Quote {
  readonly incomeCode: string;
  readonly outcomeCode: string;
  readonly incomeAmount: bigint;
  readonly outcomeAmount: bigint;
  /** Outcome per one income, in whole units, everything included. */
  readonly rate: Fraction;
  readonly rateType: 'fixed' | 'floating';
  /** Market price of the same moment, outcome per one income, in whole units. */
  readonly referenceRate: Fraction;
  readonly fees: readonly Fee[];
  readonly slotId: string | null;
  /** Which stored set of market prices it was made from. */
  readonly snapshotId: string;
  readonly isDemo: boolean;
  readonly createdAt: Instant;
  /** Shown until then; accepted for `QUOTE_GRACE_MS` more when nothing moved. */
  readonly expiresAt: Instant;
}

export const QUOTE_SHOWN_MS = 30_000;
export const QUOTE_GRACE_MS = 60_000;
