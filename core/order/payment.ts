import type { Quote } from './quote.ts';
import type { Instant } from '#core/time.ts';
import type { Cause, PaymentProgress, Reversal } from './cause.ts';
import type { Order, Requote, RequoteOption, RequoteReason } from './order.ts';
import { isAgreedAmount, requoteOf, type PaymentTerms, type Tolerance } from './requote-options.ts';
import { REQUOTE_CHOICE_MS } from './deadlines.ts';

/** Totals of all reports of money for one order, in minor units of the income side. */
export interface PaymentFacts {
  /** Pending or final. */
  readonly received: bigint;
  /** Final only. */
  readonly final: bigint;
  /** Money that was returned to the customer or is being returned. It is not included in `received` and is not exchanged again. */
  readonly returned: bigint;
  /** The part of `received` first seen while the rate was locked. */
  readonly inTime: bigint;
  /** The part of `inTime` that is final. */
  readonly finalInTime: bigint;
  /** Final and not yet in the ledger. */
  readonly uncredited: bigint;
  /** In the ledger, but no longer reported: the rail reverted it, or reported less than an operator had entered. */
  readonly reversed: bigint;
  readonly isDeclined: boolean;
  /** Confirmations of the transfer that has the fewest. */
  readonly confirmations: number;
  readonly requiredConfirmations: number;
  readonly firstSeenAt: Instant | null;
  readonly txHash: string | null;
  readonly provider: string;
  /** Source of the final money: `operator` where no rail has reported it. */
  readonly by: 'provider' | 'operator';
}

/** A lost payment that was never credited changes nothing in the ledger. */
const NOTHING_REVERSED: Reversal = { removed: 0n, released: [], lost: 0n, recovered: 0n };

/** The facts without pending money. Pending money may never become final, so it must not delay an offer or a surplus. */
const finalOnly = (facts: PaymentFacts): PaymentFacts => ({ ...facts, received: facts.final, inTime: facts.finalInTime });

/**
 * Whether the agreed rate still binds: the agreed amount was seen before the rate lock ended, or all money so far was. A floating rate
 * never binds.
 */
function isRateBinding(order: Order, facts: PaymentFacts, terms: PaymentTerms): boolean {
  if (order.rateType === 'floating' || order.rateLockedUntil === null || facts.inTime === 0n) return false;
  const isAmountInTime = facts.inTime >= order.incomeAmount || isAgreedAmount(order, facts.inTime, terms);
  return isAmountInTime || facts.inTime === facts.received;
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

/** The received money as the order shows it. Reverted money counts as never seen. */
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

/** The move when all received money is final: settles the agreed amount (T12), and requotes any other amount (T15). */
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
  // Money that arrived after the order had ended stays the customer's choice, even if its first part was reverted
  if (wasReopened(order) && (reason !== null || order.rateType === 'floating'))
    return { ...money, move: 'requote', by: 'system', requote: reopenedRequote(order, facts, terms, now) };
  if (reason !== null) return toRequote(reason);
  if (order.rateType === 'fixed') return settledWith(null);
  const quote = terms.recalculate(facts.received);
  return quote ? settledWith(quote) : toRequote('quote_expired');
}

/** Without a sufficient reserve the payment is not settled (T12). The customer chooses between a later exchange and a refund. */
export function waitForReserve(order: Order, facts: PaymentFacts, terms: PaymentTerms, now: Instant): Cause {
  const final = finalOnly(facts);
  const requote = buildRequote(order, final, terms, { reason: 'quote_expired', held: isRateBinding(order, final, terms), now });
  return { move: 'requote', by: 'system', now, seen: progressOf(final), credit: facts.uncredited, requote };
}

