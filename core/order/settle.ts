import type { Instant } from '#core/time.ts';
import type { Cause, Share, TakenBack } from './cause.ts';
import { isLegal } from './lifecycle.ts';
import { distribute, factsOf, least, type SeenMoney } from './money-seen.ts';
import type { Order } from './order.ts';
import { acceptsItself, type PaymentFacts, reactToPayment, renewRequote, seenOf, shownOf, waitForReserve } from './payment.ts';
import { isAgreedAmount, type PaymentTerms } from './requote-options.ts';
import { EXCHANGED } from './status.ts';
import { AGREED_STATUSES, sharesOf, sumOf } from './surplus.ts';
import type { Touch } from './touch.ts';

/** All that is known of one order's money at one moment. Amounts in minor units of the income side. */
export interface Money {
  /** What rails and operators have said. */
  readonly rows: readonly SeenMoney[];
  /** What suspense holds for the order. */
  readonly kept: readonly Share[];
  /** What of it is on its way back and cannot be withdrawn. */
  readonly returning: bigint;
  /** A payout or refund was begun: what it carries cannot be held back. */
  readonly isLeaving: boolean;
  /** The rail whose suspense keeps what a choice does not exchange. */
  readonly provider: string;
  /** The reserve has just refused to carry what this order comes to. */
  readonly isReserveShort: boolean;
  /** Somebody that the shop makes no exchanges with stands behind it. */
  readonly isListed: boolean;
}

/** What received money causes next. */
export interface Settlement {
  readonly step: { readonly cause: Cause } | { readonly touch: Touch };
  /** On which rows the ledger's total stands once this is written: every row that changes, with its part. */
  readonly posted: readonly { readonly id: string; readonly posted: bigint }[];
  /** A queued return of a surplus is withdrawn first: its money was taken back. */
  readonly withdraws: boolean;
  /** Calls a person: a rail took back what was in the books. `lost`: what had left already; `wasConfirmed`: an operator has said he saw it. */
  readonly reverted: { readonly takenBack: bigint; readonly lost: bigint; readonly wasConfirmed: boolean } | null;
  /** How much more waits beside the agreement to be given back. */
  readonly grown: bigint;
}

interface Situation {
  readonly order: Order;
  readonly money: Money;
  readonly facts: PaymentFacts;
  readonly terms: PaymentTerms;
  readonly now: Instant;
}

const positive = (amount: bigint): bigint => (amount > 0n ? amount : 0n);

/** What the ledger carries for the order. */
const postedOf = ({ rows }: Pick<Money, 'rows'>): bigint => rows.reduce((total, row) => total + row.posted, 0n);

/** The same once these facts are posted. */
const totalOf = ({ money, facts }: Situation): bigint => postedOf(money) + facts.uncredited - facts.takenBack;

const QUIET = { posted: [], withdraws: false, reverted: null, grown: 0n } as const;
const booked = (situation: Situation): Settlement['posted'] => distribute(situation.money.rows, totalOf(situation));

/** Whose alarm it is: a word that was more than the rail then reported is nobody's, unless something had left. */
function revertedOf({ money, facts }: Situation, lost: bigint): Settlement['reverted'] {
  const isTold = lost > 0n || money.rows.some((row) => row.state === 'reverted');
  const wasConfirmed = money.rows.some((row) => row.by === 'operator');
  return facts.takenBack > 0n && isTold ? { takenBack: facts.takenBack, lost, wasConfirmed } : null;
}

/** Nothing of an agreement has left: neither its payout nor its refund is on its way. */
const isStillHere = ({ order, money }: Situation): boolean =>
  EXCHANGED.includes(order.status) || (order.status === 'refund_pending' && !money.isLeaving);

/** What the books have lost of an order: what the ledger carries for it is more than there is. */
export const lostOf = (order: Order, money: Pick<Money, 'rows' | 'kept'>): bigint =>
  order.creditedAmount + order.surplusReturned + sumOf(money.kept) - postedOf(money);

/**
 * The facts as they are of an order without an agreement: what was given back before its exchange was undone is with its customer, and
 * nobody exchanges it once more.
 */
function withoutGivenBack(facts: PaymentFacts, beside: { readonly givenBack: bigint; readonly lost: bigint }): PaymentFacts {
  const { givenBack, lost } = beside;
  const less = (amount: bigint): bigint => positive(amount - (givenBack - lost));
  const { received, final, inTime, finalInTime } = facts;
  return { ...facts, received: less(received), final: less(final), inTime: less(inTime), finalInTime: less(finalInTime), givenBack };
}

