import type { PromisedTime } from '#core/order/promise.ts';
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

/**
 * The time that an exchange is promised in, wherever it is named (domain 5, "Promises"): what it really takes where enough orders say so,
 * else what the owner has set.
 */
export const promisedTime = (measured: Pick<Measured, 'of'>, direction: Direction, slot: Through = null): PromisedTime => {
  const { incomeCode, outcomeCode } = direction;
  const kind = slot?.kind ?? 'custom';
  const median = measured.of({ incomeCode, outcomeCode, kind });
  const set = slot === null || kind === 'custom' ? direction.etaMinutes : slot.etaMinutes;
  return { minutes: median ?? set, isMeasured: median !== null };
};

export const minutesOf = (measured: Pick<Measured, 'of'>, direction: Direction, slot: Through = null): number =>
  promisedTime(measured, direction, slot).minutes;
