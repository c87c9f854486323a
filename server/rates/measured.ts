import type { Direction } from '#core/payment-system/payment-system.ts';
import type { SlotKind } from '#core/slots/slot.ts';

/** How long completed orders of one direction and kind took, in the middle. An order without a slot is an ordinary one (`custom`). */
export interface PayoutTime {
  readonly incomeCode: string;
  readonly outcomeCode: string;
  readonly kind: SlotKind;
  /** From the payment seen to the payout done, whole minutes, at least one. */
  readonly medianMinutes: number;
  /** Nine in ten took at most so long. */
  readonly slowMinutes: number;
}

export type Line = Pick<PayoutTime, 'incomeCode' | 'outcomeCode' | 'kind'>;

/** What was measured at one time; another object when something of it is another. */
export interface Measured {
  /** Null where too few orders say anything. */
  of(line: Line): number | null;
  /** What nine in ten kept within. */
  slowOf(line: Line): number | null;
}

/** Minutes that an ordinary exchange is promised in: what it really takes where enough orders say so, else what the owner has set. */
export const minutesOf = (measured: Measured, direction: Direction): number =>
  measured.of({ ...direction, kind: 'custom' }) ?? direction.etaMinutes;
