import { roundDownToPrecision, type Decimals } from '#core/money/decimals.ts';
import { fraction, fromPpm, timesDown } from '#core/money/fraction.ts';
import { MAX_EXTRA_STEPS } from '#core/pool/requisite.ts';
import type { Quote } from './quote.ts';
import type { Instant } from '#core/time.ts';
import type { Order, Requote, RequoteOption, RequoteReason } from './order.ts';
import { REQUOTE_OFFER_MS } from './deadlines.ts';

/** Everything that decides about received money except the money itself: settings of the direction, and current prices. */
export interface PaymentTerms {
  readonly tolerancePpm: number;
  /** How much above the agreed amount still counts as agreed, minor units (`extraOf`). */
  readonly extraAmount: bigint;
  readonly outcomeDecimals: Decimals;
  /** The direction's minimum, minor units of the income side. */
  readonly minIncome: bigint;
  /** Whether any amount can be paid. Where a provider's own page demands the whole amount again, no top-up is offered. */
  readonly takesAnyAmount: boolean;
  /** The quote of an income at current prices; undefined without a rate. Called only if the first agreement does not apply. */
  readonly recalculate: (incomeAmount: bigint) => Quote | undefined;
}

/** Input of a requote: the money, and whether the agreement still binds. */
export interface RequoteBasis {
  readonly reason: RequoteReason;
  readonly received: bigint;
  /** Whether the agreed rate still binds. */
  readonly held: boolean;
  readonly now: Instant;
  /** When the customer's choice ends (T17). */
  readonly choiceEndsAt: Instant;
}

/** Whether the received amount differs from the expected one by at most the tolerance, up or down (parts per million). */
export function isEqualWithin(expected: bigint, received: bigint, tolerancePpm: number): boolean {
  const difference = expected > received ? expected - received : received - expected;
  return difference <= timesDown(expected, fromPpm(tolerancePpm));
}

/**
 * How much above the agreed amount still counts as agreed, minor units: the steps that made it unique, and one more.
 * `step`: the smallest difference that a payer sees.
 */
export function extraOf({ incomeAmount, askedAmount }: Pick<Order, 'incomeAmount' | 'askedAmount'>, step: bigint): bigint {
  const uniqueExtra = askedAmount - incomeAmount;
  // After a choice another amount is agreed, which has no unique part
  const isFromUniqueAmount = uniqueExtra > 0n && uniqueExtra <= MAX_EXTRA_STEPS * step;
  return isFromUniqueAmount ? uniqueExtra + step : step;
}

/** Allowed difference from the agreed amount. */
export type Tolerance = Pick<PaymentTerms, 'tolerancePpm' | 'extraAmount'>;

/** Whether the received amount counts as the agreed one: it is within the direction's tolerance, or at most `extraAmount` above. */
export function isAgreedAmount(
  { incomeAmount }: Pick<Order, 'incomeAmount'>,
  received: bigint,
  { tolerancePpm, extraAmount }: Tolerance,
): boolean {
  return isEqualWithin(incomeAmount, received, tolerancePpm) || (received > incomeAmount && received - incomeAmount <= extraAmount);
}

/** The outcome of another income at the agreed rate, minor units, rounded down to the precision. */
export const atAgreedRate = (order: Order, income: bigint, outcome: Decimals): bigint =>
  roundDownToPrecision(timesDown(income, fraction(order.outcomeAmount, order.incomeAmount)), outcome);

const NOTHING = { incomeAmount: 0n, outcomeAmount: 0n, refundAmount: 0n, missingAmount: 0n, quote: null } as const;

interface Context {
  readonly order: Order;
  readonly basis: RequoteBasis;
  readonly terms: PaymentTerms;
}

const isLocked = ({ order, basis }: Context): boolean => order.rateLockedUntil !== null && basis.now <= order.rateLockedUntil;

const refund = ({ basis }: Context): RequoteOption => ({
  ...NOTHING,
  choice: 'refund',
  refundAmount: basis.received,
  expiresAt: basis.choiceEndsAt,
});

/** An option at the current rate. There is none without a rate or below the direction's minimum. */
function atCurrentRate(context: Context, choice: RequoteOption['choice'], income: bigint): RequoteOption[] {
  const { basis, terms } = context;
  const quote = income < terms.minIncome ? undefined : terms.recalculate(income);
  if (quote === undefined || quote.outcomeAmount <= 0n) return [];
  return [
    {
      ...NOTHING,
      choice,
      incomeAmount: income,
      outcomeAmount: quote.outcomeAmount,
      refundAmount: basis.received - income,
      quote,
      expiresAt: basis.now + REQUOTE_OFFER_MS,
    },
  ];
}

/** The agreement itself. A surplus is returned. */
const asAgreed = ({ order, basis, terms }: Context): RequoteOption => {
  const isAgreed = isAgreedAmount(order, basis.received, terms);
  const income = isAgreed ? basis.received : order.incomeAmount;
  return {
    ...NOTHING,
    choice: 'as_agreed',
    incomeAmount: income,
    outcomeAmount: order.outcomeAmount,
    refundAmount: basis.received - income,
    expiresAt: basis.choiceEndsAt,
  };
};