/** The requote for money that arrived after the order had ended (T22, domain 5). If a person ended the order, its rate no longer binds. */
function reopenedRequote(order: Order, facts: PaymentFacts, terms: PaymentTerms, now: Instant): Requote {
  const requote = buildRequote(order, facts, terms, { reason: 'reopened', held: isRateBinding(order, facts, terms), now });
  if (order.rateLockedUntil === null || requote.held || order.rateType === 'floating') return requote;
  // After an expiry the money counts as late, and is exchanged without a choice if the current rate is not worse
  const lateRequote: Requote = { ...requote, reason: 'late' };
  const isAcceptedAsLate = automaticChoice({ ...order, status: 'requote', requote: lateRequote }, terms) !== null;
  return isAcceptedAsLate ? lateRequote : requote;
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

/** The move for final money. While other money is pending, only the agreed amount is settled; money beyond it becomes a surplus. */
function moveWhenDetected(order: Order, facts: PaymentFacts, terms: PaymentTerms, now: Instant): Cause | null {
  const final = finalOnly(facts);
  const isWaiting = facts.final !== facts.received && requoteReason(order, final, terms) !== null;
  return isWaiting ? null : moveWhenFinal(order, final, terms, now);
}

/** Whether the order must stay in moderation: a person sent it there with a reason, and its money has not changed since. */
const mustStayInModeration = ({ reason, receivedAmount }: Order, facts: PaymentFacts): boolean =>
  reason !== null && facts.uncredited === 0n && totalReceived(facts) === receivedAmount;

/**
 * The next move caused by received money; null if none. Call it again after each move. Facts are totals, so the order of reports does not
 * matter (R20).
 */
export function moveForPayment(order: Order, facts: PaymentFacts, terms: PaymentTerms, now: Instant): Cause | null {
  switch (order.status) {
    case 'awaiting_payment':
    case 'payment_claimed':
      if (facts.received > 0n) return { move: 'detect_payment', by: 'provider', now, seen: progressOf(facts) };
      return facts.isDeclined && order.status === 'awaiting_payment' ? { move: 'decline_payment', by: 'provider', now } : null;
    case 'moderation':
      if (mustStayInModeration(order, facts)) return null;
      return facts.received > 0n ? { move: 'detect_in_moderation', by: 'provider', now, seen: progressOf(facts) } : null;
    case 'payment_detected':
      if (facts.received === 0n) return { move: 'lose_payment', by: 'provider', now, seen: progressOf(facts), ...NOTHING_REVERSED };
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
 * The option that the system accepts for the customer (T16); null if the customer chooses. Only the agreed amount is accepted without a
 * choice.
 */
export function automaticChoice(order: Order, tolerance: Tolerance): RequoteOption | null {
  const { requote } = order;
  const option = requote?.options[0];
  if (order.status !== 'requote' || !requote || !option) return null;
  if (!isAgreedAmount(order, requote.receivedAmount, tolerance)) return null;
  if (option.incomeAmount !== requote.receivedAmount) return null;
  if (order.rateType === 'floating') return requote.reason === 'reopened' ? null : option;
  // A fixed order is exchanged at the agreed rate or a better one
  return (requote.held || requote.reason === 'late') && option.outcomeAmount >= order.outcomeAmount ? option : null;
}

/** The requote that follows from these facts alone. An earlier requote does not matter (R67). */
function requoteFromFacts(order: Order, facts: PaymentFacts, terms: PaymentTerms, now: Instant): Requote {
  if (wasReopened(order) || order.requote?.reason === 'reopened') return reopenedRequote(order, facts, terms, now);
  const reason = (facts.received === 0n ? null : requoteReason(order, facts, terms)) ?? 'quote_expired';
  return buildRequote(order, facts, terms, { reason, held: isRateBinding(order, facts, terms), now });
}

/** The requote with new amounts, if money or prices have changed; null if it stays. The order's state does not change. */
export function renewRequote(order: Order, facts: PaymentFacts, terms: PaymentTerms, now: Instant): Requote | null {
  const { requote } = order;
  if (order.status !== 'requote' || requote === null) return null;
  const final = finalOnly(facts);
  const renewed = requoteFromFacts(order, final, terms, now);
  const isUnchanged =
    requote.receivedAmount === renewed.receivedAmount && requote.held === renewed.held && requote.reason === renewed.reason;
  return isUnchanged && now < requote.expiresAt && requote.options.length > 0 ? null : renewed;
}
