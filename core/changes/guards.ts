import { absolute } from '#core/money/bigint.ts';
import type { Fraction } from '#core/money/fraction.ts';
import { EXPLORER_SETTING, type Direction, type PaymentSystem } from '#core/payment-system/payment-system.ts';
import { pow10 } from '#core/money/decimals.ts';

/** Why a change needs a second person (domain 10). */
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

/** A rate that is further than this from the market needs a second person (domain 10). */
export const MAX_OFF_MARKET_PPM = 30_000;

export interface FiredGuard {
  readonly guard: Guard;
  /** Parts per million with sign for margins and rates, minor units for limits, zero for the other guards. */
  readonly value: bigint;
}

const MILLION = 1_000_000n;

const lowestOrZero = (numbers: readonly number[]): number => Math.min(0, ...numbers);
const highestOrZero = (numbers: readonly number[]): number => Math.max(0, ...numbers);

/** The lowest and the highest margin that a direction may reach for any amount, reserve, hour and place in a monitor's list, ppm. */
export function marginRange(direction: Direction): { readonly min: number; readonly max: number } {
  const { marginPpm, steps, marginByReserve, marginByHour, monitorRule } = direction;
  const byReserve = marginByReserve.map(({ addPpm }) => addPpm);
  const byHour = marginByHour.map(({ addPpm }) => addPpm);
  const stepMargins = [marginPpm, ...steps.map((step) => step.marginPpm)];
  const minPpm = Math.min(...stepMargins) + lowestOrZero(byReserve) + byHour.filter((add) => add < 0).reduce((sum, add) => sum + add, 0);
  const maxPpm = Math.max(...stepMargins) + highestOrZero(byReserve) + byHour.filter((add) => add > 0).reduce((sum, add) => sum + add, 0);
  if (monitorRule === null) return { min: minPpm, max: maxPpm };
  return { min: Math.min(minPpm, monitorRule.leastMarginPpm), max: Math.max(maxPpm, monitorRule.mostMarginPpm ?? maxPpm) };
}

/** How far a margin and the percentage fees put the rate from the market, ppm. Negative means worse for the customer. */
function offMarketPpm(direction: Direction, marginPpm: number): bigint {
  const keptShare = [marginPpm, direction.incomeFeePpm, direction.outcomeFeePpm].reduce(
    (product, ppm) => product * (MILLION - BigInt(ppm)),
    1n,
  );
  return keptShare / (MILLION * MILLION) - MILLION;
}

/** How far the rate may be from the market at the worse end of the margin range, ppm with sign. */
function furthestPpm(direction: Direction): bigint {
  const { min: minPpm, max: maxPpm } = marginRange(direction);
  const [low, high] = [offMarketPpm(direction, minPpm), offMarketPpm(direction, maxPpm)];
  return absolute(low) > absolute(high) ? low : high;
}

export interface DirectionFacts {
  /** Null if the direction is new. A direction that is switched off counts as absent. */
  readonly before: Direction | null;
  readonly after: Direction | null;
  readonly income: PaymentSystem | undefined;
  readonly outcome: PaymentSystem | undefined;
  /** Available now, minor units of the outcome. */
  readonly reserve: bigint;
  /** Market price, outcome per one income in whole units; undefined when there is none. */
  readonly reference: Fraction | undefined;
}

/** The raised upper limit, if its outcome exceeds the reserve; minor units of the income. */
function limitAboveReserve(facts: DirectionFacts, after: Direction): bigint | undefined {
  const { before, income, outcome, reserve, reference } = facts;
  const { maxIncome } = after;
  if (maxIncome === null || !income || !outcome || !reference) return undefined;
  // A limit where there was none is no raise, except for a new direction
  const isRaised = before === null || (before.maxIncome !== null && maxIncome > before.maxIncome);
  const outcomeAmount = (maxIncome * reference.num * pow10(outcome.scale)) / (reference.den * pow10(income.scale));
  return isRaised && reserve > 0n && outcomeAmount > reserve ? maxIncome : undefined;
}

