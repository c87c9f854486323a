import type { Quote } from '#core/quote.ts';
import type { Instant } from '#core/time.ts';
import type { Cause, Seen } from './cause.ts';
import type { Order, Requote, RequoteOption, RequoteReason } from './order.ts';
import { isAgreedAmount, requoteOf, type PaymentTerms, type Tolerance } from './requote-options.ts';
import { REQUOTE_CHOICE_MS } from './terms.ts';

/** What rails and operators have said so far about money for one order, all its transfers together. Amounts in minor units of the income side. */
export interface PaymentFacts {
  /** Seen or final. */
  readonly received: bigint;
  /** Final only. */
  readonly final: bigint;
  /** Came as well and is with its customer again, or on its way there: told as received, and nothing more is made of it. */
  readonly givenBack: bigint;
  /** The part of `received` that was first seen before the rate was unlocked. */
  readonly inTime: bigint;
  /** The part of `inTime` that is final. */
  readonly finalInTime: bigint;
  /** Final and not yet in the ledger. */
  readonly uncredited: bigint;
  /** In the ledger and no longer there: a rail took it back, or its report is less than an operator's word was. */
  readonly takenBack: bigint;
  readonly declined: boolean;
  /** Of the least confirmed transfer. */
  readonly confirmations: number;
  readonly requiredConfirmations: number;
  readonly firstSeenAt: Instant | null;
  readonly txHash: string | null;
  readonly provider: string;
  /** Whose word the final money stands on: `operator` where no rail has said it. */
  readonly by: 'provider' | 'operator';
}

/** The facts without what may never arrive: nobody keeps an offer, or another's order, waiting with money that never becomes final. */
const withoutPending = (facts: PaymentFacts): PaymentFacts => ({ ...facts, received: facts.final, inTime: facts.finalInTime });

/**
 * Whether the agreed rate still binds us: the agreed amount was seen before the rate was unlocked, or all there is was
 * (then it binds what came, while the lock lasts). At a floating rate there is nothing to bind.
 */
function isHeld(order: Order, facts: PaymentFacts, terms: PaymentTerms): boolean {
  if (order.rateType === 'floating' || order.rateLockedUntil === null || facts.inTime === 0n) return false;
  const isReached = facts.inTime >= order.incomeAmount || isAgreedAmount(order, facts.inTime, terms);
  return isReached || facts.inTime === facts.received;
}

function proposal(
  order: Order,
  facts: PaymentFacts,
  terms: PaymentTerms,
  offer: { reason: RequoteReason; held: boolean; now: Instant },
): Requote {
  const ends = (order.status === 'requote' ? order.expiresAt : null) ?? offer.now + REQUOTE_CHOICE_MS;
  return requoteOf(order, { ...offer, received: facts.received, ends }, terms);
}

/** All that came, as an order shows it. */
export const shownOf = ({ received, givenBack }: PaymentFacts): bigint => received + givenBack;

/** As an order shows it; what is gone was never seen. */
export const seenOf = ({ received, givenBack, confirmations, requiredConfirmations, firstSeenAt, txHash }: PaymentFacts): Seen => ({
  received: received + givenBack,
  confirmations,
  requiredConfirmations,
  firstSeenAt: received === 0n ? null : firstSeenAt,
  txHash: received === 0n ? null : txHash,
});

function requoteReason(order: Order, facts: PaymentFacts, terms: PaymentTerms): RequoteReason | null {
  if (!isAgreedAmount(order, facts.received, terms)) return facts.received < order.incomeAmount ? 'short' : 'over';
  return order.rateType === 'floating' || isHeld(order, facts, terms) ? null : 'late';
}

const wasReopened = ({ firstAgreement }: Order): boolean => firstAgreement?.isReopened === true;

/** All seen money is final: T12 when it is what was agreed, else T15. */
function whenFinal(order: Order, facts: PaymentFacts, terms: PaymentTerms, now: Instant): Cause {
  const money = { now, seen: seenOf(facts), credit: facts.uncredited };
  const ask = (reason: RequoteReason): Cause => ({
    ...money,
    move: 'requote',
    by: 'system',
    requote: proposal(order, facts, terms, { reason, held: isHeld(order, facts, terms), now }),
  });
  const settled = (quote: Quote | null): Cause =>
    facts.by === 'operator'
      ? { ...money, move: 'confirm_receipt', by: 'operator', quote, note: null }
      : { ...money, move: 'settle_payment', by: 'provider', quote };
  const reason = requoteReason(order, facts, terms);
  // What came after its end is a choice as it was, also when what came first is undone
  if (wasReopened(order) && (reason !== null || order.rateType === 'floating'))
    return { ...money, move: 'requote', by: 'system', requote: reopening(order, facts, terms, now) };
  if (reason !== null) return ask(reason);
  if (order.rateType === 'fixed') return settled(null);
  const quote = terms.recalculate(facts.received);
  return quote ? settled(quote) : ask('quote_expired');
}

/** T12 that the reserve cannot carry becomes a choice: the same as soon as it can, or the money back. */
export function waitForReserve(order: Order, facts: PaymentFacts, terms: PaymentTerms, now: Instant): Cause {
  const settled = withoutPending(facts);
  const requote = proposal(order, settled, terms, { reason: 'quote_expired', held: isHeld(order, settled, terms), now });
  return { move: 'requote', by: 'system', now, seen: seenOf(settled), credit: facts.uncredited, requote };
}

