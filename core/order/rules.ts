import type { Posting } from '#core/ledger/account.ts';
import type { Refusal } from '#core/refusal.ts';
import type { Instant } from '#core/time.ts';
import type { CauseOf, Fee, Seen } from './cause.ts';
import { type HoldChange, KEEP, promisedBy, promiseOutcome, smallerHold, VOID } from './hold.ts';
import type { StepName } from './lifecycle.ts';
import type { FirstAgreement, Order } from './order.ts';
import {
  convert,
  creditLate,
  creditReceived,
  networkFee,
  type OrderAssets,
  payBack,
  setAside,
  settleTransit,
  takenBack,
  unconvert,
  undispatch,
} from './postings.ts';
import type { SystemReason } from './reason.ts';
import { EXCHANGED } from './status.ts';
import { hasMoney } from './surplus.ts';
import { CLAIM_WINDOW_MS, COMPLIANCE_DECISION_MS, MODERATION_HOLD_MS, REQUISITES_WINDOW_MS, REQUOTE_CHOICE_MS } from './terms.ts';

export type DecisionRefusal = 'order_state_conflict' | 'required';

export interface Context<M extends StepName> {
  readonly order: Order;
  readonly assets: OrderAssets;
  readonly cause: CauseOf<M>;
  /** The order as the move makes it, its state and version not yet counted. */
  readonly next: Order;
}

/** What one move does beyond changing the state: the columns "hold" and "postings" of the table in domain section 5. */
export interface Rule<M extends StepName> {
  /** What the move's facts change of the order; absent: nothing. */
  readonly next?: (order: Order, cause: CauseOf<M>) => Order;
  readonly hold: (context: Context<M>) => HoldChange;
  readonly postings: (context: Context<M>) => readonly Posting[];
  /** Deadline of the new state; null: none. */
  readonly expiresAt: (context: Context<M>) => Instant | null;
  /** A condition beyond the table. */
  readonly guard?: (context: Context<M>) => Refusal<DecisionRefusal> | null;
}

type Crediting = 'settle_payment' | 'confirm_receipt' | 'hold_for_compliance' | 'requote';
type Worded = 'refuse_verification' | 'refund_from_compliance' | 'moderate_compliance' | 'call_off' | 'reject' | 'refund';

const keep = () => KEEP;
const release = () => VOID;
const none = () => [];
const noDeadline = () => null;
const after =
  (ms: number) =>
  ({ cause }: Context<StepName>): Instant =>
    cause.now + ms;

export const CONFLICT: Refusal<DecisionRefusal> = { code: 'order_state_conflict' };
const needsReason = ({ cause }: Context<Worded>): Refusal<DecisionRefusal> | null =>
  cause.note === null || cause.note.trim() === '' ? { code: 'required', field: 'note' } : null;
const needsCredit = ({ order }: Context<StepName>): Refusal<DecisionRefusal> | null => (order.creditedAmount > 0n ? null : CONFLICT);

export const withSeen = (order: Order, seen: Seen): Order => ({
  ...order,
  receivedAmount: seen.received,
  confirmations: seen.confirmations,
  requiredConfirmations: seen.requiredConfirmations,
  firstSeenAt: seen.firstSeenAt,
  incomeTxHash: seen.txHash,
});
const seeing = (order: Order, { seen }: CauseOf<'detect_payment' | 'detect_in_moderation'>): Order => ({
  ...withSeen(order, seen),
  reason: null,
});
const crediting = (order: Order, { seen, credit }: CauseOf<Crediting | 'reopen'>): Order => ({
  ...withSeen(order, seen),
  creditedAmount: order.creditedAmount + credit,
});
const feeFits = (context: Context<'refund' | 'refund_from_compliance'>): Refusal<DecisionRefusal> | null =>
  context.cause.fee >= 0n && context.cause.fee < context.order.creditedAmount ? null : CONFLICT;
/** It goes back less what is kept. */
const keeping = (order: Order, cause: CauseOf<'refund' | 'refund_from_compliance'>): Order => ({
  ...order,
  reason: cause.note,
  refundFee: cause.fee,
});
/** The customer reads why on his order. */
const told = (order: Order, { note }: CauseOf<Worded>): Order => ({ ...order, reason: note });
/** An order that somebody ended binds no rate: money that comes later is exchanged at the present one (T22). */
const unlocked = (order: Order): Order => ({ ...order, rateLockedUntil: null });

