import { roundDownToPrecision, type Decimals } from '#core/money/decimals.ts';
import { fraction, fromPpm, timesDown } from '#core/money/fraction.ts';
import { MOST_EXTRA_STEPS } from '#core/pool/requisite.ts';
import type { Quote } from '#core/quote.ts';
import type { Instant } from '#core/time.ts';
import type { Order, Requote, RequoteOption, RequoteReason } from './order.ts';
import { REQUOTE_OFFER_MS } from './terms.ts';

/** What decides about received money beside the money itself: the direction's settings and the present price. */
export interface PaymentTerms {
  readonly tolerancePpm: number;
  /** How much more than the agreed amount still counts as it, in minor units (`extraOf`). */
  readonly extraAmount: bigint;
  readonly outcomeDecimals: Decimals;
  /** The least that the direction exchanges, in minor units of the income side. */
  readonly minIncome: bigint;
  /** Whether any amount can be paid the given way. A provider's own page may ask for the whole again, so the rest is not asked for there. */
  readonly takesAnyAmount: boolean;
  /** An income at the newest prices; undefined while there is no rate. Called only when the first agreement does not hold. */
  readonly recalculate: (incomeAmount: bigint) => Quote | undefined;
}

/** What a choice is made of: the money and whether the agreement stands. */
export interface RequoteBasis {
  readonly reason: RequoteReason;
  readonly received: bigint;
  readonly held: boolean;
  readonly now: Instant;
  /** When the choice itself ends (T17). */
  readonly ends: Instant;
}

/** Whether an amount is the asked one within the direction's tolerance (parts per million, both ways). */
export function isEqualWithin(asked: bigint, got: bigint, tolerancePpm: number): boolean {
  const difference = asked > got ? asked - got : got - asked;
  return difference <= timesDown(asked, fromPpm(tolerancePpm));
}

/**
 * How much more than the agreed amount counts as it: the steps that were asked for to tell the order from others, and one more, which
 * nobody is stopped for. `step`: the least difference between two amounts that a payer sees. After a choice another amount is agreed.
 */
export function extraOf({ incomeAmount, askedAmount }: Pick<Order, 'incomeAmount' | 'askedAmount'>, step: bigint): bigint {
  const asked = askedAmount - incomeAmount;
  return asked > 0n && asked <= MOST_EXTRA_STEPS * step ? asked + step : step;
}

/** What counts as the agreed amount beside the amount itself. */
export type Tolerance = Pick<PaymentTerms, 'tolerancePpm' | 'extraAmount'>;

/** Whether this is the agreed amount: within the direction's tolerance, or a little more than was agreed. */
export function isAgreedAmount(
  { incomeAmount }: Pick<Order, 'incomeAmount'>,
  got: bigint,
  { tolerancePpm, extraAmount }: Tolerance,
): boolean {
  return isEqualWithin(incomeAmount, got, tolerancePpm) || (got > incomeAmount && got - incomeAmount <= extraAmount);
}

/** The agreed rate for a smaller amount, rounded down. */
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
  expiresAt: basis.ends,
});

