import { larger, positivePart, smaller } from '#core/money/bigint.ts';
import type { Instant } from '#core/time.ts';
import type { Cause, Share, Reversal } from './cause.ts';
import { isLegal } from './lifecycle.ts';
import { distribute, factsOf, type PaymentReport } from './payment-reports.ts';
import type { Order } from './order.ts';
import { automaticChoice, type PaymentFacts, moveForPayment, renewRequote, progressOf, totalReceived, waitForReserve } from './payment.ts';
import { isAgreedAmount, type PaymentTerms } from './requote-options.ts';
import { PAID_NOT_SENT } from './status.ts';
import { SETTLED_STATUSES, sharesOf, sumOf } from './surplus.ts';
import type { Touch } from './touch.ts';

/** Everything known about one order's money at one moment. Amounts are in minor units of the income side. */
export interface Money {
  /** Reports of rails and entries of operators. */
  readonly rows: readonly PaymentReport[];
  /** What suspense holds for the order. */
  readonly inSuspense: readonly Share[];
  /** The part of the suspense that is being returned. The return can no longer be cancelled. */
  readonly returning: bigint;
  /** Whether a payout or refund has begun, so that its money cannot be held back. */
  readonly hasOutgoing: boolean;
  /** The rail whose suspense account takes the amount that a choice does not exchange. */
  readonly provider: string;
  /** Whether the reserve has just refused the outcome of this order. */
  readonly isReserveShort: boolean;
  /** Whether the customer or a requisite is on the blacklist. */
  readonly isBlacklisted: boolean;
}

/** The next step that received money causes. */
export interface Settlement {
  readonly step: { readonly cause: Cause } | { readonly touch: Touch };
  /** The posted part of each report whose part changes with this step. */
  readonly posted: readonly { readonly id: string; readonly posted: bigint }[];
  /** Whether a queued return of a surplus is cancelled first, because its money was reverted. */
  readonly cancelsReturn: boolean;
  /**
   * The alarm to raise, as a rail reverted money of the ledger. `lost`: the part already paid out. `wasConfirmed`: an operator had entered
   * a payment.
   */
  readonly reverted: { readonly reversed: bigint; readonly lost: bigint; readonly wasConfirmed: boolean } | null;
  /** How much is added to the surplus that waits to be returned. */
  readonly addedSurplus: bigint;
}

interface Situation {
  readonly order: Order;
  readonly money: Money;
  readonly facts: PaymentFacts;
  readonly terms: PaymentTerms;
  readonly now: Instant;
}

/** The money of the order in the ledger. */
const totalPosted = ({ rows }: Pick<Money, 'rows'>): bigint => rows.reduce((total, row) => total + row.posted, 0n);

/** The money of the order in the ledger after these facts are posted. */
const totalAfterPosting = ({ money, facts }: Situation): bigint => totalPosted(money) + facts.uncredited - facts.reversed;

const NO_EFFECT = { posted: [], cancelsReturn: false, reverted: null, addedSurplus: 0n } as const;
const postedRows = (situation: Situation): Settlement['posted'] => distribute(situation.money.rows, totalAfterPosting(situation));

/** Alarm data of a reversal. Null if only an operator's entry exceeded the rail's report and nothing had been paid out. */
function reversalAlarm({ money, facts }: Situation, lost: bigint): Settlement['reverted'] {
  const needsAlarm = lost > 0n || money.rows.some((row) => row.by === 'rail' && row.state === 'reverted');
  const wasConfirmed = money.rows.some((row) => row.by === 'operator');
  return facts.reversed > 0n && needsAlarm ? { reversed: facts.reversed, lost, wasConfirmed } : null;
}

/** Whether neither the payout nor the refund of the order is on its way. */
const isNotSentYet = ({ order, money }: Situation): boolean =>
  PAID_NOT_SENT.includes(order.status) || (order.status === 'refund_pending' && !money.hasOutgoing);

/** The loss on an order so far: what the order says it has received, minus what the ledger has. */
export const ledgerShortfall = (order: Order, money: Pick<Money, 'rows' | 'inSuspense'>): bigint =>
  order.creditedAmount + order.surplusReturned + sumOf(money.inSuspense) - totalPosted(money);

/** The facts of an order that is not settled, without the money that was already returned: it is not exchanged again. */
function withoutReturned(facts: PaymentFacts, adjustment: { readonly returned: bigint; readonly lost: bigint }): PaymentFacts {
  const { returned, lost } = adjustment;
  const withoutReturn = (amount: bigint): bigint => positivePart(amount - (returned - lost));
  const { received, final, inTime, finalInTime } = facts;
  return {
    ...facts,
    received: withoutReturn(received),
    final: withoutReturn(final),
    inTime: withoutReturn(inTime),
    finalInTime: withoutReturn(finalInTime),
    returned,
  };
}

