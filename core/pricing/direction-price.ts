import { roundUpToPrecision, pow10, stepOf } from '#core/money/decimals.ts';
import type { Fraction } from '#core/money/fraction.ts';
import { MIN_MARGIN_PPM } from '#core/payment-system/direction-rules.ts';
import type { Direction, PaymentSystem } from '#core/payment-system/payment-system.ts';
import { significantDown, type PlainDecimal } from './plain-decimal.ts';
import { marginForPlace, NO_CONDITIONS, termsOf, type PriceTerms } from './price-terms.ts';

/** Significant digits of a published rate. It is rounded down only once, here, so that rate file and quotes use the same rate. */
export const RATE_DIGITS = 12;
const MILLION = 1_000_000n;
const MAX_PPM = 999_999;

/** A range of income amounts with one margin. `outcome = (income - incomeFee) * rate - outcomeFee`, rounded down. */
export interface Band {
  /** First income amount of the band, in minor units. */
  readonly fromIncome: bigint;
  /** Last income amount of the band, null for the last band. */
  readonly toIncome: bigint | null;
  readonly marginPpm: number;
  /** Outcome per one income in whole units: market price, margin, slot surcharge and percentage fees, without fixed fees. */
  readonly rate: PlainDecimal;
  /** The same price as integers over minor units: `outcome = (slope * income - offset) / divisor`. */
  readonly slope: bigint;
  readonly offset: bigint;
  readonly divisor: bigint;
}

/** The price of one direction for every amount. It is calculated once per set of market prices. */
export interface DirectionPrice {
  readonly direction: Direction;
  readonly income: PaymentSystem;
  readonly outcome: PaymentSystem;
  /** Market price, outcome per one income, in whole units. It is not reduced, as reducing would dominate the cost. */
  readonly reference: Fraction;
  readonly premiumPpm: number;
  /** Cost of one payout, minor units of the outcome. */
  readonly networkFee: bigint;
  /** Ascending, at least one, each with a lower margin than the one before. */
  readonly bands: readonly [Band, ...Band[]];
}

/** Everything that makes the price of a direction except the market. */
export interface PreparedDirection {
  readonly direction: Direction;
  readonly income: PaymentSystem;
  readonly outcome: PaymentSystem;
  /** Surcharge of a slot, parts per million of the rate; 0 without a slot. */
  readonly premiumPpm: number;
  readonly terms: PriceTerms;
  /** Part of the rate that remains after surcharge and percentage fees. */
  readonly remainder: Fraction;
  /** Null if the margin depends on the market, by a place in the monitor's list. */
  readonly bandTemplates: BandTemplates | null;
}

/** A band without the market price. */
interface BandTemplate {
  readonly fromIncome: bigint;
  readonly toIncome: bigint | null;
  readonly marginPpm: number;
  /** Part of the rate that remains after margin, surcharge and percentage fees. */
  readonly remainder: Fraction;
}
interface BandTemplates {
  readonly first: BandTemplate;
  readonly rest: readonly BandTemplate[];
}

export interface DirectionPriceInput {
  readonly direction: Direction;
  readonly income: PaymentSystem;
  readonly outcome: PaymentSystem;
  /** Market prices in US dollars for one whole unit, both positive. */
  readonly incomeUsd: Fraction;
  readonly outcomeUsd: Fraction;
  /** Surcharge of a slot, parts per million of the rate; 0 without a slot. */
  readonly premiumPpm: number;
  /** Effects of hour, reserve, rail and monitor; absent: none. */
  readonly terms?: PriceTerms;
}

const WHOLE: Fraction = { num: 1n, den: 1n };

/** The fraction minus a share of it in parts per million, not reduced. */
function lessShare({ num, den }: Fraction, ppm: number): Fraction {
  return ppm === 0 ? { num, den } : { num: num * (MILLION - BigInt(ppm)), den: den * MILLION };
}

const clampPpm = (ppm: number, min: number): number => Math.min(Math.max(ppm, min), MAX_PPM);

/** Fixed amount deducted from the outcome, minor units: fixed fee and network fee. */
export const fixedOutcomeFee = (price: Pick<DirectionPrice, 'direction' | 'networkFee'>): bigint =>
  price.direction.outcomeFeeFixed + price.networkFee;

/**
 * The bands of a direction with the margin `ownPpm`. A step whose margin is not lower than the previous one is dropped, so that the outcome
 * stays monotonic.
 */
