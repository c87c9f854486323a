import type { Fraction } from '#core/money/fraction.ts';
import type { Instant } from '#core/time.ts';

export interface Fee {
  readonly kind: 'service' | 'fixed' | 'network' | 'slot';
  readonly side: 'income' | 'outcome';
  /** Minor units of its side. */
  readonly amount: bigint;
}

/**
 * The agreed numbers of one exchange, which bind both sides until the quote expires (domain 3). Amounts are in minor units of their side's
 * payment system.
 */
export interface Quote {
  readonly incomeCode: string;
  readonly outcomeCode: string;
  readonly incomeAmount: bigint;
  readonly outcomeAmount: bigint;
  /** Outcome per one income, in whole units, everything included. */
  readonly rate: Fraction;
  readonly rateType: 'fixed' | 'floating';
  /** Market price at the same moment, outcome per one income, in whole units. */
  readonly referenceRate: Fraction;
  readonly fees: readonly Fee[];
  readonly slotId: string | null;
  /** The stored set of market prices that it was calculated from. */
  readonly snapshotId: string;
  readonly isDemo: boolean;
  readonly createdAt: Instant;
  /** The quote is shown until then. It is accepted for `QUOTE_GRACE_MS` more if no price has moved. */
  readonly expiresAt: Instant;
}

export const QUOTE_DISPLAY_MS = 30_000;
export const QUOTE_GRACE_MS = 60_000;
