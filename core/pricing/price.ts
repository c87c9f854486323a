import { formatAmount } from '#core/money/amount.ts';
import { larger } from '#core/money/bigint.ts';
import { pow10, roundDownToPrecision, roundUpToPrecision } from '#core/money/decimals.ts';
import type { Fraction } from '#core/money/fraction.ts';
import type { Fee } from '#core/order/quote.ts';
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
  /** Available now, minor units of the outcome. */
  readonly reserve: bigint;
  /** The slot whose surcharge `price` contains; its range narrows the limits. */
  readonly slot: SlotRange | null;
}

/** All numbers of one exchange. Amounts in minor units of their side. */
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

// Limits stay the same over many quotes, so their texts are cached
const limitsMetaCache = new WeakMap<Limits, LimitsMeta>();

/** Limits of both sides as decimal strings, for a calculation and for the `meta` of a refusal. */
export function limitsMeta(price: DirectionPrice, limits: Limits): LimitsMeta {
  const cached = limitsMetaCache.get(limits);
  if (cached) return cached;
  const meta = {
    min_income_amount: formatAmount(limits.minIncome, price.income.scale),
    max_income_amount: formatAmount(limits.maxIncome, price.income.scale),
    min_outcome_amount: formatAmount(limits.minOutcome, price.outcome.scale),
    max_outcome_amount: formatAmount(limits.maxOutcome, price.outcome.scale),
  };
  limitsMetaCache.set(limits, meta);
  return meta;
}

/** "Amount must be a number, greater than {min} and less than {max}" (spec 5): for texts that are not an amount. */
export const AMOUNT_RANGE = 'amount_range';

/** Message of each refusal of an amount; an amount outside its limits names the side and both limits. */
const MESSAGES: Readonly<Partial<Record<PriceRefusal, string>>> = {
  not_allowed_amount: AMOUNT_RANGE,
  amount_below_minimum: 'amount_too_small',
  amount_above_maximum: 'amount_too_large',
};

/** Suggested amounts as decimal strings. */
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

/** The refusal of an amount, with both limits in message and meta, the rules behind them, and the nearest allowed amounts. */
export function refuseAmount<Code extends PriceRefusal>(
  code: Code,
  price: DirectionPrice,
  details: { readonly side: Side; readonly limits: Limits; readonly amount?: bigint },
): Refusal<Code> {
  const meta = limitsMeta(price, details.limits);
  const { side, limits, amount } = details;
  const { scale, precision, currency } = price[side];
  const [min, max] = side === 'income' ? [limits.minIncome, limits.maxIncome] : [limits.minOutcome, limits.maxOutcome];
  const asMoney = (minor: bigint) => ({ amount: formatAmount(minor, scale), currency_iso_code: currency, precision });
  const message = MESSAGES[code];
  const messagePart = message === undefined ? {} : { message };
  return {
    code,
    ...messagePart,
    field: `${side}_amount`,
    amounts: { min: asMoney(min), max: asMoney(max) },
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

function buildPrice(price: DirectionPrice, incomeAmount: bigint, outcomeAmount: bigint): Priced {
  return { incomeAmount, outcomeAmount, rate: rateOf(price, incomeAmount, outcomeAmount), fees: feesOf(price, incomeAmount) };
}

/** An amount to check against limits. Minor units of its side. */
interface AmountToCheck {
  readonly side: 'income' | 'outcome';
  readonly amount: bigint;
  readonly limits: Limits;
}

/** Why this amount cannot be exchanged; null if it can. Zero is `not_allowed_amount`. */
function outsideLimits(direction: DirectionPrice, { side, amount, limits }: AmountToCheck): Refusal<PriceRefusal> | null {
  const refusal = (code: PriceRefusal) => refuseAmount(code, direction, { side, limits, amount });
  if (amount <= 0n) return refusal('not_allowed_amount');
  // No amount is allowed: the reserve is below the minimum, or settings contradict each other
  if (limits.minIncome > limits.maxIncome) return refusal(limits.maxReason === 'reserve' ? 'has_no_reserves' : 'direction_unavailable');
  const [min, max] = side === 'income' ? [limits.minIncome, limits.maxIncome] : [limits.minOutcome, limits.maxOutcome];
  if (amount < min) return refusal('amount_below_minimum');
  return amount > max ? refusal('amount_above_maximum') : null;
}

/**
 * The one pricing function (domain 2). Income is rounded up, outcome down. Refuses an amount outside the limits, and any amount if none is
 * allowed.
 */
export function price(direction: DirectionPrice, request: PriceRequest): Result<Priced & { readonly limits: Limits }, PriceRefusal> {
  const { side, reserve, slot } = request;
  const limits = limitsOf(direction, reserve, slot);
  const decimals = direction[side];
  const amount = side === 'income' ? roundDownToPrecision(request.amount, decimals) : roundUpToPrecision(request.amount, decimals);
  const refusal = outsideLimits(direction, { side, amount, limits });
  if (refusal !== null) return refuse(refusal);
  // An express slot pays its exact amount, even if the rounded-up income would buy slightly more
  const outcomeAmount = side === 'outcome' ? amount : (slot?.outcomeAmount ?? outcomeFor(direction, amount));
  const incomeAmount = side === 'income' ? amount : larger(incomeFor(direction, amount), limits.minIncome);
  return accept({ ...buildPrice(direction, incomeAmount, outcomeAmount), limits });
}

/** The price of an income that has already arrived. No limits apply to it. Undefined if fees exceed it. */
export function priceReceived(direction: DirectionPrice, incomeAmount: bigint): Priced | undefined {
  const outcomeAmount = outcomeFor(direction, incomeAmount);
  return outcomeAmount > 0n ? buildPrice(direction, incomeAmount, outcomeAmount) : undefined;
}
