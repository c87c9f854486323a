import { fraction, fromPpm, timesDown } from '#core/money/fraction.ts';
import { roundDownToPrecision, type Decimals } from '#core/money/decimals.ts';
import type { Quote } from '#core/quote.ts';
import type { Instant } from '#core/time.ts';
import type { Cause } from './decide.ts';
import type { Order, Requote, RequoteReason } from './order.ts';
import type { SystemReason } from './reason.ts';
import { REQUOTE_OFFER_MS } from './terms.ts';

/** What the rails have said so far about money for one order, all its transfers together. Amounts in minor units of the income side. */
export interface PaymentFacts {
  /** Seen or final. */
  readonly received: bigint;
  /** Final only. */
  readonly final: bigint;
  /** Final and not yet in the ledger. */
  readonly uncredited: bigint;
  readonly declined: boolean;
  /** Of the least confirmed transfer. */
  readonly confirmations: number;
  readonly requiredConfirmations: number;
  readonly firstSeenAt: Instant | null;
  readonly txHash: string | null;
  readonly provider: string;
}

export interface PaymentTerms {
  readonly tolerancePpm: number;
  readonly outcomeDecimals: Decimals;
  /** The received income at the newest prices; undefined while there is no rate. Called only when the first agreement does not hold. */
  readonly recalculate: (incomeAmount: bigint) => Quote | undefined;
}

/** Whether an amount is the asked one within the direction's tolerance (parts per million, both ways). */
export function isEqualWithin(asked: bigint, got: bigint, tolerancePpm: number): boolean {
  const difference = asked > got ? asked - got : got - asked;
  return difference <= timesDown(asked, fromPpm(tolerancePpm));
}

/** First seen before the rate was unlocked: the agreed rate still binds us. */
const isInTime = (order: Order, facts: PaymentFacts): boolean =>
  order.rateLockedUntil !== null && facts.firstSeenAt !== null && facts.firstSeenAt <= order.rateLockedUntil;

/** The agreed rate for another amount, rounded down: a short or over payment in time loses nothing on the rate. */
export const atAgreedRate = (order: Order, income: bigint, outcome: Decimals): bigint =>
  roundDownToPrecision(timesDown(income, fraction(order.outcomeAmount, order.incomeAmount)), outcome);

function proposal(order: Order, facts: PaymentFacts, terms: PaymentTerms, offer: { reason: RequoteReason; now: Instant }): Requote {
  const income = facts.received;
  const expiresAt = offer.now + REQUOTE_OFFER_MS;
  if (order.rateType === 'fixed' && isInTime(order, facts)) {
    const outcomeAmount = atAgreedRate(order, income, terms.outcomeDecimals);
    return { reason: offer.reason, incomeAmount: income, outcomeAmount: outcomeAmount > 0n ? outcomeAmount : null, quote: null, expiresAt };
  }
  const quote = terms.recalculate(income);
  return { reason: offer.reason, incomeAmount: income, outcomeAmount: quote?.outcomeAmount ?? null, quote: quote ?? null, expiresAt };
}

const seen = (facts: PaymentFacts): Partial<Order> => ({
  receivedAmount: facts.received,
  confirmations: facts.confirmations,
  requiredConfirmations: facts.requiredConfirmations,
  firstSeenAt: facts.firstSeenAt,
  incomeTxHash: facts.txHash,
});

function requoteReason(order: Order, facts: PaymentFacts, terms: PaymentTerms): RequoteReason | null {
  if (!isEqualWithin(order.incomeAmount, facts.received, terms.tolerancePpm)) return facts.received < order.incomeAmount ? 'short' : 'over';
  return isInTime(order, facts) || order.rateType === 'floating' ? null : 'late';
}

