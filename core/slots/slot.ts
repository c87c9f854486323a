import type { Instant } from '#core/time.ts';

export const SLOT_KINDS = ['express', 'accelerated', 'custom'] as const;
/** `express`: one exact amount, available now; `accelerated`: a range, with priority; `custom`: any amount within the limits (domain 4). */
export type SlotKind = (typeof SLOT_KINDS)[number];

/** Kind and time of the slot that an order has taken. */
export interface TakenSlot {
  readonly kind: SlotKind;
  readonly minutes: number;
}

/** Payout liquidity ready for one direction (domain 4). Amounts in minor units of the outcome side. */
export interface Slot {
  readonly id: string;
  readonly incomeCode: string;
  readonly outcomeCode: string;
  readonly kind: SlotKind;
  /** The exact amount of an express slot, null otherwise. */
  readonly outcomeAmount: bigint | null;
  /** Range of the other kinds; null: the direction's own limit. */
  readonly minOutcomeAmount: bigint | null;
  readonly maxOutcomeAmount: bigint | null;
  /** Surcharge, parts per million of the rate. */
  readonly premiumPpm: number;
  readonly etaMinutes: number;
  readonly createdAt: Instant;
}
