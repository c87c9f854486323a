import type { Posting } from '#core/ledger/account.ts';
import { CONFLICT, type MoveRefusal, type MoveRule, needsNote } from '#core/lifecycle/state-machine.ts';
import type { Refusal } from '#core/refusal.ts';
import type { Instant } from '#core/time.ts';
import type { CauseOf, Fee, PaymentProgress } from './cause.ts';
import { type HoldChange, KEEP, largestOutcome, holdForOutcome, smallerHold, VOID } from './hold.ts';
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
  reversePayment,
  undoConvert,
  undoDispatch,
} from './postings.ts';
import type { SystemReason } from './ending.ts';
import { PAID_NOT_SENT } from './status.ts';
import { hasMoney } from './surplus.ts';
import { CLAIM_WINDOW_MS, COMPLIANCE_DECISION_MS, MODERATION_HOLD_MS, REQUISITES_WINDOW_MS, REQUOTE_CHOICE_MS } from './deadlines.ts';

export type DecisionRefusal = MoveRefusal;

export interface Context<M extends StepName> {
  readonly order: Order;
  readonly assets: OrderAssets;
  readonly cause: CauseOf<M>;
  /** The order after the move; status and version are not updated yet. */
  readonly next: Order;
}

/** Effects of one move besides the state: the columns "hold" and "postings" of the table in domain section 5. */
export interface Rule<M extends StepName> extends MoveRule<Order, CauseOf<M>, Context<M>> {
  readonly hold: (context: Context<M>) => HoldChange;
  readonly postings: (context: Context<M>) => readonly Posting[];
}

type Crediting = 'settle_payment' | 'confirm_receipt' | 'hold_for_compliance' | 'requote';
type WithReason = 'refuse_verification' | 'refund_from_compliance' | 'moderate_compliance' | 'call_off' | 'reject' | 'refund';

const keepHold = () => KEEP;
const voidHold = () => VOID;
const noPostings = () => [];
const after =
  (ms: number) =>
  ({ cause }: Context<StepName>): Instant =>
    cause.now + ms;

const needsCredit = ({ order }: Context<StepName>): Refusal<DecisionRefusal> | null => (order.creditedAmount > 0n ? null : CONFLICT);

export const withProgress = (order: Order, seen: PaymentProgress): Order => ({
  ...order,
  receivedAmount: seen.received,
  confirmations: seen.confirmations,
  requiredConfirmations: seen.requiredConfirmations,
  firstSeenAt: seen.firstSeenAt,
  incomeTxHash: seen.txHash,
});
const onDetection = (order: Order, { seen }: CauseOf<'detect_payment' | 'detect_in_moderation'>): Order => ({
  ...withProgress(order, seen),
  reason: null,
});
const onCredit = (order: Order, { seen, credit }: CauseOf<Crediting | 'reopen'>): Order => ({
  ...withProgress(order, seen),
  creditedAmount: order.creditedAmount + credit,
});
const checkFee = (context: Context<'refund' | 'refund_from_compliance'>): Refusal<DecisionRefusal> | null =>
  context.cause.fee >= 0n && context.cause.fee < context.order.creditedAmount ? null : CONFLICT;
/** The refund fee is recorded with the refund. */
const onRefund = (order: Order, cause: CauseOf<'refund' | 'refund_from_compliance'>): Order => ({
  ...order,
  reason: cause.note,
  refundFee: cause.fee,
});
/** The note is shown to the customer. */
const withNote = (order: Order, { note }: CauseOf<WithReason>): Order => ({ ...order, reason: note });
/** If a person ends an order, its rate no longer binds. Later money is exchanged at the current rate (T22). */
const withoutRateLock = (order: Order): Order => ({ ...order, rateLockedUntil: null });

const credit = ({ next, assets, cause }: Context<Crediting>): Posting[] => creditReceived(next, assets, cause.credit);
/** Exchanges everything that is credited (T12). */
const exchange = ({ next, assets }: Context<StepName>): Posting =>
  convert(next, assets, { income: next.creditedAmount, outcome: next.outcomeAmount });
const feePostings = (fee: Fee | null): Posting[] => (fee === null ? [] : networkFee(fee));

const NO_EFFECT: Rule<StepName> = { hold: keepHold, postings: noPostings };
const RELEASE_HOLD: Rule<StepName> = { hold: voidHold, postings: noPostings };
const REFUND: Rule<StepName> = { ...RELEASE_HOLD, guard: needsCredit };
const PAID: Rule<StepName> = {
  hold: ({ order, next }) => holdForOutcome(order.hold, next),
  postings: (context) => [exchange(context)],
  guard: ({ next }) => (next.creditedAmount > 0n ? null : CONFLICT),
};