function bandTemplatesOf({ direction, income, remainder, terms }: Omit<PreparedDirection, 'bandTemplates'>, ownPpm: number): BandTemplates {
  const finished: BandTemplate[] = [];
  const template = (fromIncome: bigint, ppm: number): BandTemplate => {
    const marginPpm = clampPpm(ppm, MIN_MARGIN_PPM);
    return { fromIncome, toIncome: null, marginPpm, remainder: lessShare(remainder, marginPpm) };
  };
  let current = template(0n, ownPpm);
  for (const step of direction.steps) {
    const fromIncome = roundUpToPrecision(step.fromIncome, income);
    const better = template(fromIncome, step.marginPpm + terms.addPpm);
    if (better.marginPpm >= current.marginPpm || fromIncome < current.fromIncome) continue;
    if (fromIncome > current.fromIncome) finished.push({ ...current, toIncome: fromIncome - stepOf(income) });
    current = better;
  }
  const [first, ...rest] = [...finished, current];
  return { first, rest };
}

/** Calculates what settings and conditions decide. `priceAt` makes a price of it for each set of market prices. */
export function prepareDirection(input: Omit<DirectionPriceInput, 'incomeUsd' | 'outcomeUsd'>): PreparedDirection {
  const { direction, income, outcome, premiumPpm } = input;
  const terms = input.terms ?? termsOf(direction, outcome, NO_CONDITIONS);
  const shares = [premiumPpm, direction.incomeFeePpm, direction.outcomeFeePpm];
  const remainder = shares.reduce((remaining, ppm) => lessShare(remaining, clampPpm(ppm, 0)), WHOLE);
  const base = { direction, income, outcome, premiumPpm, terms, remainder };
  const followsRival = terms.rival !== null && direction.monitorRule !== null;
  return { ...base, bandTemplates: followsRival ? null : bandTemplatesOf(base, direction.marginPpm + terms.addPpm) };
}

/** The bands with the margin that takes the place wanted in the monitor's list, within the rule's bounds. */
function bandTemplatesAt(prepared: PreparedDirection, reference: Fraction): BandTemplates {
  const { direction, remainder, terms } = prepared;
  const ownPpm = direction.marginPpm + terms.addPpm;
  const rule = direction.monitorRule;
  if (terms.rival === null || rule === null) return bandTemplatesOf(prepared, ownPpm);
  return bandTemplatesOf(prepared, marginForPlace(rule, { rival: terms.rival, reference, remainder, ownPpm }));
}

function bandAt(prepared: PreparedDirection, reference: Fraction, { fromIncome, toIncome, marginPpm, remainder }: BandTemplate): Band {
  const { direction, income, outcome, terms } = prepared;
  const rate = significantDown(reference.num * remainder.num, reference.den * remainder.den, RATE_DIGITS);
  const shift = outcome.scale - income.scale - rate.decimals;
  const slope = shift > 0 ? rate.digits * pow10(shift) : rate.digits;
  const divisor = shift < 0 ? pow10(-shift) : 1n;
  const fixedFee = direction.outcomeFeeFixed + terms.networkFee;
  const offset = direction.incomeFeeFixed === 0n && fixedFee === 0n ? 0n : slope * direction.incomeFeeFixed + fixedFee * divisor;
  return { fromIncome, toIncome, marginPpm, rate, slope, offset, divisor };
}

/** Value of one unit of the income in units of the outcome, from prices in US dollars. Not reduced. */
export const referenceOf = (incomeUsd: Fraction, outcomeUsd: Fraction): Fraction => ({
  num: incomeUsd.num * outcomeUsd.den,
  den: incomeUsd.den * outcomeUsd.num,
});

/** The price of a prepared direction at one market price (domain 2: market x (1 - margin), then the fees). */
export function priceAt(prepared: PreparedDirection, reference: Fraction): DirectionPrice {
  const { direction, income, outcome, premiumPpm, terms } = prepared;
  const { first, rest } = prepared.bandTemplates ?? bandTemplatesAt(prepared, reference);
  const firstBand = bandAt(prepared, reference, first);
  const bands: DirectionPrice['bands'] =
    rest.length === 0 ? [firstBand] : [firstBand, ...rest.map((template) => bandAt(prepared, reference, template))];
  return { direction, income, outcome, reference, premiumPpm, networkFee: terms.networkFee, bands };
}

/** Prices one direction at one set of market prices. */
export const priceDirection = (input: DirectionPriceInput): DirectionPrice =>
  priceAt(prepareDirection(input), referenceOf(input.incomeUsd, input.outcomeUsd));