function losePayment({ now }: Situation, facts: PaymentFacts, correction: Reversal): Settlement['step'] {
  return { cause: { move: 'lose_payment', by: 'provider', now, seen: progressOf(facts), ...correction } };
}

/** The change from one loss to another, as a new loss or a recovered one. */
const lossChange = (before: bigint, after: bigint): Pick<Reversal, 'lost' | 'recovered'> => ({
  lost: positivePart(after - before),
  recovered: positivePart(before - after),
});

/**
 * Undoes an exchange whose payout or refund is not on its way, and sends the order to moderation. Null if the credited amount is still
 * covered.
 */
function undoExchange(situation: Situation): Settlement | null {
  const { order, money, facts } = situation;
  const returned = order.surplusReturned + money.returning;
  const remaining = totalAfterPosting(situation) - returned;
  if (!isNotSentYet(situation) || remaining >= order.creditedAmount) return null;
  // What was returned beyond the remaining money is lost
  const loss = lossChange(ledgerShortfall(order, money), positivePart(-remaining));
  const released = sharesOf(money.inSuspense, sumOf(money.inSuspense) - money.returning);
  const seen = withoutReturned(facts, { returned, lost: positivePart(-remaining) });
  const step = losePayment(situation, seen, { removed: order.creditedAmount - positivePart(remaining), released, ...loss });
  return { ...NO_EFFECT, posted: postedRows(situation), reverted: reversalAlarm(situation, loss.lost), step, cancelsReturn: true };
}

/**
 * The effect of reverted money, or of an operator's entry above the rail's later report. An order that is not settled continues with the
 * remaining money (R24).
 */
function reverseMoney(situation: Situation): Settlement | null {
  const { order, money, facts } = situation;
  if (SETTLED_STATUSES.includes(order.status)) return undoExchange(situation);
  const before = ledgerShortfall(order, money);
  const removed = smaller(facts.reversed, order.creditedAmount);
  const shortfall = before + facts.reversed - removed;
  const freeInSuspense = smaller(shortfall, sumOf(money.inSuspense) - money.returning);
  // Reverted money that was already returned is a loss until new money covers it
  const coveredByNew = smaller(shortfall - freeInSuspense, facts.uncredited);
  const loss = lossChange(before, shortfall - freeInSuspense - coveredByNew);
  if (facts.reversed === 0n && loss.recovered === 0n) return null;
  const correction: Reversal = { removed, released: sharesOf(money.inSuspense, freeInSuspense), ...loss };
  const posted = distribute(money.rows, totalPosted(money) - facts.reversed + coveredByNew);
  const outcome = { ...NO_EFFECT, posted, reverted: reversalAlarm(situation, loss.lost), cancelsReturn: freeInSuspense > 0n };
  // A requote continues while any credited money remains
  const isFullyReversed = order.status === 'requote' ? removed === order.creditedAmount : facts.final === 0n;
  const needsReview = isFullyReversed || order.status === 'compliance_hold';
  if (removed > 0n && needsReview && isLegal('lose_payment', order.status, 'provider'))
    return { ...outcome, step: losePayment(situation, { ...facts, returned: facts.returned - freeInSuspense }, correction) };
  return {
    ...outcome,
    step: { touch: { touch: 'correct_credit', by: 'provider', received: totalReceived(facts) - freeInSuspense, ...correction } },
  };
}

/**
 * The effect of final money beyond a settled agreement. A surplus waits in suspense. Money reverted after the payout is a loss, which later
 * money covers first.
 */
function balanceSurplus(situation: Situation): Settlement | null {
  const { order, money, facts } = situation;
  if (!SETTLED_STATUSES.includes(order.status)) return null;
  const suspenseTotal = sumOf(money.inSuspense);
  const total = totalAfterPosting(situation);
  const settledAmount = order.creditedAmount + order.surplusReturned;
  const targetSuspense = larger(total - settledAmount, money.returning);
  const isReversal = facts.reversed > 0n || targetSuspense < suspenseTotal;
  if (facts.uncredited === 0n && !isReversal) return null;
  const addedSurplus = positivePart(targetSuspense - suspenseTotal);
  const touch: Touch = {
    touch: 'balance',
    by: facts.by,
    // The loss is ours, so the customer's order still shows the settled amount
    received: settledAmount + targetSuspense,
    surplus: { provider: facts.provider, amount: addedSurplus },
    released: sharesOf(money.inSuspense, positivePart(suspenseTotal - targetSuspense)),
    ...lossChange(ledgerShortfall(order, money), settledAmount + targetSuspense - total),
  };
  const reverted = reversalAlarm(situation, touch.lost);
  return { step: { touch }, posted: postedRows(situation), cancelsReturn: isReversal, reverted, addedSurplus };
}