/** The first agreement, stored once before the money is used. It applies again if the money is reverted. */
const firstAgreementOf = ({ firstAgreement, incomeAmount, outcomeAmount, quote }: Order): FirstAgreement =>
  firstAgreement ?? { incomeAmount, outcomeAmount, quote, isReopened: false };

/** The amounts of the first agreement, or the order's own if no other has replaced it. */
const firstAgreementAmounts = ({ firstAgreement, incomeAmount, outcomeAmount, quote }: Order) =>
  firstAgreement === null
    ? { incomeAmount, outcomeAmount, quote }
    : { incomeAmount: firstAgreement.incomeAmount, outcomeAmount: firstAgreement.outcomeAmount, quote: firstAgreement.quote };

const SETTLED: Rule<'settle_payment' | 'confirm_receipt' | 'hold_for_compliance'> = {
  ...PAID,
  next: (order, cause) => {
    const next = { ...onCredit(order, cause), firstAgreement: firstAgreementOf(order) };
    return cause.quote === null ? next : { ...next, quote: cause.quote, outcomeAmount: cause.quote.outcomeAmount };
  },
  postings: (context) => [...credit(context), exchange(context)],
};

/** Applies a choice (T16). Its amounts become the order's, and the amount that is not exchanged is set aside to be returned. */
const ACCEPTED: Rule<'accept_requote'> = {
  ...PAID,
  next: (order, { option }) => ({
    ...order,
    creditedAmount: order.creditedAmount - option.refundAmount,
    incomeAmount: option.incomeAmount,
    outcomeAmount: option.outcomeAmount,
    quote: option.quote ?? order.quote,
    firstAgreement: firstAgreementOf(order),
    requote: null,
  }),
  postings: (context) => {
    const { next, assets, cause } = context;
    return [...setAside(next, assets, { amount: cause.option.refundAmount, provider: cause.provider }), exchange(context)];
  },
  // The choice must exchange exactly what is credited: a rail may have reverted money since the choice was offered
  guard: ({ next }) => (next.creditedAmount > 0n && next.creditedAmount === next.incomeAmount ? null : CONFLICT),
};

/** Undoes the exchange at its amounts and removes the reverted credit. The hold stays while a person reviews the order (R24). */
const LOST: Rule<'lose_payment'> = {
  ...NO_EFFECT,
  next: (order, { seen, removed }) => ({
    ...withProgress(order, seen),
    ...firstAgreementAmounts(order),
    creditedAmount: order.creditedAmount - removed,
    refundFee: 0n,
    requote: null,
    reason: null,
  }),
  postings: ({ order, assets, cause }) => [
    ...(PAID_NOT_SENT.includes(order.status) ? [undoConvert(order, assets)] : []),
    ...reversePayment(order, assets, cause),
  ],
  expiresAt: after(MODERATION_HOLD_MS),
};

const REOPENED: Rule<'reopen'> = {
  next: (order, cause) => ({
    ...onCredit(order, cause),
    reason: null,
    requote: cause.requote,
    firstAgreement: { ...firstAgreementOf(order), isReopened: true },
  }),
  hold: ({ cause }) => {
    const amount = largestOutcome(cause.requote);
    return amount > 0n ? { do: 'adjust_if_possible', amount } : KEEP;
  },
  postings: ({ next, assets, cause }) => creditLate(next, assets, { amount: cause.credit, provider: cause.provider }),
  expiresAt: after(REQUOTE_CHOICE_MS),
};

/** After a payout that definitely failed, the outcome is reserved again if the reserve allows. */
const FAILED: Rule<'fail_payout'> = {
  next: (order) => ({ ...order, reason: null }),
  hold: ({ order }) => (order.status === 'payout_sent' ? { do: 'adjust_if_possible', amount: order.outcomeAmount } : KEEP),
  postings: ({ order, assets, cause }) => [
    ...(order.status === 'payout_sent' ? [undoDispatch(order, assets)] : []),
    ...feePostings(cause.fee),
  ],
};

const onSent = (order: Order, { txHash }: CauseOf<'complete' | 'complete_refund'>): Order => ({
  ...order,
  outcomeTxHash: txHash ?? order.outcomeTxHash,
});
const withReason =
  (reason: SystemReason) =>
  (order: Order): Order => ({ ...order, reason });