/** An amount at the present rate; none while there is no rate, or below what the direction exchanges at all. */
function atPresent(context: Context, choice: RequoteOption['choice'], income: bigint): RequoteOption[] {
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

/** The agreement itself; what came beyond it goes back. */
const asAgreed = ({ order, basis, terms }: Context): RequoteOption => {
  const isAll = isAgreedAmount(order, basis.received, terms);
  const income = isAll ? basis.received : order.incomeAmount;
  return {
    ...NOTHING,
    choice: 'as_agreed',
    incomeAmount: income,
    outcomeAmount: order.outcomeAmount,
    refundAmount: basis.received - income,
    expiresAt: basis.ends,
  };
};

/** The agreed amount as agreed, and what is beyond it at the present rate of the whole: nobody buys more at an old price. */
function agreedAndMore({ order, basis, terms }: Context): RequoteOption[] {
  const quote = terms.recalculate(basis.received);
  if (quote === undefined) return [];
  const beyond = timesDown(quote.outcomeAmount, fraction(basis.received - order.incomeAmount, basis.received));
  const outcomeAmount = order.outcomeAmount + roundDownToPrecision(beyond, terms.outcomeDecimals);
  const expiresAt = basis.now + REQUOTE_OFFER_MS;
  return [{ ...NOTHING, choice: 'exchange_all', incomeAmount: basis.received, outcomeAmount, quote: null, expiresAt }];
}

/**
 * Whether all may go back although the agreed amount was paid in time. After the lock that would be an option on the market:
 * who sees a better price elsewhere would only then undo what binds us both. So it is offered while the rate is locked, and
 * afterwards only while the present price is no better for the customer than the agreed one.
 */
function mayUndo(context: Context): boolean {
  const { order, terms } = context;
  if (isLocked(context)) return true;
  const present = terms.recalculate(order.incomeAmount);
  return present === undefined || present.outcomeAmount <= order.outcomeAmount;
}

function whenOver(context: Context): RequoteOption[] {
  const { order, basis } = context;
  if (basis.held) return [asAgreed(context), ...agreedAndMore(context), ...(mayUndo(context) ? [refund(context)] : [])];
  const all = atPresent(context, 'exchange_all', basis.received);
  const agreed = order.rateType === 'floating' ? atPresent(context, 'as_agreed', order.incomeAmount) : [];
  return [...agreed, ...all, refund(context)];
}

/**
 * The rest is waited for while the rate is held; at a floating rate there is none to hold, and the choice's own end counts. Not offered
 * where only the whole can be paid.
 */
function topUp({ order, basis, terms }: Context, expiresAt: Instant): RequoteOption[] {
  if (!terms.takesAnyAmount) return [];
  const { incomeAmount, outcomeAmount, askedAmount } = order;
  return [{ ...NOTHING, choice: 'top_up', incomeAmount, outcomeAmount, missingAmount: askedAmount - basis.received, expiresAt }];
}

function whenShort(context: Context): RequoteOption[] {
  const { order, basis, terms } = context;
  const present = () => atPresent(context, 'exchange_received', basis.received);
  if (order.rateType === 'floating') return [...topUp(context, basis.ends), ...present(), refund(context)];
  if (!basis.held || !isLocked(context) || order.rateLockedUntil === null) return [...present(), refund(context)];
  const outcomeAmount = atAgreedRate(order, basis.received, terms.outcomeDecimals);
  const isEnough = basis.received >= terms.minIncome && outcomeAmount > 0n;
  const expiresAt = order.rateLockedUntil;
  const received = { ...NOTHING, choice: 'exchange_received', incomeAmount: basis.received, outcomeAmount, expiresAt } as const;
  return [...topUp(context, expiresAt), ...(isEnough ? [received] : []), refund(context)];
}

const whenEqual = (context: Context): RequoteOption[] => {
  const { basis } = context;
  return [...(basis.held ? [asAgreed(context)] : atPresent(context, 'exchange_all', basis.received)), refund(context)];
};

/**
 * What the customer may choose, best for an honest one first (domain 5). The agreed rate binds the agreed amount and only
 * while it was paid for in time; everything else is at the present rate for 30 s, or goes back.
 */
export function requoteOf(order: Order, basis: RequoteBasis, terms: PaymentTerms): Requote {
  const context: Context = { order, basis, terms };
  const { received, reason, held } = basis;
  const options = isAgreedAmount(order, received, terms)
    ? whenEqual(context)
    : received < order.incomeAmount
      ? whenShort(context)
      : whenOver(context);
  // A renewal also sees a rate that came back, and a lock that ended; numbers of this moment are not outdated in it
  const ends = Math.min(
    ...options.map((option) => option.expiresAt),
    isLocked(context) && held ? (order.rateLockedUntil ?? basis.ends) : basis.now + REQUOTE_OFFER_MS,
  );
  const expiresAt = Math.max(ends, basis.now + 1);
  return { reason, receivedAmount: received, held, options, expiresAt };
}

/** The choice that an acceptance without one means: the first that exchanges anything; none while only a refund or a top up is possible. */
export const firstExchange = (requote: Requote): RequoteOption | undefined =>
  requote.options.find((option) => option.choice !== 'refund' && option.choice !== 'top_up');