const credit = ({ next, assets, cause }: Context<Crediting>): Posting[] => creditReceived(next, assets, cause.credit);
/** T12: the exchange of all that is credited. */
const exchange = ({ next, assets }: Context<StepName>): Posting =>
  convert(next, assets, { income: next.creditedAmount, outcome: next.outcomeAmount });
const spent = (fee: Fee | null): Posting[] => (fee === null ? [] : networkFee(fee));

const QUIET: Rule<StepName> = { hold: keep, postings: none, expiresAt: noDeadline };
const ENDED: Rule<StepName> = { hold: release, postings: none, expiresAt: noDeadline };
const REFUND: Rule<StepName> = { ...ENDED, guard: needsCredit };
const PAID: Rule<StepName> = {
  hold: ({ order, next }) => promiseOutcome(order.hold, next),
  postings: (context) => [exchange(context)],
  expiresAt: noDeadline,
  guard: ({ next }) => (next.creditedAmount > 0n ? null : CONFLICT),
};

/** Kept once, before anything is made of money: what is lost later undoes whatever was made of it. */
const firstOf = ({ firstAgreement, incomeAmount, outcomeAmount, quote }: Order): FirstAgreement =>
  firstAgreement ?? { incomeAmount, outcomeAmount, quote, isReopened: false };

/** The numbers of the first agreement, where another one has taken its place. */
const asFirstAgreed = ({ firstAgreement, incomeAmount, outcomeAmount, quote }: Order) =>
  firstAgreement === null
    ? { incomeAmount, outcomeAmount, quote }
    : { incomeAmount: firstAgreement.incomeAmount, outcomeAmount: firstAgreement.outcomeAmount, quote: firstAgreement.quote };

const SETTLED: Rule<'settle_payment' | 'confirm_receipt' | 'hold_for_compliance'> = {
  ...PAID,
  next: (order, cause) => {
    const next = { ...crediting(order, cause), firstAgreement: firstOf(order) };
    return cause.quote === null ? next : { ...next, quote: cause.quote, outcomeAmount: cause.quote.outcomeAmount };
  },
  postings: (context) => [...credit(context), exchange(context)],
};

/** Taking a choice: its amounts become the order's, what it does not exchange is set aside to be given back (T16). */
const ACCEPTED: Rule<'accept_requote'> = {
  ...PAID,
  next: (order, { option }) => ({
    ...order,
    creditedAmount: order.creditedAmount - option.refundAmount,
    incomeAmount: option.incomeAmount,
    outcomeAmount: option.outcomeAmount,
    quote: option.quote ?? order.quote,
    firstAgreement: firstOf(order),
    requote: null,
  }),
  postings: (context) => {
    const { next, assets, cause } = context;
    return [...setAside(next, assets, { amount: cause.option.refundAmount, provider: cause.provider }), exchange(context)];
  },
  // Exactly what the books hold: never what a rail has taken back since the choice was offered
  guard: ({ next }) => (next.creditedAmount > 0n && next.creditedAmount === next.incomeAmount ? null : CONFLICT),
};

/** What was exchanged is not, at whatever numbers; what was credited and is gone is not; the hold stays for the person who looks (R24). */
const LOST: Rule<'lose_payment'> = {
  ...QUIET,
  next: (order, { seen, gone }) => ({
    ...withSeen(order, seen),
    ...asFirstAgreed(order),
    creditedAmount: order.creditedAmount - gone,
    refundFee: 0n,
    requote: null,
    reason: null,
  }),
  postings: ({ order, assets, cause }) => [
    ...(EXCHANGED.includes(order.status) ? [unconvert(order, assets)] : []),
    ...takenBack(order, assets, cause),
  ],
  expiresAt: after(MODERATION_HOLD_MS),
};

const REOPENED: Rule<'reopen'> = {
  next: (order, cause) => ({
    ...crediting(order, cause),
    reason: null,
    requote: cause.requote,
    firstAgreement: { ...firstOf(order), isReopened: true },
  }),
  hold: ({ cause }) => {
    const amount = promisedBy(cause.requote);
    return amount > 0n ? { do: 'adjust_if_possible', amount } : KEEP;
  },
  postings: ({ next, assets, cause }) => creditLate(next, assets, { amount: cause.credit, provider: cause.provider }),
  expiresAt: after(REQUOTE_CHOICE_MS),
};

/** A definite failure: what was on its way is promised again, where the reserve still can. */
const FAILED: Rule<'fail_payout'> = {
  next: (order) => ({ ...order, reason: null }),
  hold: ({ order }) => (order.status === 'payout_sent' ? { do: 'adjust_if_possible', amount: order.outcomeAmount } : KEEP),
  postings: ({ order, assets, cause }) => [...(order.status === 'payout_sent' ? [undispatch(order, assets)] : []), ...spent(cause.fee)],
  expiresAt: noDeadline,
};