/** The guards that a change of one direction fires (domain 10). A value that is unchanged or comes nearer to its bounds fires none. */
export function judgeDirection(facts: DirectionFacts): readonly FiredGuard[] {
  const after = facts.after?.enabled ? facts.after : null;
  const before = facts.before?.enabled ? facts.before : null;
  if (after === null) return [];
  const fired: FiredGuard[] = [];
  const minPpm = marginRange(after).min;
  if (minPpm < 0 && (before === null || minPpm < marginRange(before).min))
    fired.push({ guard: 'margin_below_zero', value: BigInt(minPpm) });
  const offMarket = furthestPpm(after);
  const offMarketBefore = before === null ? 0n : furthestPpm(before);
  const isFurther = absolute(offMarket) > absolute(offMarketBefore) || offMarket < 0n !== offMarketBefore < 0n;
  if (absolute(offMarket) > BigInt(MAX_OFF_MARKET_PPM) && isFurther) fired.push({ guard: 'rate_off_market', value: offMarket });
  // With a large tolerance a customer may pay that much less and still gets the full amount
  const { tolerancePpm } = after;
  if (tolerancePpm > MAX_OFF_MARKET_PPM && tolerancePpm > (before?.tolerancePpm ?? 0))
    fired.push({ guard: 'rate_off_market', value: BigInt(tolerancePpm) });
  const limit = limitAboveReserve({ ...facts, before }, after);
  if (limit !== undefined) fired.push({ guard: 'limit_above_reserve', value: limit });
  return fired;
}

/** US dollars per whole unit of a system by its current and by its new market symbol. Undefined without a price. */
export interface PriceChange {
  readonly now: Fraction | undefined;
  readonly next: Fraction | undefined;
}

/** Relative change of the price, ppm. A missing price counts as a change by 100 %. */
function repricedPpm({ now, next }: PriceChange): bigint {
  if (now === undefined || next === undefined || now.num === 0n) return MILLION;
  return (next.num * now.den * MILLION) / (next.den * now.num) - MILLION;
}

export interface SystemFacts {
  readonly before: PaymentSystem | null;
  readonly after: PaymentSystem | null;
  /** Available now, minor units. */
  readonly reserve: bigint;
  /** Null if the price of existing money does not change. */
  readonly repriced: PriceChange | null;
  /** Whether the ledger has movements of this system. */
  readonly hasMovements: boolean;
}

/** Settings that the rail uses. */
const settingsText = ({ railSettings }: PaymentSystem): string =>
  JSON.stringify(
    Object.entries(railSettings)
      .filter(([key]) => key !== EXPLORER_SETTING)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );

/** Whether incoming money would be reported by another source, or accepted with fewer confirmations. */
const isSourceLoosened = (before: PaymentSystem, after: PaymentSystem): boolean =>
  before.rail !== after.rail || settingsText(before) !== settingsText(after) || after.requiredConfirmations < before.requiredConfirmations;

/**
 * The guards that a change of one payment system fires: a limit raised above the reserve, existing money at another price, another source
 * of payment reports, fewer confirmations.
 */
export function judgeSystem({ before, after, reserve, repriced, hasMovements }: SystemFacts): readonly FiredGuard[] {
  if (after === null) return [];
  const priceShift = repriced === null ? 0n : repricedPpm(repriced);
  const fired: FiredGuard[] = absolute(priceShift) > BigInt(MAX_OFF_MARKET_PPM) ? [{ guard: 'rate_off_market', value: priceShift }] : [];
  if (hasMovements && before !== null && isSourceLoosened(before, after)) fired.push({ guard: 'counted_otherwise', value: 0n });
  const isRaised = before !== null && after.outcomeEnabled && after.maxAmount > before.maxAmount;
  return isRaised && reserve > 0n && after.maxAmount > reserve
    ? [...fired, { guard: 'limit_above_reserve', value: after.maxAmount }]
    : fired;
}
