import { roundUpToPrecision, pow10, stepOf } from '#core/money/decimals.ts';
import type { Fraction } from '#core/money/fraction.ts';
import { LEAST_MARGIN_PPM } from '#core/payment-system/direction-rules.ts';
import type { Direction, PaymentSystem } from '#core/payment-system/payment-system.ts';
import { significantDown, type PlainDecimal } from './plain-decimal.ts';
import { marginForPlace, PLAIN_CONDITIONS, termsOf, type PriceTerms } from './price-terms.ts';

/** Digits that count in a published rate: rounded down once, here, so that the rate file can carry exactly what a quote uses. */
export const RATE_DIGITS = 12;
const MILLION = 1_000_000n;
const MOST_KEPT_PPM = 999_999;

/** One stretch of income amounts that shares a margin: `outcome = ((income - incomeFee) * rate - outcomeFee)`, rounded down. */
export interface Band {
  /** First income amount of the band, in minor units. */
  readonly fromIncome: bigint;
  /** Last income amount of the band, null for the last band. */
  readonly toIncome: bigint | null;
  readonly marginPpm: number;
  /** Outcome per one income in whole units: market, margin, slot premium and percent fees; without the fixed fees. */
  readonly rate: PlainDecimal;
  /** The same as integers over minor units: `outcome = (slope * income - offset) / divisor`. */
  readonly slope: bigint;
  readonly offset: bigint;
  readonly divisor: bigint;
}

/** Everything about the price of one direction that does not depend on the amount; made once per set of market prices. */
export interface DirectionPrice {
  readonly direction: Direction;
  readonly income: PaymentSystem;
  readonly outcome: PaymentSystem;
  /** Market price, outcome per one income, in whole units; not reduced: that would cost more than all the rest. */
  readonly reference: Fraction;
  readonly premiumPpm: number;
  /** What one payout costs, in minor units of the outcome. */
  readonly networkFee: bigint;
  /** Ascending, at least one, each with a lower margin than the one before. */
  readonly bands: readonly [Band, ...Band[]];
}

/** A direction with all that its price is made of but the market. */
export interface PreparedDirection {
  readonly direction: Direction;
  readonly income: PaymentSystem;
  readonly outcome: PaymentSystem;
  /** What a slot costs on top, parts per million of the rate; 0 without a slot. */
  readonly premiumPpm: number;
  readonly terms: PriceTerms;
  /** What premium and percent fees leave. */
  readonly kept: Fraction;
  /** Null: the margin is the market's to say, by a place in the monitor's list. */
  readonly stretches: Stretches | null;
}

/** A band before the market is known. */
interface Stretch {
  readonly fromIncome: bigint;
  readonly toIncome: bigint | null;
  readonly marginPpm: number;
  /** What margin, premium and percent fees leave. */
  readonly kept: Fraction;
}
interface Stretches {
  readonly first: Stretch;
  readonly rest: readonly Stretch[];
}

export interface DirectionPriceInput {
  readonly direction: Direction;
  readonly income: PaymentSystem;
  readonly outcome: PaymentSystem;
  /** Market prices in US dollars for one whole unit, both positive. */
  readonly incomeUsd: Fraction;
  readonly outcomeUsd: Fraction;
  /** What a slot costs on top, parts per million of the rate; 0 without a slot. */
  readonly premiumPpm: number;
  /** What hour, reserve, rail and monitor make of the settings; absent: the settings as they stand. */
  readonly terms?: PriceTerms;
}

const ALL: Fraction = { num: 1n, den: 1n };

/** The fraction less a share; not reduced. */
function lessShare({ num, den }: Fraction, ppm: number): Fraction {
  return ppm === 0 ? { num, den } : { num: num * (MILLION - BigInt(ppm)), den: den * MILLION };
}

const clampPpm = (ppm: number, least: number): number => Math.min(Math.max(ppm, least), MOST_KEPT_PPM);

/** Fixed part taken from the outcome, in its minor units: fixed fee and the estimated network fee. */
export const fixedOutcomeFee = (price: Pick<DirectionPrice, 'direction' | 'networkFee'>): bigint =>
  price.direction.outcomeFeeFixed + price.networkFee;

/**
 * The bands of a direction whose own margin is `ownPpm`. A step that is not better than the one before it is dropped: a larger amount
 * never gets a worse margin, so the outcome stays monotonic.
 */