/** All seen money is final: T12 when it is what was agreed, else T15. */
function whenFinal(order: Order, facts: PaymentFacts, terms: PaymentTerms, now: Instant): Cause {
  const base = { now, credit: facts.uncredited };
  const reason = requoteReason(order, facts, terms);
  if (reason !== null) {
    return { ...base, move: 'requote', by: 'system', change: { ...seen(facts), requote: proposal(order, facts, terms, { reason, now }) } };
  }
  if (order.rateType === 'fixed') return { ...base, move: 'settle_payment', by: 'provider', change: seen(facts) };
  const quote = terms.recalculate(facts.received);
  if (!quote)
    return {
      ...base,
      move: 'requote',
      by: 'system',
      change: { ...seen(facts), requote: proposal(order, facts, terms, { reason: 'quote_expired', now }) },
    };
  return { ...base, move: 'settle_payment', by: 'provider', change: { ...seen(facts), quote, outcomeAmount: quote.outcomeAmount } };
}

/**
 * The next move that received money causes, or null when there is none. Called again after every move until it gives null,
 * so that a payment that is final at first sight walks T8, T12 in one transaction. Facts are totals, not events: late,
 * repeated and reordered reports lead to the same end (R20).
 */
export function reactToPayment(order: Order, facts: PaymentFacts, terms: PaymentTerms, now: Instant): Cause | null {
  switch (order.status) {
    case 'awaiting_payment':
    case 'payment_claimed':
      if (facts.received > 0n) return { move: 'detect_payment', by: 'provider', now, change: seen(facts) };
      return facts.declined && order.status === 'awaiting_payment'
        ? { move: 'decline_payment', by: 'provider', now, change: { reason: 'declined' satisfies SystemReason } }
        : null;
    case 'moderation':
      return facts.received > 0n ? { move: 'detect_in_moderation', by: 'provider', now, change: seen(facts) } : null;
    case 'payment_detected':
      if (facts.received === 0n)
        return { move: 'lose_payment', by: 'provider', now, change: { ...seen(facts), firstSeenAt: null, incomeTxHash: null } };
      return facts.final === facts.received ? whenFinal(order, facts, terms, now) : null;
    case 'expired':
    case 'cancelled':
    case 'payment_failed':
      if (facts.uncredited === 0n || facts.final !== facts.received) return null;
      return {
        move: 'reopen',
        by: 'provider',
        now,
        credit: facts.uncredited,
        provider: facts.provider,
        change: { ...seen(facts), reason: null, requote: proposal(order, facts, terms, { reason: 'reopened', now }) },
      };
    default:
      return null;
  }
}

/** The system accepts a requote by itself when it is not worse for the customer: the amount asked for, at least the outcome promised (T16). */
export function acceptsItself(order: Order, tolerancePpm: number): boolean {
  const { requote } = order;
  if (order.status !== 'requote' || requote === null || requote.outcomeAmount === null) return false;
  if (requote.reason !== 'late') return false;
  return isEqualWithin(order.incomeAmount, requote.incomeAmount, tolerancePpm) && requote.outcomeAmount >= order.outcomeAmount;
}

/** Taking a requote: its amounts become the order's (T16). */
export function acceptanceOf(
  order: Order,
  requote: Requote & { readonly outcomeAmount: bigint },
  by: 'customer' | 'system',
  now: Instant,
): Cause {
  return {
    move: 'accept_requote',
    by,
    now,
    change: {
      incomeAmount: requote.incomeAmount,
      outcomeAmount: requote.outcomeAmount,
      requote: null,
      quote: requote.quote ?? order.quote,
    },
  };
}

/** More money or an outdated offer while the customer chooses: the same choice with new numbers. Not a move: the state stays. */
export function renewRequote(order: Order, facts: PaymentFacts, terms: PaymentTerms, now: Instant): Requote | null {
  if (order.status !== 'requote' || order.requote === null) return null;
  const changed = order.requote.incomeAmount !== facts.received;
  if (!changed && now < order.requote.expiresAt) return null;
  return proposal(order, facts, terms, { reason: order.requote.reason, now });
}
