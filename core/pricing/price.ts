import { formatAmount } from '#core/money/amount.ts';
import { pow10, roundDownToPrecision, roundUpToPrecision } from '#core/money/decimals.ts';
import type { Fraction } from '#core/money/fraction.ts';
import type { Fee } from '#core/quote.ts';
import type { Refusal } from '#core/refusal.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { incomeFor, outcomeFor } from './convert.ts';
import type { DirectionPrice } from './direction-price.ts';
import { feesOf } from './fees.ts';
import { limitsOf, type Limits, type SlotRange } from './limits.ts';
import { suggestAllowed, type Side, type Suggestion } from './suggest-amounts.ts';

export type PriceRefusal =
  | 'not_allowed_amount'
  | 'amount_below_minimum'
  | 'amount_above_maximum'
  | 'has_no_reserves'
  | 'direction_unavailable';

export interface PriceRequest {
  readonly side: 'income' | 'outcome';
  /** Minor units of that side. */
  readonly amount: bigint;
  /** What can be promised now, in minor units of the outcome. */
  readonly reserve: bigint;
  /** The slot whose premium `price` carries; its range narrows the limits. */
  readonly slot: SlotRange | null;
}

/** Every number of one exchange. Amounts in minor units of their side. */
export interface Priced {
  readonly incomeAmount: bigint;
  readonly outcomeAmount: bigint;
  /** Outcome per one income, in whole units, everything included; not reduced. */
  readonly rate: Fraction;
  readonly fees: readonly Fee[];
}

export interface LimitsMeta {
  readonly min_income_amount: string;
  readonly max_income_amount: string;
  readonly min_outcome_amount: string;
  readonly max_outcome_amount: string;
}

// Limits stay the same over many quotes, and so does their text.
const texts = new WeakMap<Limits, LimitsMeta>();

/** Limits as they travel, in a calculation and in `meta` of a refusal: both sides, decimal strings. */
export function limitsMeta(price: DirectionPrice, limits: Limits): LimitsMeta {
  const kept = texts.get(limits);
  if (kept) return kept;
  const made = {
    min_income_amount: formatAmount(limits.minIncome, price.income.scale),
    max_income_amount: formatAmount(limits.maxIncome, price.income.scale),
    min_outcome_amount: formatAmount(limits.minOutcome, price.outcome.scale),
    max_outcome_amount: formatAmount(limits.maxOutcome, price.outcome.scale),
  };
  texts.set(limits, made);
  return made;
}

/** "Amount must be a number, greater than {min} and less than {max}" (spec 5): for what is no amount at all. */
export const AMOUNT_RANGE = 'amount_range';

/** What each refusal of an amount says: an amount out of its limits hears on which side, and both limits. */
const MESSAGES: Readonly<Partial<Record<PriceRefusal, string>>> = {
  not_allowed_amount: AMOUNT_RANGE,
  amount_below_minimum: 'amount_too_small',
  amount_above_maximum: 'amount_too_large',
};

/** Amounts that could be taken instead, as they travel. */
export const suggestionsMeta = (price: DirectionPrice, suggestions: readonly Suggestion[]): readonly SuggestionMeta[] =>
  suggestions.map(({ side, incomeAmount, outcomeAmount }) => ({
    side,
    income_amount: formatAmount(incomeAmount, price.income.scale),
    outcome_amount: formatAmount(outcomeAmount, price.outcome.scale),
  }));

export interface SuggestionMeta {
  readonly side: Side;
  readonly income_amount: string;
  readonly outcome_amount: string;
}

