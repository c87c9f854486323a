import type { Direction } from '#core/payment-system/payment-system.ts';
import type { Slot, SlotKind } from '#core/slots/slot.ts';

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

/** What an exchange runs through beside its direction; null: the ordinary way. */
type Through = Pick<Slot, 'kind' | 'etaMinutes'> | null;

const lineOf = ({ incomeCode, outcomeCode }: Direction, slot: Through): Line => ({
  incomeCode,
  outcomeCode,
  kind: slot?.kind ?? 'custom',
});

/**
 * The minutes that an exchange is promised in, wherever they are named (domain 5, "Promises"): a deadline, so what nine in ten kept where
 * enough orders say so, else what the owner has set. Half of all are slower than the median: it is never promised (decision 0068).
 */
export const minutesOf = (measured: Pick<Measured, 'slowOf'>, direction: Direction, slot: Through = null): number =>
  measured.slowOf(lineOf(direction, slot)) ?? (slot === null || slot.kind === 'custom' ? direction.etaMinutes : slot.etaMinutes);

/** What such exchanges usually take; null: too few to say. */
export const usualMinutesOf = (measured: Pick<Measured, 'of'>, direction: Direction, slot: Through = null): number | null =>
  measured.of(lineOf(direction, slot));
