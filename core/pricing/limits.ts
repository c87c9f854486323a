import { roundDownToPrecision, roundUpToPrecision, stepOf } from '#core/money/decimals.ts';
import type { Slot } from '#core/slots/slot.ts';
import { incomeFor, largestIncomeWithin, outcomeFor } from './convert.ts';
import type { DirectionPrice } from './direction-price.ts';

/** Between which amounts a direction may be used now, and which rule sets each limit (domain 3). Minor units. */
export interface Limits {
  readonly minIncome: bigint;
  readonly maxIncome: bigint;
  readonly minOutcome: bigint;
  readonly maxOutcome: bigint;
  readonly minReason: 'payment_system' | 'direction' | 'fees';
  readonly maxReason: 'payment_system' | 'direction' | 'reserve';
}

/** The outcome amounts a slot serves; null where the slot leaves that end to the direction. */
export type SlotRange = Pick<Slot, 'kind' | 'outcomeAmount' | 'minOutcomeAmount' | 'maxOutcomeAmount'>;

interface Bound<Reason> {
  readonly amount: bigint;
  readonly reason: Reason;
}

const highest = <Reason>(bounds: readonly [Bound<Reason>, ...Bound<Reason>[]]): Bound<Reason> =>
  bounds.reduce((best, bound) => (bound.amount > best.amount ? bound : best));
const lowest = <Reason>(bounds: readonly [Bound<Reason>, ...Bound<Reason>[]]): Bound<Reason> =>
  bounds.reduce((best, bound) => (bound.amount < best.amount ? bound : best));

function leastOutcome(price: DirectionPrice, slot: SlotRange | null): Bound<Limits['minReason']> {
  const { outcome } = price;
  const floor = roundUpToPrecision(outcome.minAmount, outcome);
  const slotFloor = slot?.outcomeAmount ?? slot?.minOutcomeAmount ?? 0n;
  return highest<Limits['minReason']>([
    // Without a minimum of its own, the least is the first amount that the fees leave anything of.
    { amount: stepOf(outcome), reason: 'fees' },
    { amount: floor, reason: 'payment_system' },
    { amount: roundUpToPrecision(slotFloor, outcome), reason: 'direction' },
  ]);
}

function mostOutcome(price: DirectionPrice, reserve: bigint, slot: SlotRange | null): Bound<Limits['maxReason']> {
  const { outcome } = price;
  const slotCap = slot?.outcomeAmount ?? slot?.maxOutcomeAmount ?? outcome.maxAmount;
  return lowest<Limits['maxReason']>([
    { amount: roundDownToPrecision(outcome.maxAmount, outcome), reason: 'payment_system' },
    { amount: roundDownToPrecision(slotCap, outcome), reason: 'direction' },
    { amount: roundDownToPrecision(reserve > 0n ? reserve : 0n, outcome), reason: 'reserve' },
  ]);
}

/** The least income that gives the most the cap allows: nobody is invited to pay for dust that he would not get. */
function incomeWithin(price: DirectionPrice, outcomeCap: bigint): bigint {
  const outcome = outcomeFor(price, largestIncomeWithin(price, outcomeCap));
  return outcome > 0n ? incomeFor(price, outcome) : 0n;
}

// Many quotes of one direction share prices and reserve: what was found last is kept, without a slot the only case worth it.
const found = new WeakMap<DirectionPrice, { readonly reserve: bigint; readonly limits: Limits }>();

/**
 * Intersects the payment systems' limits, the direction's, the slot's and the reserve. Minimum above maximum means that nothing fits now.
 * An income within its limits yields an outcome within its own; an outcome within its limits costs an income within its own, or at the very
 * maximum up to one step of the income more.
 */
export function limitsOf(price: DirectionPrice, reserve: bigint, slot: SlotRange | null): Limits {
  if (slot) return findLimits(price, reserve, slot);
  const before = found.get(price);
  if (before?.reserve === reserve) return before.limits;
  const limits = findLimits(price, reserve, null);
  found.set(price, { reserve, limits });
  return limits;
}

function findLimits(price: DirectionPrice, reserve: bigint, slot: SlotRange | null): Limits {
  const { direction, income } = price;
  const outcomeFloor = leastOutcome(price, slot);
  const outcomeCap = mostOutcome(price, reserve, slot);
  const fromFloor = incomeFor(price, outcomeFloor.amount);
  const min = highest<Limits['minReason'] | 'outcome'>([
    { amount: fromFloor, reason: 'outcome' },
    { amount: roundUpToPrecision(income.minAmount, income), reason: 'payment_system' },
    { amount: roundUpToPrecision(direction.minIncome ?? 0n, income), reason: 'direction' },
  ]);
  const isExact = slot?.outcomeAmount != null && outcomeFloor.amount <= outcomeCap.amount;
  const incomeCap = lowest<Limits['maxReason']>([
    { amount: roundDownToPrecision(income.maxAmount, income), reason: 'payment_system' },
    { amount: roundDownToPrecision(direction.maxIncome ?? income.maxAmount, income), reason: 'direction' },
  ]);
  const max = lowest<Limits['maxReason'] | 'outcome'>([
    { amount: isExact ? fromFloor : incomeWithin(price, outcomeCap.amount), reason: 'outcome' },
    incomeCap,
  ]);
  // The cap itself may be asked for, although the income that yields it may buy a little more than the cap.
  const isCapServed = max.reason === 'outcome' && outcomeCap.amount > 0n && incomeFor(price, outcomeCap.amount) <= incomeCap.amount;
  return {
    minIncome: min.amount,
    maxIncome: max.amount,
    minOutcome: min.reason === 'outcome' ? outcomeFloor.amount : outcomeFor(price, min.amount),
    maxOutcome: isCapServed ? outcomeCap.amount : outcomeFor(price, max.amount),
    minReason: min.reason === 'outcome' ? outcomeFloor.reason : min.reason,
    maxReason: max.reason === 'outcome' ? outcomeCap.reason : max.reason,
  };
}