/** The refusal of an amount: both limits in words and in meta, with the rules they come from, and the nearest amounts that can be taken. */
export function refuseAmount<Code extends PriceRefusal>(
  code: Code,
  price: DirectionPrice,
  about: { readonly side: Side; readonly limits: Limits; readonly amount?: bigint },
): Refusal<Code> {
  const meta = limitsMeta(price, about.limits);
  const { side, limits, amount } = about;
  const { scale, precision, currency } = price[side];
  const [min, max] = side === 'income' ? [limits.minIncome, limits.maxIncome] : [limits.minOutcome, limits.maxOutcome];
  const shown = (minor: bigint) => ({ amount: formatAmount(minor, scale), currency_iso_code: currency, precision });
  const message = MESSAGES[code];
  const words = message === undefined ? {} : { message };
  return {
    code,
    ...words,
    field: `${side}_amount`,
    amounts: { min: shown(min), max: shown(max) },
    meta: {
      ...meta,
      limit_reasons: { min: limits.minReason, max: limits.maxReason },
      suggestions: amount === undefined ? [] : suggestionsMeta(price, suggestAllowed(price, limits, { side, amount })),
    },
  };
}

/** Effective rate of two amounts. */
export const rateOf = (price: DirectionPrice, incomeAmount: bigint, outcomeAmount: bigint): Fraction => ({
  num: outcomeAmount * pow10(price.income.scale),
  den: incomeAmount * pow10(price.outcome.scale),
});

function numbers(price: DirectionPrice, incomeAmount: bigint, outcomeAmount: bigint): Priced {
  return { incomeAmount, outcomeAmount, rate: rateOf(price, incomeAmount, outcomeAmount), fees: feesOf(price, incomeAmount) };
}

/** An amount that somebody asks for, and between which limits. Minor units of its side. */
export interface AskedAmount {
  readonly side: 'income' | 'outcome';
  readonly amount: bigint;
  readonly limits: Limits;
}

/**
 * Why this amount cannot be exchanged: zero (`not_allowed_amount`), outside the limits, a reserve that cannot serve even the minimum
 * (`has_no_reserves`), settings under which nothing fits (`direction_unavailable`). Null: it can.
 */
export function outsideLimits(direction: DirectionPrice, { side, amount, limits }: AskedAmount): Refusal<PriceRefusal> | null {
  const refusal = (code: PriceRefusal) => refuseAmount(code, direction, { side, limits, amount });
  if (amount <= 0n) return refusal('not_allowed_amount');
  if (limits.minIncome > limits.maxIncome) return refusal(limits.maxReason === 'reserve' ? 'has_no_reserves' : 'direction_unavailable');
  const [min, max] = side === 'income' ? [limits.minIncome, limits.maxIncome] : [limits.minOutcome, limits.maxOutcome];
  if (amount < min) return refusal('amount_below_minimum');
  return amount > max ? refusal('amount_above_maximum') : null;
}

/**
 * The one pricing function (domain 2): site, API, order and rate file all get their numbers here. Refuses what
 * `outsideLimits` refuses. Income is rounded up, outcome down; asking for the outcome that an income gives never costs more than that income.
 */
export function price(direction: DirectionPrice, request: PriceRequest): Result<Priced & { readonly limits: Limits }, PriceRefusal> {
  const { side, reserve, slot } = request;
  const limits = limitsOf(direction, reserve, slot);
  const decimals = direction[side];
  const amount = side === 'income' ? roundDownToPrecision(request.amount, decimals) : roundUpToPrecision(request.amount, decimals);
  const refusal = outsideLimits(direction, { side, amount, limits });
  if (refusal !== null) return refuse(refusal);
  // An express slot pays its one amount, whatever dust the rounded-up income would buy on top.
  const outcomeAmount = side === 'outcome' ? amount : (slot?.outcomeAmount ?? outcomeFor(direction, amount));
  const incomeAmount = side === 'income' ? amount : atLeast(incomeFor(direction, amount), limits.minIncome);
  return accept({ ...numbers(direction, incomeAmount, outcomeAmount), limits });
}

const atLeast = (amount: bigint, least: bigint): bigint => (amount < least ? least : amount);

/** The outcome of an income that has already arrived, whatever the customer's limits say; undefined where fees eat everything. */
export function priceReceived(direction: DirectionPrice, incomeAmount: bigint): Priced | undefined {
  const outcomeAmount = outcomeFor(direction, incomeAmount);
  return outcomeAmount > 0n ? numbers(direction, incomeAmount, outcomeAmount) : undefined;
}
