import { roundDownToPrecision, roundUpToPrecision, type Decimals } from '#core/money/decimals.ts';
import { incomeFor, outcomeFor } from './convert.ts';
import type { DirectionPrice } from './direction-price.ts';
import type { Limits } from './limits.ts';

export type Side = 'income' | 'outcome';

/** Both amounts of a rounder exchange; `side`: which of them is the round one. Minor units. */
export interface Suggestion {
  readonly side: Side;
  readonly incomeAmount: bigint;
  readonly outcomeAmount: bigint;
}

/** An amount is round with no more digits than this before its zeros: 9 800 is, 9 847.13 and 101.37 are not. */
const ROUND_DIGITS = 2;
/** Nobody is asked to move further than this from what he wanted. */
const FARTHEST_PPM = 50_000n;
const MILLION = 1_000_000n;

/** The unit of amounts with so many digits before their zeros, as large as `amount`. */
const unitOf = (amount: bigint, digits: number): bigint => 10n ** BigInt(Math.max(0, amount.toString().length - digits));

export const isRound = (amount: bigint): boolean => amount % unitOf(amount, ROUND_DIGITS) === 0n;

const nearest = (amount: bigint, unit: bigint): bigint => ((amount + unit / 2n) / unit) * unit;

const isNear = (amount: bigint, other: bigint): boolean => {
  const apart = amount > other ? amount - other : other - amount;
  return apart * MILLION <= amount * FARTHEST_PPM;
};

/** The roundest amount near this one: of one digit, of one and a half (250, 350), of two. Undefined where it is round, or none is near. */
export function rounderThan(amount: bigint, decimals: Decimals): bigint | undefined {
  if (amount <= 0n || isRound(amount)) return undefined;
  const whole = unitOf(amount, 1);
  const units = [whole, whole / 2n, unitOf(amount, ROUND_DIGITS)];
  for (const unit of units) {
    const found = unit > 0n ? nearest(amount, unit) : 0n;
    if (found > 0n && found !== amount && isNear(amount, found) && roundDownToPrecision(found, decimals) === found) return found;
  }
  return undefined;
}

function within(amount: bigint, [min, max]: readonly [bigint, bigint]): boolean {
  return amount >= min && amount <= max;
}

const limitsAt = (limits: Limits, side: Side): readonly [bigint, bigint] =>
  side === 'income' ? [limits.minIncome, limits.maxIncome] : [limits.minOutcome, limits.maxOutcome];

/** Both amounts of one: undefined where the other would leave its limits. */
function bothOf(
  price: DirectionPrice,
  limits: Limits,
  { side, amount }: { readonly side: Side; readonly amount: bigint },
): Suggestion | undefined {
  if (!within(amount, limitsAt(limits, side))) return undefined;
  const asked = side === 'income' ? outcomeFor(price, amount) : incomeFor(price, amount);
  const other = side === 'outcome' && asked < limits.minIncome ? limits.minIncome : asked;
  if (other <= 0n) return undefined;
  return side === 'income' ? { side, incomeAmount: amount, outcomeAmount: other } : { side, incomeAmount: other, outcomeAmount: amount };
}

/**
 * Rounder amounts than what was typed and what comes of it, one for each side at most: 10 000 instead of 9 847.13. Whoever typed a
 * round amount himself is offered none.
 */
export function suggestRounder(
  price: DirectionPrice,
  limits: Limits,
  now: { readonly side: Side; readonly incomeAmount: bigint; readonly outcomeAmount: bigint },
): readonly Suggestion[] {
  if (isRound(now.side === 'income' ? now.incomeAmount : now.outcomeAmount)) return [];
  const sides: readonly Side[] = ['income', 'outcome'];
  return sides.flatMap((side) => {
    const amount = rounderThan(side === 'income' ? now.incomeAmount : now.outcomeAmount, price[side]);
    return (amount !== undefined && bothOf(price, limits, { side, amount })) || [];
  });
}

/** The nearest amounts that are allowed, of one that is not: the limit itself, and a round one just within it. Empty where nothing fits. */
export function suggestAllowed(
  price: DirectionPrice,
  limits: Limits,
  { side, amount }: { readonly side: Side; readonly amount: bigint },
): readonly Suggestion[] {
  const [min, max] = limitsAt(limits, side);
  if (min > max || within(amount, [min, max])) return [];
  const limit = amount < min ? min : max;
  const unit = unitOf(limit, ROUND_DIGITS);
  const round = amount < min ? roundUpToPrecision(((limit + unit - 1n) / unit) * unit, price[side]) : (limit / unit) * unit;
  const amounts = [...new Set([limit, round])].filter((one) => roundDownToPrecision(one, price[side]) === one);
  return amounts.flatMap((one) => bothOf(price, limits, { side, amount: one }) ?? []);
}
