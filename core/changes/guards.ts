import type { Fraction } from '#core/money/fraction.ts';
import type { Direction, PaymentSystem } from '#core/payment-system/payment-system.ts';
import { pow10 } from '#core/money/decimals.ts';

/** Beyond these a second person looks (domain 10). */
export const GUARDS = [
  'margin_below_zero',
  'rate_off_market',
  'limit_above_reserve',
  'unconfirmed_price',
  'counted_otherwise',
  'country_opened',
  'generous_programme',
  'looser_programme',
] as const;
export type Guard = (typeof GUARDS)[number];

/** A rate further than this from the market's is not one person's to publish (domain 10). */
export const MOST_OFF_MARKET_PPM = 30_000;

export interface FiredGuard {
  readonly guard: Guard;
  /** Per cent with its sign for margins and rates, whole units of the limit's currency for limits; nothing where there is no number. */
  readonly value: bigint;
}

const MILLION = 1_000_000n;

const leastOf = (numbers: readonly number[]): number => Math.min(0, ...numbers);
const mostOf = (numbers: readonly number[]): number => Math.max(0, ...numbers);

/** Between which margins a direction may come to stand, whatever the amount, the reserve, the hour and the monitor's list. */
export function marginRange(direction: Direction): { readonly least: number; readonly most: number } {
  const { marginPpm, steps, marginByReserve, marginByHour, monitorRule } = direction;
  const byReserve = marginByReserve.map(({ addPpm }) => addPpm);
  const byHour = marginByHour.map(({ addPpm }) => addPpm);
  const own = [marginPpm, ...steps.map((step) => step.marginPpm)];
  const least = Math.min(...own) + leastOf(byReserve) + byHour.filter((add) => add < 0).reduce((sum, add) => sum + add, 0);
  const most = Math.max(...own) + mostOf(byReserve) + byHour.filter((add) => add > 0).reduce((sum, add) => sum + add, 0);
  if (monitorRule === null) return { least, most };
  return { least: Math.min(least, monitorRule.leastMarginPpm), most: Math.max(most, monitorRule.mostMarginPpm ?? most) };
}

/** How far from the market a margin with the direction's percent fees puts the rate, in parts per million; negative is the customer's loss. */
function offMarketPpm(direction: Direction, marginPpm: number): bigint {
  const kept = [marginPpm, direction.incomeFeePpm, direction.outcomeFeePpm].reduce((product, ppm) => product * (MILLION - BigInt(ppm)), 1n);
  return kept / (MILLION * MILLION) - MILLION;
}

const size = (value: bigint): bigint => (value < 0n ? -value : value);

/** The one of both ends that lies further from the market. */
function furthestPpm(direction: Direction): bigint {
  const { least, most } = marginRange(direction);
  const [low, high] = [offMarketPpm(direction, least), offMarketPpm(direction, most)];
  return size(low) > size(high) ? low : high;
}

export interface JudgedDirection {
  /** Null: there was none. A direction that is switched off publishes nothing and is judged as if it were not there. */
  readonly before: Direction | null;
  readonly after: Direction | null;
  readonly income: PaymentSystem | undefined;
  readonly outcome: PaymentSystem | undefined;
  /** What can be promised now, in minor units of the outcome. */
  readonly reserve: bigint;
  /** Market price, outcome per one income in whole units; undefined when there is none. */
  readonly reference: Fraction | undefined;
}

function limitAboveReserve(judged: JudgedDirection, after: Direction): bigint | undefined {
  const { before, income, outcome, reserve, reference } = judged;
  const { maxIncome } = after;
  if (maxIncome === null || !income || !outcome || !reference) return undefined;
  const isRaised = before === null || before.maxIncome === null ? before === null : maxIncome > before.maxIncome;
  const worth = (maxIncome * reference.num * pow10(outcome.scale)) / (reference.den * pow10(income.scale));
  return isRaised && reserve > 0n && worth > reserve ? maxIncome : undefined;
}

