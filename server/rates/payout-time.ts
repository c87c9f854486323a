import type { Direction } from '#core/payment-system/payment-system.ts';
import type { Slot, SlotKind } from '#core/slots/slot.ts';

/** Duration of completed orders of one direction and kind. Orders without a slot count as `custom`. */
export interface PayoutTime {
  readonly incomeCode: string;
  readonly outcomeCode: string;
  readonly kind: SlotKind;
  /** From payment to payout, whole minutes, at least one. */
  readonly medianMinutes: number;
  /** 90 % of the orders took at most this long. */
  readonly slowMinutes: number;
}

export type TimesKey = Pick<PayoutTime, 'incomeCode' | 'outcomeCode' | 'kind'>;

/** One measurement; a new object when any value has changed. */
export interface MeasuredTimes {
  /** Median minutes; null where there are too few orders. */
  of(line: TimesKey): number | null;
  /** Minutes that 90 % of the orders took at most. */
  slowOf(line: TimesKey): number | null;
}

/** Slot of an exchange; null: an ordinary one. */
type ChosenSlot = Pick<Slot, 'kind' | 'etaMinutes'> | null;

const keyOf = ({ incomeCode, outcomeCode }: Direction, slot: ChosenSlot): TimesKey => ({
  incomeCode,
  outcomeCode,
  kind: slot?.kind ?? 'custom',
});

/**
 * The promised minutes (domain 5, "Promises"): the 90th percentile with enough orders, else the owner's setting. Never the median, as
 * half of the orders are slower (decision 0068).
 */
export const promisedMinutesOf = (measured: Pick<MeasuredTimes, 'slowOf'>, direction: Direction, slot: ChosenSlot = null): number =>
  measured.slowOf(keyOf(direction, slot)) ?? (slot === null || slot.kind === 'custom' ? direction.etaMinutes : slot.etaMinutes);

/** The usual (median) minutes; null: too few orders. */
export const usualMinutesOf = (measured: Pick<MeasuredTimes, 'of'>, direction: Direction, slot: ChosenSlot = null): number | null =>
  measured.of(keyOf(direction, slot));