function lose({ now }: Situation, facts: PaymentFacts, correction: TakenBack): Settlement['step'] {
  return { cause: { move: 'lose_payment', by: 'provider', now, seen: seenOf(facts), ...correction } };
}

/** A loss as it becomes: what is new of it, or what of it is made good. */
const lossChange = (before: bigint, after: bigint): Pick<TakenBack, 'lost' | 'recovered'> => ({
  lost: positive(after - before),
  recovered: positive(before - after),
});

/**
 * The exchange is undone and the order goes back to a person; more that was given back than now remains is lost. Also where its money was
 * lost while it was on its way and has not left after all.
 */
function undo(situation: Situation): Settlement | null {
  const { order, money, facts } = situation;
  const givenBack = order.surplusReturned + money.returning;
  const left = totalOf(situation) - givenBack;
  if (!isStillHere(situation) || left >= order.creditedAmount) return null;
  const loss = lossChange(lostOf(order, money), positive(-left));
  const released = sharesOf(money.kept, sumOf(money.kept) - money.returning);
  const seen = withoutGivenBack(facts, { givenBack, lost: positive(-left) });
  const step = lose(situation, seen, { gone: order.creditedAmount - positive(left), released, ...loss });
  return { ...QUIET, posted: booked(situation), reverted: revertedOf(situation, loss.lost), step, withdraws: true };
}

/**
 * Money that was in the books and is gone: taken back by a rail, or never there because an operator saw more than the rail then reported.
 * While nothing was made of it, the order loses it and goes on with what there is (R24), its hold kept. What was given back already is lost,
 * and what comes afterwards makes up for that first.
 */
function takeBack(situation: Situation): Settlement | null {
  const { order, money, facts } = situation;
  if (AGREED_STATUSES.includes(order.status)) return undo(situation);
  const before = lostOf(order, money);
  const gone = least(facts.takenBack, order.creditedAmount);
  const owed = before + facts.takenBack - gone;
  const free = least(owed, sumOf(money.kept) - money.returning);
  const came = least(owed - free, facts.uncredited);
  const loss = lossChange(before, owed - free - came);
  if (facts.takenBack === 0n && loss.recovered === 0n) return null;
  const correction: TakenBack = { gone, released: sharesOf(money.kept, free), ...loss };
  const posted = distribute(money.rows, postedOf(money) - facts.takenBack + came);
  const told = { ...QUIET, posted, reverted: revertedOf(situation, loss.lost), withdraws: free > 0n };
  // An offer goes on with what of it the books still carry
  const isAllGone = order.status === 'requote' ? gone === order.creditedAmount : facts.final === 0n;
  const isNoMoreWhatIsChecked = isAllGone || order.status === 'compliance_hold';
  if (gone > 0n && isNoMoreWhatIsChecked && isLegal('lose_payment', order.status, 'provider'))
    return { ...told, step: lose(situation, { ...facts, givenBack: facts.givenBack - free }, correction) };
  return { ...told, step: { touch: { touch: 'correct_credit', by: 'provider', received: shownOf(facts) - free, ...correction } } };
}

/**
 * Money beside an agreement that is done: what came beyond it waits in suspense to be given back, and what was taken back
 * after it had left is a loss with an alarm; money that comes afterwards makes up for a loss first, and so does what was on its way back
 * and has not left after all. Counts final money only.
 */
function balance(situation: Situation): Settlement | null {
  const { order, money, facts } = situation;
  if (!AGREED_STATUSES.includes(order.status)) return null;
  const kept = sumOf(money.kept);
  const total = totalOf(situation);
  const agreed = order.creditedAmount + order.surplusReturned;
  const wantKept = total - agreed > money.returning ? total - agreed : money.returning;
  const isTakenBack = facts.takenBack > 0n || wantKept < kept;
  if (facts.uncredited === 0n && !isTakenBack) return null;
  const grown = positive(wantKept - kept);
  const touch: Touch = {
    touch: 'balance',
    by: facts.by,
    // What was lost is ours: for the customer his order has received what it was settled with
    received: agreed + wantKept,
    kept: { provider: facts.provider, amount: grown },
    released: sharesOf(money.kept, positive(kept - wantKept)),
    ...lossChange(lostOf(order, money), agreed + wantKept - total),
  };
  const reverted = revertedOf(situation, touch.lost);
  return { step: { touch }, posted: booked(situation), withdraws: isTakenBack, reverted, grown };
}

/** The agreement stands: its payout is due, on its way or done. */
const hasAgreement = ({ status }: Order): boolean => EXCHANGED.includes(status) || status === 'payout_sent' || status === 'completed';

