import { roundUpToPrecision, pow10, stepOf } from '#core/money/decimals.ts';
import type { Fraction } from '#core/money/fraction.ts';
import type { Direction, PaymentSystem } from '#core/payment-system/payment-system.ts';
import { significantDown, type PlainDecimal } from './plain-decimal.ts';

/** Digits that count in a published rate: rounded down once, here, so that the rate file can carry exactly what a quote uses. */
export const RATE_DIGITS = 12;
const MILLION = 1_000_000n;
/** Margin, premium and both percent fees at nothing. */
const WHOLE = MILLION ** 4n;

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
  /** Ascending, at least one, each with a lower margin than the one before. */
  readonly bands: readonly [...Band[], Band];
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
}

const keptOf = (ppm: number): bigint => MILLION - BigInt(Math.min(Math.max(ppm, 0), 999_999));

/** Fixed part taken from the outcome, in its minor units: fixed fee and the estimated network fee. */
export const fixedOutcomeFee = (price: Pick<DirectionPrice, 'direction' | 'outcome'>): bigint =>
  price.direction.outcomeFeeFixed + price.outcome.networkFee;

function bandAt(input: DirectionPriceInput, fromIncome: bigint, marginPpm: number): Band {
  const { direction, income, outcome, incomeUsd, outcomeUsd } = input;
  const kept = keptOf(marginPpm) * keptOf(input.premiumPpm) * keptOf(direction.incomeFeePpm) * keptOf(direction.outcomeFeePpm);
  const rate = significantDown(incomeUsd.num * outcomeUsd.den * kept, incomeUsd.den * outcomeUsd.num * WHOLE, RATE_DIGITS);
  const shift = outcome.scale - income.scale - rate.decimals;
  const slope = shift > 0 ? rate.digits * pow10(shift) : rate.digits;
  const divisor = shift < 0 ? pow10(-shift) : 1n;
  const offset = slope * direction.incomeFeeFixed + fixedOutcomeFee(input) * divisor;
  return { fromIncome, toIncome: null, marginPpm, rate, slope, offset, divisor };
}

/**
 * Prepares one direction at one set of market prices (domain 2: market x (1 - margin), then the fees).
 * A step that is not better than the one before it is dropped: a larger amount never gets a worse margin, so the outcome stays monotonic.
 */
export function priceDirection(input: DirectionPriceInput): DirectionPrice {
  const { direction, income } = input;
  const closed: Band[] = [];
  let last = bandAt(input, 0n, direction.marginPpm);
  for (const step of direction.steps) {
    const fromIncome = roundUpToPrecision(step.fromIncome, income);
    if (step.marginPpm >= last.marginPpm || fromIncome < last.fromIncome) continue;
    if (fromIncome > last.fromIncome) closed.push({ ...last, toIncome: fromIncome - stepOf(income) });
    last = bandAt(input, fromIncome, step.marginPpm);
  }
  return {
    direction,
    income,
    outcome: input.outcome,
    reference: { num: input.incomeUsd.num * input.outcomeUsd.den, den: input.incomeUsd.den * input.outcomeUsd.num },
    premiumPpm: input.premiumPpm,
    bands: [...closed, last],
  };
}