/** The agreed amount as agreed, and the surplus at the current rate of the whole amount, so that no one buys more at an old price. */
function agreedPlusSurplus({ order, basis, terms }: Context): RequoteOption[] {
  const quote = terms.recalculate(basis.received);
  if (quote === undefined) return [];
  const surplusOutcome = timesDown(quote.outcomeAmount, fraction(basis.received - order.incomeAmount, basis.received));
  const outcomeAmount = order.outcomeAmount + roundDownToPrecision(surplusOutcome, terms.outcomeDecimals);
  const expiresAt = basis.now + REQUOTE_OFFER_MS;
  return [{ ...NOTHING, choice: 'exchange_all', incomeAmount: basis.received, outcomeAmount, quote: null, expiresAt }];
}

/** Whether a full refund is offered although the money arrived in time. */
function mayRefundAll(context: Context): boolean {
  const { order, terms } = context;
  if (isLocked(context)) return true;
  // After the lock, a refund at a better current rate would be a free option on the market
  const current = terms.recalculate(order.incomeAmount);
  return current === undefined || current.outcomeAmount <= order.outcomeAmount;
}

function optionsWhenOver(context: Context): RequoteOption[] {
  const { order, basis } = context;
  if (basis.held) return [asAgreed(context), ...agreedPlusSurplus(context), ...(mayRefundAll(context) ? [refund(context)] : [])];
  const exchangeAll = atCurrentRate(context, 'exchange_all', basis.received);
  const agreed = order.rateType === 'floating' ? atCurrentRate(context, 'as_agreed', order.incomeAmount) : [];
  return [...agreed, ...exchangeAll, refund(context)];
}

/** The option to pay the missing amount until `expiresAt`. Not offered where only the whole amount can be paid. */
function topUp({ order, basis, terms }: Context, expiresAt: Instant): RequoteOption[] {
  if (!terms.takesAnyAmount) return [];
  const { incomeAmount, outcomeAmount, askedAmount } = order;
  return [{ ...NOTHING, choice: 'top_up', incomeAmount, outcomeAmount, missingAmount: askedAmount - basis.received, expiresAt }];
}

function optionsWhenShort(context: Context): RequoteOption[] {
  const { order, basis, terms } = context;
  const currentRateOptions = () => atCurrentRate(context, 'exchange_received', basis.received);
  if (order.rateType === 'floating') return [...topUp(context, basis.choiceEndsAt), ...currentRateOptions(), refund(context)];
  if (!basis.held || !isLocked(context) || order.rateLockedUntil === null) return [...currentRateOptions(), refund(context)];
  const outcomeAmount = atAgreedRate(order, basis.received, terms.outcomeDecimals);
  const isEnough = basis.received >= terms.minIncome && outcomeAmount > 0n;
  const expiresAt = order.rateLockedUntil;
  const received = { ...NOTHING, choice: 'exchange_received', incomeAmount: basis.received, outcomeAmount, expiresAt } as const;
  return [...topUp(context, expiresAt), ...(isEnough ? [received] : []), refund(context)];
}

const optionsWhenEqual = (context: Context): RequoteOption[] => {
  const { basis } = context;
  return [...(basis.held ? [asAgreed(context)] : atCurrentRate(context, 'exchange_all', basis.received)), refund(context)];
};

/**
 * The customer's options, best first (domain 5). The agreed rate binds only the agreed amount paid in time. Current rates bind for 30 s.
 */
export function requoteOf(order: Order, basis: RequoteBasis, terms: PaymentTerms): Requote {
  const context: Context = { order, basis, terms };
  const { received, reason, held } = basis;
  const options = isAgreedAmount(order, received, terms)
    ? optionsWhenEqual(context)
    : received < order.incomeAmount
      ? optionsWhenShort(context)
      : optionsWhenOver(context);
  // The next renewal must also notice the end of the lock and a rate that is available again. It is never due at once
  const earliestEnd = Math.min(
    ...options.map((option) => option.expiresAt),
    isLocked(context) && held ? (order.rateLockedUntil ?? basis.choiceEndsAt) : basis.now + REQUOTE_OFFER_MS,
  );
  const expiresAt = Math.max(earliestEnd, basis.now + 1);
  return { reason, receivedAmount: received, held, options, expiresAt };
}

/** The option that is accepted by default: the first that exchanges anything. Undefined if only a refund or a top-up is possible. */
export const firstExchange = (requote: Requote): RequoteOption | undefined =>
  requote.options.find((option) => option.choice !== 'refund' && option.choice !== 'top_up');

/** What differs from the agreement in an order that waits for a choice: the amount, else the time, else the rate. */
export const REQUOTE_FACTS = ['short', 'over', 'late', 'closed', 'rate'] as const;
export type RequoteFact = (typeof REQUOTE_FACTS)[number];

/** The fact that page and e-mails state first (domain 5). `closed`: the agreed amount arrived after the order had ended. */
export function requoteFactOf(order: Pick<Order, 'requote' | 'incomeAmount'>, tolerance: Tolerance): RequoteFact {
  const { requote } = order;
  if (requote === null || requote.reason === 'quote_expired') return 'rate';
  if (requote.reason !== 'reopened') return requote.reason;
  if (isAgreedAmount(order, requote.receivedAmount, tolerance)) return 'closed';
  return requote.receivedAmount < order.incomeAmount ? 'short' : 'over';
}