/**
 * A report that differs from the operator's word only within the tolerance corrects what was credited: its payer has paid what was
 * agreed, neither more nor less (R67).
 */
function correctWithinTolerance(situation: Situation): Settlement | null {
  const { order, money, terms, facts } = situation;
  const total = totalOf(situation);
  const isCorrection = hasAgreement(order) && total !== order.creditedAmount && money.rows.some((row) => row.by === 'operator');
  const isAlone = order.surplusReturned === 0n && money.kept.length === 0 && lostOf(order, money) === 0n;
  if (!isCorrection || !isAlone || !isAgreedAmount(order, total, terms)) return null;
  return { ...QUIET, posted: booked(situation), step: { touch: { touch: 'correct_agreed', by: facts.by, received: total } } };
}

/**
 * What a choice is about: all that the books carry. A word that its rail reports as seen by now stands until that is final: nobody is told
 * that nothing has arrived (R67).
 */
function inTheBooks(order: Order, facts: PaymentFacts): PaymentFacts {
  const final = order.creditedAmount + facts.uncredited;
  return final > facts.final ? { ...facts, final, finalInTime: least(facts.inTime, final) } : facts;
}

/** While the customer chooses: new numbers for what came or ran out, and his choice made for him where it is none (T16). */
function choose(situation: Situation): Settlement | null {
  const { order, money, terms, now } = situation;
  if (order.status !== 'requote' || order.requote === null) return null;
  const facts = inTheBooks(order, situation.facts);
  const renewed = renewRequote(order, facts, terms, now);
  if (renewed !== null || facts.uncredited > 0n) {
    const requote = renewed ?? order.requote;
    const touch: Touch = { touch: 'renew_offer', by: facts.by, received: facts.final + facts.givenBack, credit: facts.uncredited, requote };
    return { ...QUIET, step: { touch }, posted: booked(situation) };
  }
  const option = acceptsItself(order, terms);
  if (option === null || money.isReserveShort || order.creditedAmount - option.refundAmount !== option.incomeAmount) return null;
  return { ...QUIET, step: { cause: { move: 'accept_requote', by: 'system', now, option, provider: money.provider } } };
}

/** What would be exchanged, where it may be: what the reserve cannot carry becomes a choice, whose money is to be checked waits for a person (T13). */
function admitted(caused: Cause, { order, money, facts, terms, now }: Situation): Cause {
  if (caused.move !== 'settle_payment' && caused.move !== 'confirm_receipt') return caused;
  if (money.isReserveShort) return waitForReserve(order, facts, terms, now);
  const { seen, credit, quote } = caused;
  return money.isListed ? { move: 'hold_for_compliance', by: 'system', now, seen, credit, quote } : caused;
}

/** The move that money causes in this state. */
function moveOn(situation: Situation): Settlement | null {
  const { order, facts, terms, now } = situation;
  const caused = reactToPayment(order, facts, terms, now);
  if (caused === null) return null;
  const cause = admitted(caused, situation);
  return { ...QUIET, step: { cause }, posted: 'credit' in cause && cause.credit > 0n ? booked(situation) : [] };
}

function count({ order, facts }: Situation): Settlement | null {
  const isNews = order.confirmations !== facts.confirmations || order.receivedAmount !== shownOf(facts);
  if (order.status !== 'payment_detected' || !isNews) return null;
  return { ...QUIET, step: { touch: { touch: 'count_confirmations', by: facts.by, seen: seenOf(facts) } } };
}

/** What is gone counts before what came, an agreement before a new one. The first that answers is the next step. */
const WAYS: readonly ((situation: Situation) => Settlement | null)[] = [correctWithinTolerance, takeBack, balance, choose, moveOn, count];

/**
 * The one settlement: the next thing that received money does to an order (domain 5, "What the customer chooses": short, over, late, twice, taken back),
 * or null when all of it is done. Rails' reports, an operator's word and a later look are only different sources of the same
 * facts. Asked again after every step, with what the step has changed; facts are totals, so late, repeated and reordered reports
 * lead to the same end (R20).
 */
export function settle(order: Order, money: Money, terms: PaymentTerms, now: Instant): Settlement | null {
  const all = factsOf(order, money.rows);
  const beside = { givenBack: order.surplusReturned + sumOf(money.kept), lost: lostOf(order, money) };
  const facts = AGREED_STATUSES.includes(order.status) ? all : withoutGivenBack(all, beside);
  const situation: Situation = { order, money, facts, terms, now };
  for (const way of WAYS) {
    const settlement = way(situation);
    if (settlement !== null) return settlement;
  }
  return null;
}
