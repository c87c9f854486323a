import type { Quote } from './quote.ts';
import type { Instant } from '#core/time.ts';
import type { Cause, PaymentProgress } from './cause.ts';
import type { Order, Requote, RequoteOption, RequoteReason } from './order.ts';
import { isAgreedAmount, requoteOf, type PaymentTerms, type Tolerance } from './requote-options.ts';
import { REQUOTE_CHOICE_MS } from './deadlines.ts';

/** Totals of all reports of money for one order, in minor units of the income side. */
export interface PaymentFacts {
  /** Pending or final. */
  readonly received: bigint;
  /** Final only. */
  readonly final: bigint;
  /** Received as well and returned to the customer, or on the way: counts as received, and is not exchanged again. */
  readonly returned: bigint;
  /** The part of `received` first seen while the rate was locked. */
  readonly inTime: bigint;
  /** The part of `inTime` that is final. */
  readonly finalInTime: bigint;
  /** Final and not yet in the ledger. */
  readonly uncredited: bigint;
  /** In the ledger and reverted since, or more than the rail then reported. */
  readonly reversed: bigint;
  readonly isDeclined: boolean;
  /** Of the transfer with the fewest. */
  readonly confirmations: number;
  readonly requiredConfirmations: number;
  readonly firstSeenAt: Instant | null;
  readonly txHash: string | null;
  readonly provider: string;
  /** Source of the final money: `operator` where no rail has reported it. */
  readonly by: 'provider' | 'operator';
}

/** The facts without pending money, which may never become final: it delays neither an offer nor a surplus. */
const finalOnly = (facts: PaymentFacts): PaymentFacts => ({ ...facts, received: facts.final, inTime: facts.finalInTime });

/**
 * Whether the agreed rate still binds: the agreed amount, or everything seen, was in time; the latter until the lock ends. Never at a
 * floating rate.
 */
function isRateBinding(order: Order, facts: PaymentFacts, terms: PaymentTerms): boolean {
  if (order.rateType === 'floating' || order.rateLockedUntil === null || facts.inTime === 0n) return false;
  const isReached = facts.inTime >= order.incomeAmount || isAgreedAmount(order, facts.inTime, terms);
  return isReached || facts.inTime === facts.received;
}

function buildRequote(
  order: Order,
  facts: PaymentFacts,
  terms: PaymentTerms,
  offer: { reason: RequoteReason; held: boolean; now: Instant },
): Requote {
  const choiceEndsAt = (order.status === 'requote' ? order.expiresAt : null) ?? offer.now + REQUOTE_CHOICE_MS;
  return requoteOf(order, { ...offer, received: facts.received, choiceEndsAt }, terms);
}

/** Total received amount, returned money included. */
export const totalReceived = ({ received, returned }: PaymentFacts): bigint => received + returned;

/** Received money as an order shows it; reverted money counts as never seen. */
export const progressOf = ({
  received,
  returned,
  confirmations,
  requiredConfirmations,
  firstSeenAt,
  txHash,
}: PaymentFacts): PaymentProgress => ({
  received: received + returned,
  confirmations,
  requiredConfirmations,
  firstSeenAt: received === 0n ? null : firstSeenAt,
  txHash: received === 0n ? null : txHash,
});

function requoteReason(order: Order, facts: PaymentFacts, terms: PaymentTerms): RequoteReason | null {
  if (!isAgreedAmount(order, facts.received, terms)) return facts.received < order.incomeAmount ? 'short' : 'over';
  return order.rateType === 'floating' || isRateBinding(order, facts, terms) ? null : 'late';
}

const wasReopened = ({ firstAgreement }: Order): boolean => firstAgreement?.isReopened === true;

/** All received money is final: T12 where it is the agreed amount, else T15. */
function moveWhenFinal(order: Order, facts: PaymentFacts, terms: PaymentTerms, now: Instant): Cause {
  const money = { now, seen: progressOf(facts), credit: facts.uncredited };
  const toRequote = (reason: RequoteReason): Cause => ({
    ...money,
    move: 'requote',
    by: 'system',
    requote: buildRequote(order, facts, terms, { reason, held: isRateBinding(order, facts, terms), now }),
  });
  const settledWith = (quote: Quote | null): Cause =>
    facts.by === 'operator'
      ? { ...money, move: 'confirm_receipt', by: 'operator', quote, note: null }
      : { ...money, move: 'settle_payment', by: 'provider', quote };
  const reason = requoteReason(order, facts, terms);
  // Money after the end stays a choice, also where the first of it was reverted
  if (wasReopened(order) && (reason !== null || order.rateType === 'floating'))
    return { ...money, move: 'requote', by: 'system', requote: reopenedRequote(order, facts, terms, now) };
  if (reason !== null) return toRequote(reason);
  if (order.rateType === 'fixed') return settledWith(null);
  const quote = terms.recalculate(facts.received);
  return quote ? settledWith(quote) : toRequote('quote_expired');
}