function stretchesOf({ direction, income, kept, terms }: Omit<PreparedDirection, 'stretches'>, ownPpm: number): Stretches {
  const closed: Stretch[] = [];
  const stretch = (fromIncome: bigint, ppm: number): Stretch => {
    const marginPpm = clampPpm(ppm, LEAST_MARGIN_PPM);
    return { fromIncome, toIncome: null, marginPpm, kept: lessShare(kept, marginPpm) };
  };
  let last = stretch(0n, ownPpm);
  for (const step of direction.steps) {
    const fromIncome = roundUpToPrecision(step.fromIncome, income);
    const next = stretch(fromIncome, step.marginPpm + terms.addPpm);
    if (next.marginPpm >= last.marginPpm || fromIncome < last.fromIncome) continue;
    if (fromIncome > last.fromIncome) closed.push({ ...last, toIncome: fromIncome - stepOf(income) });
    last = next;
  }
  const [first, ...rest] = [...closed, last];
  return { first, rest };
}

/** Does once what settings and conditions decide; `priceAt` then makes a price of it at every set of market prices. */
export function prepareDirection(input: Omit<DirectionPriceInput, 'incomeUsd' | 'outcomeUsd'>): PreparedDirection {
  const { direction, income, outcome, premiumPpm } = input;
  const terms = input.terms ?? termsOf(direction, outcome, PLAIN_CONDITIONS);
  const shares = [premiumPpm, direction.incomeFeePpm, direction.outcomeFeePpm];
  const kept = shares.reduce((left, ppm) => lessShare(left, clampPpm(ppm, 0)), ALL);
  const base = { direction, income, outcome, premiumPpm, terms, kept };
  const isBoundToMarket = terms.rival !== null && direction.monitorRule !== null;
  return { ...base, stretches: isBoundToMarket ? null : stretchesOf(base, direction.marginPpm + terms.addPpm) };
}

/** The bands under a rival's rate: the margin that takes the wanted place, within the rule's bounds. */
function stretchesAt(prepared: PreparedDirection, reference: Fraction): Stretches {
  const { direction, kept, terms } = prepared;
  const ownPpm = direction.marginPpm + terms.addPpm;
  const rule = direction.monitorRule;
  if (terms.rival === null || rule === null) return stretchesOf(prepared, ownPpm);
  return stretchesOf(prepared, marginForPlace(rule, { rival: terms.rival, reference, kept, ownPpm }));
}

function bandAt(prepared: PreparedDirection, reference: Fraction, { fromIncome, toIncome, marginPpm, kept }: Stretch): Band {
  const { direction, income, outcome, terms } = prepared;
  const rate = significantDown(reference.num * kept.num, reference.den * kept.den, RATE_DIGITS);
  const shift = outcome.scale - income.scale - rate.decimals;
  const slope = shift > 0 ? rate.digits * pow10(shift) : rate.digits;
  const divisor = shift < 0 ? pow10(-shift) : 1n;
  const fixed = direction.outcomeFeeFixed + terms.networkFee;
  const offset = direction.incomeFeeFixed === 0n && fixed === 0n ? 0n : slope * direction.incomeFeeFixed + fixed * divisor;
  return { fromIncome, toIncome, marginPpm, rate, slope, offset, divisor };
}

/** What one unit of the income is worth in units of the outcome, at market prices in US dollars; not reduced. */
export const referenceOf = (incomeUsd: Fraction, outcomeUsd: Fraction): Fraction => ({
  num: incomeUsd.num * outcomeUsd.den,
  den: incomeUsd.den * outcomeUsd.num,
});

/** The price of a prepared direction at one market price (domain 2: market x (1 - margin), then the fees). */
export function priceAt(prepared: PreparedDirection, reference: Fraction): DirectionPrice {
  const { direction, income, outcome, premiumPpm, terms } = prepared;
  const { first, rest } = prepared.stretches ?? stretchesAt(prepared, reference);
  const firstBand = bandAt(prepared, reference, first);
  const bands: DirectionPrice['bands'] =
    rest.length === 0 ? [firstBand] : [firstBand, ...rest.map((stretch) => bandAt(prepared, reference, stretch))];
  return { direction, income, outcome, reference, premiumPpm, networkFee: terms.networkFee, bands };
}

/** Prices one direction at one set of market prices. */
export const priceDirection = (input: DirectionPriceInput): DirectionPrice =>
  priceAt(prepareDirection(input), referenceOf(input.incomeUsd, input.outcomeUsd));