/** Effects of each move besides the state. */
export const RULES: { readonly [M in StepName]: Rule<M> } = {
  accept_verification: { ...NO_EFFECT, expiresAt: after(REQUISITES_WINDOW_MS) },
  accept_verification_requote: {
    ...NO_EFFECT,
    next: (order, { requote }) => ({ ...order, requote }),
    expiresAt: after(REQUOTE_CHOICE_MS),
  },
  refuse_verification: { ...RELEASE_HOLD, next: withNote, guard: needsNote },
  give_requisites: {
    ...NO_EFFECT,
    next: (order, { deadline, reference, requiredConfirmations }) => ({
      ...order,
      rateLockedUntil: order.rateType === 'fixed' ? deadline : null,
      requiredConfirmations,
      requisitesReference: reference,
    }),
    expiresAt: ({ cause }) => cause.deadline,
  },
  fail_requisites: { ...RELEASE_HOLD, next: withReason('no_requisites') },
  claim_payment: {
    ...NO_EFFECT,
    next: (order, { invoiceId, txHash, now }) => ({ ...order, claim: { invoiceId, txHash, at: now } }),
    expiresAt: after(CLAIM_WINDOW_MS),
    guard: ({ order, cause }) => (order.expiresAt !== null && cause.now > order.expiresAt ? CONFLICT : null),
  },
  detect_payment: { ...NO_EFFECT, next: onDetection },
  detect_in_moderation: { ...NO_EFFECT, next: onDetection },
  lose_payment: LOST,
  expire: RELEASE_HOLD,
  expire_verification: { ...RELEASE_HOLD, next: (order, { reason }) => ({ ...order, reason }) },
  moderate_claim: { ...NO_EFFECT, expiresAt: after(MODERATION_HOLD_MS) },
  cancel: { ...RELEASE_HOLD, next: withoutRateLock, guard: ({ order }) => (hasMoney(order) ? CONFLICT : null) },
  call_off: {
    ...RELEASE_HOLD,
    next: (order, cause) => withoutRateLock(withNote(order, cause)),
    guard: (context) => (hasMoney(context.order) ? CONFLICT : needsNote(context)),
  },
  settle_payment: SETTLED,
  confirm_receipt: SETTLED,
  hold_for_compliance: { ...SETTLED, postings: credit, expiresAt: after(COMPLIANCE_DECISION_MS) },
  clear_compliance: PAID,
  refund_from_compliance: {
    ...REFUND,
    next: onRefund,
    guard: (context) => needsCredit(context) ?? needsNote(context) ?? checkFee(context),
  },
  moderate_compliance: { ...NO_EFFECT, next: withNote, expiresAt: after(MODERATION_HOLD_MS), guard: needsNote },
  requote: {
    next: (order, cause) => ({ ...onCredit(order, cause), requote: cause.requote }),
    hold: ({ order, cause }) => smallerHold(order.hold, cause.requote),
    postings: credit,
    expiresAt: after(REQUOTE_CHOICE_MS),
  },
  accept_requote: ACCEPTED,
  refuse_requote: { ...REFUND, next: (order) => ({ ...order, requote: null }) },
  queue_payout: NO_EFFECT,
  claim_payout: { ...NO_EFFECT, hold: () => ({ do: 'post' }) },
  complete: {
    ...NO_EFFECT,
    next: onSent,
    postings: ({ next, assets, cause }) => [settleTransit(next, assets), ...feePostings(cause.fee)],
  },
  fail_payout: FAILED,
  retry_payout: { ...NO_EFFECT, hold: ({ order, next }) => holdForOutcome(order.hold, next) },
  reopen: REOPENED,
  decline_payment: { ...RELEASE_HOLD, next: (order) => withoutRateLock(withReason('declined')(order)) },
  reject: { ...RELEASE_HOLD, next: withNote, guard: (context) => (hasMoney(context.order) ? CONFLICT : needsNote(context)) },
  refund: {
    ...REFUND,
    next: onRefund,
    postings: ({ order, assets }) => (order.status === 'moderation' ? [] : [undoConvert(order, assets)]),
    guard: (context) => needsCredit(context) ?? needsNote(context) ?? checkFee(context),
  },
  complete_refund: {
    ...NO_EFFECT,
    next: onSent,
    postings: ({ order, assets, cause }) => [...payBack(order, assets), ...feePostings(cause.fee)],
  },
};
