import { isWithinHours, type LocalTime } from '#core/local-time.ts';
import { compare, type Fraction } from '#core/money/fraction.ts';
import { LEAST_MARGIN_PPM, type MonitorRule } from '#core/payment-system/direction-rules.ts';
import type { Direction, PaymentSystem } from '#core/payment-system/payment-system.ts';

const MILLION = 1_000_000n;

/**
 * What moves prices beside the market, as it stood when market prices were taken. It is stored with them, so that one set of prices
 * gives the same numbers in every process, and again later.
 */
export interface PriceConditions {
  /** The hour by the shop's clocks. */
  readonly time: LocalTime | null;
  /** What could be promised, by code, in minor units; only of systems for whose directions the reserve decides. */
  readonly reserves: ReadonlyMap<string, bigint>;
  /** What one payout costs by the rail's own estimate, by code, in minor units; where absent, the payment system's own says. */
  readonly networkFees: ReadonlyMap<string, bigint>;
  /** Rates that hold the wanted place in the monitor's lists, outcome per income in whole units, by `pairKey`; where absent, the list is away or too short. */
  readonly places: ReadonlyMap<string, Fraction>;
}

export const PLAIN_CONDITIONS: PriceConditions = { time: null, reserves: new Map(), networkFees: new Map(), places: new Map() };

export const pairKey = ({ incomeCode, outcomeCode }: Pick<Direction, 'incomeCode' | 'outcomeCode'>): string =>
  `${incomeCode}>${outcomeCode}`;

/** Whether a direction works at this hour (its own hours; domain 11). */
export const isOpenAt = ({ workHours }: Pick<Direction, 'workHours'>, { time }: Pick<PriceConditions, 'time'>): boolean =>
  workHours === null || time === null || workHours.some((hours) => isWithinHours(hours, time));

/** What the conditions make of one direction's settings: all of its price that is neither setting nor market. */
export interface PriceTerms {
  /** Added to the margin of every step: by hour and by reserve. */
  readonly addPpm: number;
  /** What one payout costs, in minor units of the outcome. */
  readonly networkFee: bigint;
  /** The rate to be better than; null: the direction's own margin counts. */
  readonly rival: Fraction | null;
}

export const isSameTerms = (a: PriceTerms, b: PriceTerms): boolean =>
  a.addPpm === b.addPpm &&
  a.networkFee === b.networkFee &&
  (a.rival === b.rival || (a.rival !== null && b.rival !== null && compare(a.rival, b.rival) === 0));

function addedByReserve({ marginByReserve }: Direction, reserve: bigint | undefined): number {
  if (reserve === undefined) return 0;
  return marginByReserve.find((level) => reserve < level.belowReserve)?.addPpm ?? 0;
}

function addedByHour({ marginByHour }: Direction, time: LocalTime | null): number {
  if (time === null) return 0;
  return marginByHour.reduce((sum, hours) => (isWithinHours(hours, time) ? sum + hours.addPpm : sum), 0);
}

/** Whether hour, reserve or monitor have a say in a direction's price. */
export const followsConditions = ({ marginByReserve, marginByHour, monitorRule }: Direction): boolean =>
  marginByReserve.length > 0 || marginByHour.length > 0 || monitorRule !== null;

/** What one payout costs: the rail's own estimate, or else what the payment system says. Minor units. */
export const networkFeeOf = (
  { code, networkFee }: Pick<PaymentSystem, 'code' | 'networkFee'>,
  { networkFees }: Pick<PriceConditions, 'networkFees'>,
): bigint => networkFees.get(code) ?? networkFee;

/** The terms of a direction under conditions (domain 2: margin by reserve level and by hour, the network's fee as the rail estimates it). */
export function termsOf(
  direction: Direction,
  outcome: Pick<PaymentSystem, 'code' | 'networkFee'>,
  conditions: PriceConditions,
): PriceTerms {
  const { outcomeCode, marginByReserve, marginByHour, monitorRule } = direction;
  const byReserve = marginByReserve.length === 0 ? 0 : addedByReserve(direction, conditions.reserves.get(outcomeCode));
  const byHour = marginByHour.length === 0 ? 0 : addedByHour(direction, conditions.time);
  return {
    addPpm: byReserve + byHour,
    networkFee: networkFeeOf(outcome, conditions),
    rival: monitorRule === null ? null : (conditions.places.get(pairKey(direction)) ?? null),
  };
}

/**
 * The margin that is just better than a rival's rate: at `kept` (what the other percentages leave, as a fraction) a customer gets more
 * from us by less than one part per million. Never below the rule's least, never above its most, which is the direction's own margin
 * where the rule names none.
 */
export function marginForPlace(
  rule: MonitorRule,
  {
    rival,
    reference,
    kept,
    ownPpm,
  }: { readonly rival: Fraction; readonly reference: Fraction; readonly kept: Fraction; readonly ownPpm: number },
): number {
  // rival < reference x kept x (1 - margin)
  const share = (rival.num * reference.den * kept.den * MILLION) / (rival.den * reference.num * kept.num);
  const wanted = MILLION - share - 1n;
  const most = rule.mostMarginPpm ?? ownPpm;
  const bounded = wanted > BigInt(most) ? most : wanted < BigInt(LEAST_MARGIN_PPM) ? LEAST_MARGIN_PPM : Number(wanted);
  return Math.max(bounded, rule.leastMarginPpm);
}