const sent = (order: Order, { txHash }: CauseOf<'complete' | 'complete_refund'>): Order => ({
  ...order,
  outcomeTxHash: txHash ?? order.outcomeTxHash,
});
const because =
  (reason: SystemReason) =>
  (order: Order): Order => ({ ...order, reason });

/** What each move does beyond changing the state. */
export const RULES: { readonly [M in StepName]: Rule<M> } = {
  accept_verification: { ...QUIET, expiresAt: after(REQUISITES_WINDOW_MS) },
  accept_verification_requote: {
    ...QUIET,
    next: (order, { requote }) => ({ ...order, requote }),
    expiresAt: after(REQUOTE_CHOICE_MS),
  },
  refuse_verification: { ...ENDED, next: told, guard: needsReason },
  give_requisites: {
    ...QUIET,
    next: (order, { deadline, reference, requiredConfirmations }) => ({
      ...order,
      rateLockedUntil: order.rateType === 'fixed' ? deadline : null,
      requiredConfirmations,
      requisitesReference: reference,
    }),
    expiresAt: ({ cause }) => cause.deadline,
  },
  fail_requisites: { ...ENDED, next: because('no_requisites') },
  claim_payment: {
    ...QUIET,
    next: (order, { invoiceId, txHash, now }) => ({ ...order, claim: { invoiceId, txHash, at: now } }),
    expiresAt: after(CLAIM_WINDOW_MS),
    guard: ({ order, cause }) => (order.expiresAt !== null && cause.now > order.expiresAt ? CONFLICT : null),
  },
  detect_payment: { ...QUIET, next: seeing },
  detect_in_moderation: { ...QUIET, next: seeing },
  lose_payment: LOST,
  expire: ENDED,
  expire_verification: { ...ENDED, next: (order, { reason }) => ({ ...order, reason }) },
  moderate_claim: { ...QUIET, expiresAt: after(MODERATION_HOLD_MS) },
  cancel: { ...ENDED, next: unlocked, guard: ({ order }) => (hasMoney(order) ? CONFLICT : null) },
  call_off: {
    ...ENDED,
    next: (order, cause) => unlocked(told(order, cause)),
    guard: (context) => (hasMoney(context.order) ? CONFLICT : needsReason(context)),
  },
  settle_payment: SETTLED,
  confirm_receipt: SETTLED,
  hold_for_compliance: { ...SETTLED, postings: credit, expiresAt: after(COMPLIANCE_DECISION_MS) },
  clear_compliance: PAID,
  refund_from_compliance: {
    ...REFUND,
    next: keeping,
    guard: (context) => needsCredit(context) ?? needsReason(context) ?? feeFits(context),
  },
  moderate_compliance: { ...QUIET, next: told, expiresAt: after(MODERATION_HOLD_MS), guard: needsReason },
  requote: {
    next: (order, cause) => ({ ...crediting(order, cause), requote: cause.requote }),
    hold: ({ order, cause }) => smallerHold(order.hold, cause.requote),
    postings: credit,
    expiresAt: after(REQUOTE_CHOICE_MS),
  },
  accept_requote: ACCEPTED,
  refuse_requote: { ...REFUND, next: (order) => ({ ...order, requote: null }) },
  queue_payout: QUIET,
  claim_payout: { ...QUIET, hold: () => ({ do: 'post' }) },
  complete: {
    ...QUIET,
    next: sent,
    postings: ({ next, assets, cause }) => [settleTransit(next, assets), ...spent(cause.fee)],
  },
  fail_payout: FAILED,
  retry_payout: { ...QUIET, hold: ({ order, next }) => promiseOutcome(order.hold, next) },
  reopen: REOPENED,
  decline_payment: { ...ENDED, next: (order) => unlocked(because('declined')(order)) },
  reject: { ...ENDED, next: told, guard: (context) => (hasMoney(context.order) ? CONFLICT : needsReason(context)) },
  refund: {
    ...REFUND,
    next: keeping,
    postings: ({ order, assets }) => (order.status === 'moderation' ? [] : [unconvert(order, assets)]),
    guard: (context) => needsCredit(context) ?? needsReason(context) ?? feeFits(context),
  },
  complete_refund: {
    ...QUIET,
    next: sent,
    postings: ({ order, assets, cause }) => [...payBack(order, assets), ...spent(cause.fee)],
  },
};