/** T12 without sufficient reserve becomes a choice: the same exchange later, or a refund. */
export function waitForReserve(order: Order, facts: PaymentFacts, terms: PaymentTerms, now: Instant): Cause {
  const final = finalOnly(facts);
  const requote = buildRequote(order, final, terms, { reason: 'quote_expired', held: isRateBinding(order, final, terms), now });
  return { move: 'requote', by: 'system', now, seen: progressOf(final), credit: facts.uncredited, requote };
}

/**
 * Money after the end (T22). Ended by a person: its rate does not bind. Expired: treated as late, exchanged without a choice at a current
 * rate not worse (domain 5).
 */
function reopenedRequote(order: Order, facts: PaymentFacts, terms: PaymentTerms, now: Instant): Requote {
  const requote = buildRequote(order, facts, terms, { reason: 'reopened', held: isRateBinding(order, facts, terms), now });
  if (order.rateLockedUntil === null || requote.held || order.rateType === 'floating') return requote;
  const late: Order = { ...order, status: 'requote', requote: { ...requote, reason: 'late' } };
  return automaticChoice(late, terms) === null ? requote : { ...requote, reason: 'late' };
}

const reopenMove = (order: Order, facts: PaymentFacts, terms: PaymentTerms, now: Instant): Cause => ({
  move: 'reopen',
  by: 'provider',
  now,
  credit: facts.uncredited,
  provider: facts.provider,
  seen: progressOf(facts),
  requote: reopenedRequote(order, facts, terms, now),
});

/** Acts on final money. While some is pending, only the agreed amount itself is settled: what comes beyond it is a surplus. */
function moveWhenDetected(order: Order, facts: PaymentFacts, terms: PaymentTerms, now: Instant): Cause | null {
  const final = finalOnly(facts);
  const isWaiting = facts.final !== facts.received && requoteReason(order, final, terms) !== null;
  return isWaiting ? null : moveWhenFinal(order, final, terms, now);
}

/** A person sent the order to moderation with a reason: only a change of its money takes it from there. */
const isInModeration = ({ reason, receivedAmount }: Order, facts: PaymentFacts): boolean =>
  reason !== null && facts.uncredited === 0n && totalReceived(facts) === receivedAmount;

/**
 * The next move caused by received money; null: none. Called after every move: T8 and T12 can share a transaction. Totals, so reordered
 * reports give the same result (R20).
 */
export function moveForPayment(order: Order, facts: PaymentFacts, terms: PaymentTerms, now: Instant): Cause | null {
  switch (order.status) {
    case 'awaiting_payment':
    case 'payment_claimed':
      if (facts.received > 0n) return { move: 'detect_payment', by: 'provider', now, seen: progressOf(facts) };
      return facts.isDeclined && order.status === 'awaiting_payment' ? { move: 'decline_payment', by: 'provider', now } : null;
    case 'moderation':
      if (isInModeration(order, facts)) return null;
      return facts.received > 0n ? { move: 'detect_in_moderation', by: 'provider', now, seen: progressOf(facts) } : null;
    case 'payment_detected':
      if (facts.received === 0n)
        return { move: 'lose_payment', by: 'provider', now, seen: progressOf(facts), removed: 0n, released: [], lost: 0n, recovered: 0n };
      return moveWhenDetected(order, facts, terms, now);
    case 'expired':
    case 'cancelled':
    case 'payment_failed':
      return facts.uncredited === 0n ? null : reopenMove(order, finalOnly(facts), terms, now);
    default:
      return null;
  }
}

/**
 * The option that the system accepts (T16); null: the customer chooses. Only the agreed amount at the agreed rate or one not worse, or any
 * for a floating order.
 */
export function automaticChoice(order: Order, tolerance: Tolerance): RequoteOption | null {
  const { requote } = order;
  const option = requote?.options[0];
  if (order.status !== 'requote' || !requote || !option) return null;
  if (!isAgreedAmount(order, requote.receivedAmount, tolerance)) return null;
  if (option.incomeAmount !== requote.receivedAmount) return null;
  if (order.rateType === 'floating') return requote.reason === 'reopened' ? null : option;
  return (requote.held || requote.reason === 'late') && option.outcomeAmount >= order.outcomeAmount ? option : null;
}

/** The requote by these facts alone; an earlier one does not matter (R67). */
function requoteFromFacts(order: Order, facts: PaymentFacts, terms: PaymentTerms, now: Instant): Requote {
  if (wasReopened(order) || order.requote?.reason === 'reopened') return reopenedRequote(order, facts, terms, now);
  const reason = (facts.received === 0n ? null : requoteReason(order, facts, terms)) ?? 'quote_expired';
  return buildRequote(order, facts, terms, { reason, held: isRateBinding(order, facts, terms), now });
}

/** The requote with new amounts, where money or prices have changed; null: it stays. Not a move: the state stays. */
export function renewRequote(order: Order, facts: PaymentFacts, terms: PaymentTerms, now: Instant): Requote | null {
  const { requote } = order;
  if (order.status !== 'requote' || requote === null) return null;
  const final = finalOnly(facts);
  const choice = requoteFromFacts(order, final, terms, now);
  const isUnchanged = requote.receivedAmount === choice.receivedAmount && requote.held === choice.held && requote.reason === choice.reason;
  return isUnchanged && now < requote.expiresAt && requote.options.length > 0 ? null : choice;
}
