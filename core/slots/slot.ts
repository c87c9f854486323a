import type { Instant } from '#core/time.ts';

export const SLOT_KINDS = ['express', 'accelerated', 'custom'] as const;
/** `express`: one exact amount, ready now; `accelerated`: a range from the priority queue; `custom`: any amount within the limits (domain 4). */
export type SlotKind = (typeof SLOT_KINDS)[number];

/** What a slot that an order holds says of the time. */
export interface HeldSlot {
  readonly kind: SlotKind;
  readonly minutes: number;
}

/** A piece of ready payout liquidity on one direction (domain 4). Amounts in minor units of the outcome side. */
export interface Slot {
  readonly id: string;
  readonly incomeCode: string;
  readonly outcomeCode: string;
  readonly kind: SlotKind;
  /** The exact amount of an express slot, null otherwise. */
  readonly outcomeAmount: bigint | null;
  /** Range of the others; null where the direction's own limit applies. */
  readonly minOutcomeAmount: bigint | null;
  readonly maxOutcomeAmount: bigint | null;
  /** What it costs on top, parts per million of the rate. */
  readonly premiumPpm: number;
  readonly etaMinutes: number;
  readonly createdAt: Instant;
}