/**
 * Which guard bands a change of one direction leaves (domain 10): a margin below nothing, a rate more than 3 % from the market, an
 * upper limit above the reserve. What only comes nearer to its band, or stays as it was, is one person's.
 */
export function judgeDirection(judged: JudgedDirection): readonly FiredGuard[] {
  const after = judged.after?.enabled ? judged.after : null;
  const before = judged.before?.enabled ? judged.before : null;
  if (after === null) return [];
  const fired: FiredGuard[] = [];
  const least = marginRange(after).least;
  if (least < 0 && (before === null || least < marginRange(before).least)) fired.push({ guard: 'margin_below_zero', value: BigInt(least) });
  const off = furthestPpm(after);
  const wasOff = before === null ? 0n : furthestPpm(before);
  const isFurther = size(off) > size(wasOff) || off < 0n !== wasOff < 0n;
  if (size(off) > BigInt(MOST_OFF_MARKET_PPM) && isFurther) fired.push({ guard: 'rate_off_market', value: off });
  // Whoever may pay so much less is paid out the whole
  const { tolerancePpm } = after;
  if (tolerancePpm > MOST_OFF_MARKET_PPM && tolerancePpm > (before?.tolerancePpm ?? 0))
    fired.push({ guard: 'rate_off_market', value: BigInt(tolerancePpm) });
  const limit = limitAboveReserve({ ...judged, before }, after);
  if (limit !== undefined) fired.push({ guard: 'limit_above_reserve', value: limit });
  return fired;
}

/** What one whole unit of a system's money is worth in dollars by the symbol it is priced by now, and by the one it would be; undefined where nobody knows. */
export interface PricedBy {
  readonly now: Fraction | undefined;
  readonly next: Fraction | undefined;
}

/** How far the money comes to stand from its price, in parts per million; what nobody can price is as far as it goes. */
function repricedPpm({ now, next }: PricedBy): bigint {
  if (now === undefined || next === undefined || now.num === 0n) return MILLION;
  return (next.num * now.den * MILLION) / (next.den * now.num) - MILLION;
}

export interface JudgedSystem {
  readonly before: PaymentSystem | null;
  readonly after: PaymentSystem | null;
  /** What can be promised of it now, in minor units. */
  readonly reserve: bigint;
  /** Null: money that is counted already is priced as it was. */
  readonly repriced: PricedBy | null;
  /** Whether money has been counted in it. */
  readonly hasMoved: boolean;
}

const settingsText = ({ railSettings }: PaymentSystem): string =>
  JSON.stringify(Object.entries(railSettings).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** Whether its money would come from elsewhere or be believed sooner: worth what another says it is. */
const isCountedOtherwise = (before: PaymentSystem, after: PaymentSystem): boolean =>
  before.rail !== after.rail || settingsText(before) !== settingsText(after) || after.requiredConfirmations < before.requiredConfirmations;

/**
 * The same of a payment system: its upper limit raised above what can be promised of it while it pays out, and money that is there
 * already priced as another, told of by another or believed sooner: quotes and what limits take it for would follow.
 */
export function judgeSystem({ before, after, reserve, repriced, hasMoved }: JudgedSystem): readonly FiredGuard[] {
  if (after === null) return [];
  const off = repriced === null ? 0n : repricedPpm(repriced);
  const fired: FiredGuard[] = size(off) > BigInt(MOST_OFF_MARKET_PPM) ? [{ guard: 'rate_off_market', value: off }] : [];
  if (hasMoved && before !== null && isCountedOtherwise(before, after)) fired.push({ guard: 'counted_otherwise', value: 0n });
  const isRaised = before !== null && after.outcomeEnabled && after.maxAmount > before.maxAmount;
  return isRaised && reserve > 0n && after.maxAmount > reserve
    ? [...fired, { guard: 'limit_above_reserve', value: after.maxAmount }]
    : fired;
}
