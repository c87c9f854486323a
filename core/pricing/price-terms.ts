import { isWithinHours, type LocalTime } from '#core/time/local-time.ts';
import { compare, type Fraction } from '#core/money/fraction.ts';
import { MIN_MARGIN_PPM, type MonitorRule } from '#core/payment-system/direction-rules.ts';
import type { Direction, PaymentSystem } from '#core/payment-system/payment-system.ts';

const MILLION = 1_000_000n;

/** Price factors other than the market, at the time of the prices. They are stored with the prices, so that every process calculates the same. */
export interface PriceConditions {
  /** Local time of the shop. */
  readonly time: LocalTime | null;
  /** Available reserves by code, minor units; only of systems whose directions depend on the reserve. */
  readonly reserves: ReadonlyMap<string, bigint>;
  /** Network fee by code as the rail estimates it, minor units. Without an entry the payment system's own fee applies. */
  readonly networkFees: ReadonlyMap<string, bigint>;
  /**
   * Rates at the wanted places of the monitors' lists by `pairKey`, outcome per income in whole units. Absent: there is no list, or it is
   * too short.
   */
  readonly places: ReadonlyMap<string, Fraction>;
}

export const NO_CONDITIONS: PriceConditions = { time: null, reserves: new Map(), networkFees: new Map(), places: new Map() };

/** Key of a direction. */
export const pairKey = ({ incomeCode, outcomeCode }: Pick<Direction, 'incomeCode' | 'outcomeCode'>): string =>
  `${incomeCode}>${outcomeCode}`;

/** Whether a direction is open at this time by its own working hours (domain 11). */
export const isOpenAt = ({ workHours }: Pick<Direction, 'workHours'>, { time }: Pick<PriceConditions, 'time'>): boolean =>
  workHours === null || time === null || workHours.some((hours) => isWithinHours(hours, time));

/** Effects of the conditions on one direction: everything in its price that is neither a setting nor the market. */
export interface PriceTerms {
  /** Added to the margin of every step, by hour and by reserve. */
  readonly addPpm: number;
  /** Cost of one payout, minor units of the outcome. */
  readonly networkFee: bigint;
  /** The rate of a competitor to beat; null if the direction's own margin applies. */
  readonly rival: Fraction | null;
}

/** Whether two terms make the same price. */
export const isSameTerms = (a: PriceTerms, b: PriceTerms): boolean =>
  a.addPpm === b.addPpm &&
  a.networkFee === b.networkFee &&
  (a.rival === b.rival || (a.rival !== null && b.rival !== null && compare(a.rival, b.rival) === 0));

function marginByReserveLevel({ marginByReserve }: Direction, reserve: bigint | undefined): number {
  if (reserve === undefined) return 0;
  return marginByReserve.find((level) => reserve < level.belowReserve)?.addPpm ?? 0;
}

function marginByCurrentHour({ marginByHour }: Direction, time: LocalTime | null): number {
  if (time === null) return 0;
  return marginByHour.reduce((sum, hours) => (isWithinHours(hours, time) ? sum + hours.addPpm : sum), 0);
}

/** Whether the hour, the reserve or a monitor affects a direction's price. */
export const dependsOnConditions = ({ marginByReserve, marginByHour, monitorRule }: Direction): boolean =>
  marginByReserve.length > 0 || marginByHour.length > 0 || monitorRule !== null;

/** Cost of one payout: the rail's estimate, else the payment system's own fee. Minor units. */
export const networkFeeOf = (
  { code, networkFee }: Pick<PaymentSystem, 'code' | 'networkFee'>,
  { networkFees }: Pick<PriceConditions, 'networkFees'>,
): bigint => networkFees.get(code) ?? networkFee;

/** The terms of a direction under conditions (domain 2: margin by reserve level and by hour, network fee as estimated by the rail). */
export function termsOf(
  direction: Direction,
  outcome: Pick<PaymentSystem, 'code' | 'networkFee'>,
  conditions: PriceConditions,
): PriceTerms {
  const { outcomeCode, marginByReserve, marginByHour, monitorRule } = direction;
  const byReserve = marginByReserve.length === 0 ? 0 : marginByReserveLevel(direction, conditions.reserves.get(outcomeCode));
  const byHour = marginByHour.length === 0 ? 0 : marginByCurrentHour(direction, conditions.time);
  return {
    addPpm: byReserve + byHour,
    networkFee: networkFeeOf(outcome, conditions),
    rival: monitorRule === null ? null : (conditions.places.get(pairKey(direction)) ?? null),
  };
}

/** The margin that beats a competitor's rate by less than one ppm, within the rule's bounds. `remainder`: what other percentages leave. */
export function marginForPlace(
  rule: MonitorRule,
  {
    rival,
    reference,
    remainder,
    ownPpm,
  }: { readonly rival: Fraction; readonly reference: Fraction; readonly remainder: Fraction; readonly ownPpm: number },
): number {
  // Solves: rival < reference x remainder x (1 - margin)
  const share = (rival.num * reference.den * remainder.den * MILLION) / (rival.den * reference.num * remainder.num);
  const requiredPpm = MILLION - share - 1n;
  // Without an upper bound the direction's own margin is the maximum
  const max = rule.mostMarginPpm ?? ownPpm;
  const bounded = requiredPpm > BigInt(max) ? max : requiredPpm < BigInt(MIN_MARGIN_PPM) ? MIN_MARGIN_PPM : Number(requiredPpm);
  return Math.max(bounded, rule.leastMarginPpm);
}