/**
 * Money after the end (T22): an order that was ended by somebody binds no rate and has no lock; one whose time only ran out may still,
 * and what comes late at a present rate that is no worse is late money like any other, exchanged without asking (domain 5).
 */
function reopening(order: Order, facts: PaymentFacts, terms: PaymentTerms, now: Instant): Requote {
  const requote = proposal(order, facts, terms, { reason: 'reopened', held: isHeld(order, facts, terms), now });
  if (order.rateLockedUntil === null || requote.held || order.rateType === 'floating') return requote;
  const late: Order = { ...order, status: 'requote', requote: { ...requote, reason: 'late' } };
  return acceptsItself(late, terms) === null ? requote : { ...requote, reason: 'late' };
}

const whenReopened = (order: Order, facts: PaymentFacts, terms: PaymentTerms, now: Instant): Cause => ({
  move: 'reopen',
  by: 'provider',
  now,
  credit: facts.uncredited,
  provider: facts.provider,
  seen: seenOf(facts),
  requote: reopening(order, facts, terms, now),
});

/** Everything final is acted on; while something is pending, only the agreed amount itself: what comes beyond it is a surplus. */
function whenDetected(order: Order, facts: PaymentFacts, terms: PaymentTerms, now: Instant): Cause | null {
  const settled = withoutPending(facts);
  const waits = facts.final !== facts.received && requoteReason(order, settled, terms) !== null;
  return waits ? null : whenFinal(order, settled, terms, now);
}

/** A person has sent it to people, with a reason: money that he knew of does not take it from them, only what changes does. */
const isWithPeople = ({ reason, receivedAmount }: Order, facts: PaymentFacts): boolean =>
  reason !== null && facts.uncredited === 0n && shownOf(facts) === receivedAmount;

/**
 * The next move that received money causes, or null when there is none. Called again after every move until it gives null,
 * so that a payment that is final at first sight walks T8, T12 in one transaction. Facts are totals, not events: late,
 * repeated and reordered reports lead to the same end (R20).
 */
export function reactToPayment(order: Order, facts: PaymentFacts, terms: PaymentTerms, now: Instant): Cause | null {
  switch (order.status) {
    case 'awaiting_payment':
    case 'payment_claimed':
      if (facts.received > 0n) return { move: 'detect_payment', by: 'provider', now, seen: seenOf(facts) };
      return facts.declined && order.status === 'awaiting_payment' ? { move: 'decline_payment', by: 'provider', now } : null;
    case 'moderation':
      if (isWithPeople(order, facts)) return null;
      return facts.received > 0n ? { move: 'detect_in_moderation', by: 'provider', now, seen: seenOf(facts) } : null;
    case 'payment_detected':
      if (facts.received === 0n)
        return { move: 'lose_payment', by: 'provider', now, seen: seenOf(facts), gone: 0n, released: [], lost: 0n, recovered: 0n };
      return whenDetected(order, facts, terms, now);
    case 'expired':
    case 'cancelled':
    case 'payment_failed':
      return facts.uncredited === 0n ? null : whenReopened(order, withoutPending(facts), terms, now);
    default:
      return null;
  }
}

/**
 * The system accepts a requote by itself when it is not worse for the customer and nothing of it is a choice (T16): all
 * that came is the amount asked for, and it is exchanged at the agreed rate, or late at one that is at least as good, or
 * at whatever the rate is where that was the agreement.
 */
export function acceptsItself(order: Order, tolerance: Tolerance): RequoteOption | null {
  const { requote } = order;
  const option = requote?.options[0];
  if (order.status !== 'requote' || !requote || !option) return null;
  if (!isAgreedAmount(order, requote.receivedAmount, tolerance)) return null;
  if (option.incomeAmount !== requote.receivedAmount) return null;
  if (order.rateType === 'floating') return requote.reason === 'reopened' ? null : option;
  return (requote.held || requote.reason === 'late') && option.outcomeAmount >= order.outcomeAmount ? option : null;
}

/** The choice as these facts alone would have made it, whatever an earlier one said (R67). */
function choiceFrom(order: Order, facts: PaymentFacts, terms: PaymentTerms, now: Instant): Requote {
  if (wasReopened(order) || order.requote?.reason === 'reopened') return reopening(order, facts, terms, now);
  const reason = (facts.received === 0n ? null : requoteReason(order, facts, terms)) ?? 'quote_expired';
  return proposal(order, facts, terms, { reason, held: isHeld(order, facts, terms), now });
}

/** Other money or an outdated offer while the customer chooses: the same choice with new numbers. Not a move: the state stays. */
export function renewRequote(order: Order, facts: PaymentFacts, terms: PaymentTerms, now: Instant): Requote | null {
  const { requote } = order;
  if (order.status !== 'requote' || requote === null) return null;
  const settled = withoutPending(facts);
  const choice = choiceFrom(order, settled, terms, now);
  const isAsBefore = requote.receivedAmount === choice.receivedAmount && requote.held === choice.held && requote.reason === choice.reason;
  return isAsBefore && now < requote.expiresAt && requote.options.length > 0 ? null : choice;
}
