import { roundDownToPrecision, roundUpToPrecision, type Decimals } from '#core/money/decimals.ts';
import { incomeFor, outcomeFor } from './convert.ts';
import type { DirectionPrice } from './direction-price.ts';
import type { Limits } from './limits.ts';

export type Side = 'income' | 'outcome';

/** Both amounts of a suggested exchange; `side`: the one that is round. Minor units. */
export interface Suggestion {
  readonly side: Side;
  readonly incomeAmount: bigint;
  readonly outcomeAmount: bigint;
}

/** Significant digits of a round amount. 9 800 is round; 9 847.13 and 101.37 are not. */
const ROUND_DIGITS = 2;
/** Largest distance of a suggestion from the typed amount. */
const MAX_DISTANCE_PPM = 50_000n;
const MILLION = 1_000_000n;

/** The unit of amounts of the size of `amount` with this many significant digits. */
const unitOf = (amount: bigint, digits: number): bigint => 10n ** BigInt(Math.max(0, amount.toString().length - digits));

export const isRound = (amount: bigint): boolean => amount % unitOf(amount, ROUND_DIGITS) === 0n;

const nearest = (amount: bigint, unit: bigint): bigint => ((amount + unit / 2n) / unit) * unit;

const isNear = (amount: bigint, candidate: bigint): boolean => {
  const distance = amount > candidate ? amount - candidate : candidate - amount;
  return distance * MILLION <= amount * MAX_DISTANCE_PPM;
};

/** The roundest amount nearby, with one digit, one and a half (250, 350), or two. Undefined if the amount is round or none is near. */
export function rounderThan(amount: bigint, decimals: Decimals): bigint | undefined {
  if (amount <= 0n || isRound(amount)) return undefined;
  const whole = unitOf(amount, 1);
  const units = [whole, whole / 2n, unitOf(amount, ROUND_DIGITS)];
  for (const unit of units) {
    const candidate = unit > 0n ? nearest(amount, unit) : 0n;
    if (candidate > 0n && candidate !== amount && isNear(amount, candidate) && roundDownToPrecision(candidate, decimals) === candidate)
      return candidate;
  }
  return undefined;
}

function within(amount: bigint, [min, max]: readonly [bigint, bigint]): boolean {
  return amount >= min && amount <= max;
}

const limitsAt = (limits: Limits, side: Side): readonly [bigint, bigint] =>
  side === 'income' ? [limits.minIncome, limits.maxIncome] : [limits.minOutcome, limits.maxOutcome];

/** Both amounts of an exchange with one given amount. Undefined if it is outside its limits, or if the other would be zero. */
function suggestionFor(
  price: DirectionPrice,
  limits: Limits,
  { side, amount }: { readonly side: Side; readonly amount: bigint },
): Suggestion | undefined {
  if (!within(amount, limitsAt(limits, side))) return undefined;
  const converted = side === 'income' ? outcomeFor(price, amount) : incomeFor(price, amount);
  const counterAmount = side === 'outcome' && converted < limits.minIncome ? limits.minIncome : converted;
  if (counterAmount <= 0n) return undefined;
  return side === 'income'
    ? { side, incomeAmount: amount, outcomeAmount: counterAmount }
    : { side, incomeAmount: counterAmount, outcomeAmount: amount };
}

/** Rounder amounts near the typed one or its result, at most one per side (10 000 for 9 847.13). None if the typed amount is round. */
export function suggestRounder(
  price: DirectionPrice,
  limits: Limits,
  current: { readonly side: Side; readonly incomeAmount: bigint; readonly outcomeAmount: bigint },
): readonly Suggestion[] {
  if (isRound(current.side === 'income' ? current.incomeAmount : current.outcomeAmount)) return [];
  const sides: readonly Side[] = ['income', 'outcome'];
  return sides.flatMap((side) => {
    const amount = rounderThan(side === 'income' ? current.incomeAmount : current.outcomeAmount, price[side]);
    return (amount !== undefined && suggestionFor(price, limits, { side, amount })) || [];
  });
}

/** The nearest allowed amounts: the limit itself and a round one just within it. Empty if the amount is allowed or none is. */
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
  const amounts = [...new Set([limit, round])].filter((candidate) => roundDownToPrecision(candidate, price[side]) === candidate);
  return amounts.flatMap((candidate) => suggestionFor(price, limits, { side, amount: candidate }) ?? []);
}