/** Whether the order has a binding agreement, whose payout is due, on its way or completed. */
const hasAgreement = ({ status }: Order): boolean => PAID_NOT_SENT.includes(status) || status === 'payout_sent' || status === 'completed';

/** Corrects the credited amount if the rail's report differs from the operator's entry but is the agreed amount too (R67). */
function correctWithinTolerance(situation: Situation): Settlement | null {
  const { order, money, terms, facts } = situation;
  const total = totalAfterPosting(situation);
  const isCorrection = hasAgreement(order) && total !== order.creditedAmount && money.rows.some((row) => row.by === 'operator');
  const hasNoSurplusOrLoss = order.surplusReturned === 0n && money.inSuspense.length === 0 && ledgerShortfall(order, money) === 0n;
  if (!isCorrection || !hasNoSurplusOrLoss || !isAgreedAmount(order, total, terms)) return null;
  return { ...NO_EFFECT, posted: postedRows(situation), step: { touch: { touch: 'correct_agreed', by: facts.by, received: total } } };
}

/** The facts of a requote, in which all credited money is final. An operator's entry counts until its rail report is final (R67). */
function withLedgerCredit(order: Order, facts: PaymentFacts): PaymentFacts {
  const final = order.creditedAmount + facts.uncredited;
  return final > facts.final ? { ...facts, final, finalInTime: smaller(facts.inTime, final) } : facts;
}

/** During a requote: new amounts if money or prices changed, else the choice that the system accepts for the customer (T16). */
function renewOrAcceptRequote(situation: Situation): Settlement | null {
  const { order, money, terms, now } = situation;
  if (order.status !== 'requote' || order.requote === null) return null;
  const facts = withLedgerCredit(order, situation.facts);
  const renewed = renewRequote(order, facts, terms, now);
  if (renewed !== null || facts.uncredited > 0n) {
    const requote = renewed ?? order.requote;
    const touch: Touch = { touch: 'renew_offer', by: facts.by, received: facts.final + facts.returned, credit: facts.uncredited, requote };
    return { ...NO_EFFECT, step: { touch }, posted: postedRows(situation) };
  }
  const option = automaticChoice(order, terms);
  if (option === null || money.isReserveShort || order.creditedAmount - option.refundAmount !== option.incomeAmount) return null;
  return { ...NO_EFFECT, step: { cause: { move: 'accept_requote', by: 'system', now, option, provider: money.provider } } };
}

/** Replaces a settlement that must not happen: without a sufficient reserve it becomes a choice, and blacklisted money waits for a person (T13). */
function replaceBlockedSettlement(proposedCause: Cause, { order, money, facts, terms, now }: Situation): Cause {
  if (proposedCause.move !== 'settle_payment' && proposedCause.move !== 'confirm_receipt') return proposedCause;
  if (money.isReserveShort) return waitForReserve(order, facts, terms, now);
  const { seen, credit, quote } = proposedCause;
  return money.isBlacklisted ? { move: 'hold_for_compliance', by: 'system', now, seen, credit, quote } : proposedCause;
}

/** The move that the money causes in this state. */
function nextMove(situation: Situation): Settlement | null {
  const { order, facts, terms, now } = situation;
  const proposedCause = moveForPayment(order, facts, terms, now);
  if (proposedCause === null) return null;
  const cause = replaceBlockedSettlement(proposedCause, situation);
  return { ...NO_EFFECT, step: { cause }, posted: 'credit' in cause && cause.credit > 0n ? postedRows(situation) : [] };
}

function updateProgress({ order, facts }: Situation): Settlement | null {
  const hasChanged = order.confirmations !== facts.confirmations || order.receivedAmount !== totalReceived(facts);
  if (order.status !== 'payment_detected' || !hasChanged) return null;
  return { ...NO_EFFECT, step: { touch: { touch: 'count_confirmations', by: facts.by, seen: progressOf(facts) } } };
}

/** The possible steps by priority. Reverted money comes before received money, and the existing agreement before a new one. */
const STEPS: readonly ((situation: Situation) => Settlement | null)[] = [
  correctWithinTolerance,
  reverseMoney,
  balanceSurplus,
  renewOrAcceptRequote,
  nextMove,
  updateProgress,
];

/**
 * The next effect of received money on an order (domain 5); null if none. Call it again after each step. Facts are totals, so reordered
 * reports change nothing (R20).
 */
export function settle(order: Order, money: Money, terms: PaymentTerms, now: Instant): Settlement | null {
  const all = factsOf(order, money.rows);
  const adjustment = { returned: order.surplusReturned + sumOf(money.inSuspense), lost: ledgerShortfall(order, money) };
  const facts = SETTLED_STATUSES.includes(order.status) ? all : withoutReturned(all, adjustment);
  const situation: Situation = { order, money, facts, terms, now };
  for (const step of STEPS) {
    const settlement = step(situation);
    if (settlement !== null) return settlement;
  }
  return null;
}
