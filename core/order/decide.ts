import type { Posting } from '#core/ledger/account.ts';
import type { Refusal } from '#core/refusal.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Instant } from '#core/time.ts';
import { isLegal, targetOf, type Actor, type MoveName } from './lifecycle.ts';
import type { Hold, Order, Requote } from './order.ts';
import {
  convert,
  creditLate,
  creditReceived,
  dispatch,
  networkFee,
  payBack,
  setAside,
  settleTransit,
  unconvert,
  uncredit,
  undispatch,
  type OrderAssets,
} from './postings.ts';
import type { OrderStatus } from './status.ts';
import {
  CLAIM_WINDOW_MS,
  MODERATION_HOLD_MS,
  REQUISITES_WINDOW_MS,
  REQUOTE_CHOICE_MS,
  VERIFICATION_WINDOW_MS,
  WITHDRAWAL_CONFIRMATION_MS,
} from './terms.ts';

/** What happens to the promised reserve: `adjust` makes the hold equal to `amount` (opening one when there is none). */
export type HoldChange =
  | { readonly do: 'keep' }
  | { readonly do: 'void' }
  | { readonly do: 'post' }
  | { readonly do: 'adjust'; readonly amount: bigint }
  | { readonly do: 'adjust_if_possible'; readonly amount: bigint };

/** What a move is caused with. Members that a move does not use are absent. */
export interface Cause {
  readonly move: MoveName;
  readonly by: Actor;
  readonly now: Instant;
  /** What changes beside the state: amounts, hashes, requote; computed by the caller from facts, never from the wire. */
  readonly change?: Partial<Order>;
  /** Money that this move credits to the customer, in minor units of the income side. */
  readonly credit?: bigint;
  /** Credited money that this move takes out of the order to be given back: the rest of "as agreed". */
  readonly setAside?: bigint;
  /** Credited money that this move finds gone: it leaves the order and the treasury. */
  readonly uncredit?: bigint;
  /** Whose suspense holds late money (T22) or what is set aside. */
  readonly provider?: string;
  readonly fee?: { readonly wallet: string; readonly asset: string; readonly amount: bigint } | null;
  /** Words of a person; required where the table of moves asks for a reason. */
  readonly note?: string;
}

export interface Decision {
  readonly move: MoveName;
  readonly from: OrderStatus;
  /** The order after the move, version already counted; its hold is what it was before (the executor changes it). */
  readonly order: Order;
  readonly hold: HoldChange;
  readonly postings: readonly Posting[];
}

export type DecisionRefusal = 'order_state_conflict' | 'required';

interface Context {
  readonly order: Order;
  readonly assets: OrderAssets;
  readonly cause: Cause;
  /** The order with the cause's changes. */
  readonly next: Order;
}

interface Rule {
  readonly hold: (context: Context) => HoldChange;
  readonly postings: (context: Context) => readonly Posting[];
  /** Deadline of the new state; null: none. */
  readonly expiresAt: (context: Context) => Instant | null;
  /** A condition beyond the table. */
  readonly guard?: (context: Context) => Refusal<DecisionRefusal> | null;
}

/** States in which the exchange is made and nothing has left yet. */
export const EXCHANGED: readonly OrderStatus[] = ['paid', 'payout_pending', 'payout_failed'];
const KEEP = { do: 'keep' } as const satisfies HoldChange;
const VOID = { do: 'void' } as const satisfies HoldChange;
const keep = () => KEEP;
const none = () => [];
const noDeadline = () => null;
const after = (ms: number) => (context: Context) => context.cause.now + ms;
const conflict: Refusal<DecisionRefusal> = { code: 'order_state_conflict' };
const needsReason = ({ cause }: Context): Refusal<DecisionRefusal> | null =>
  cause.note === undefined || cause.note.trim() === '' ? { code: 'required', field: 'note' } : null;

/** The hold at the order's outcome, whatever it was: a new amount needs a new promise. */
const promiseOutcome = ({ order, next }: Context): HoldChange =>
  order.hold?.amount === next.outcomeAmount ? KEEP : { do: 'adjust', amount: next.outcomeAmount };

const providerOf = ({ cause }: Context): string => cause.provider ?? 'unknown';
const credit = ({ next, assets, cause }: Context): Posting[] => creditReceived(next, assets, cause.credit ?? 0n);

/** T12: whatever is not credited yet, then the exchange of what is not set aside. */
const settle = (context: Context): Posting[] => [
  ...credit(context),
  ...setAside(context.next, context.assets, { amount: context.cause.setAside ?? 0n, provider: providerOf(context) }),
  convert(context.next, context.assets, { income: context.next.creditedAmount, outcome: context.next.outcomeAmount }),
];

/** What was exchanged is not, what was credited and is gone is not; the hold stays for the person who looks (R24). */
const loss = ({ order, next, assets, cause }: Context): Posting[] => [
  ...(EXCHANGED.includes(order.status) ? [unconvert(order, assets)] : []),
  ...uncredit(next, assets, cause.uncredit ?? 0n),
];

const PAID: Rule = {
  hold: promiseOutcome,
  postings: settle,
  expiresAt: noDeadline,
  guard: ({ next }) => (next.creditedAmount > 0n ? null : conflict),
};
/** A choice exchanges or returns exactly what the books hold: never what a rail has taken back since it was offered. */
const ACCEPTED: Rule = {
  ...PAID,
  guard: ({ next }) => (next.creditedAmount > 0n && next.creditedAmount === next.incomeAmount ? null : conflict),
};
const ENDED: Rule = { hold: () => VOID, postings: none, expiresAt: noDeadline };
const QUIET: Rule = { hold: keep, postings: none, expiresAt: noDeadline };
const REFUND: Rule = {
  hold: () => VOID,
  postings: none,
  expiresAt: noDeadline,
  guard: ({ order }) => (order.creditedAmount > 0n ? null : conflict),
};
/** What a requote may still come to: the largest outcome that the customer can choose; zero where only a refund is left. */
export const promisedBy = (requote: Requote): bigint =>
  requote.options.reduce((most, option) => (option.outcomeAmount > most ? option.outcomeAmount : most), 0n);

/**
 * "Keep at the smaller": a requote never promises more than the first agreement did before the customer chose. A promise
 * that cannot be made again is given up: money that came is never refused because of it.
 */
export function smallerHold(hold: Hold | null, requote: Requote | null): Exclude<HoldChange, { do: 'adjust' | 'post' }> {
  if (requote === null || hold === null) return KEEP;
  const wanted = promisedBy(requote);
  if (wanted >= hold.amount) return KEEP;
  return wanted === 0n ? VOID : { do: 'adjust_if_possible', amount: wanted };
}

/** What each move does beyond changing the state: the columns "hold" and "postings" of the table in domain section 5. */
const RULES: Record<MoveName, Rule> = {
  create: { ...QUIET, expiresAt: after(REQUISITES_WINDOW_MS) },
  create_unverified: { ...QUIET, expiresAt: after(VERIFICATION_WINDOW_MS) },
  accept_verification: { ...QUIET, expiresAt: after(REQUISITES_WINDOW_MS) },
  accept_verification_requote: { ...QUIET, expiresAt: after(REQUOTE_CHOICE_MS) },
  refuse_verification: { ...ENDED, guard: needsReason },
  give_requisites: { ...QUIET, expiresAt: ({ next }) => next.expiresAt },
  fail_requisites: ENDED,
  claim_payment: {
    ...QUIET,
    expiresAt: after(CLAIM_WINDOW_MS),
    guard: ({ order, cause }) => (order.expiresAt !== null && cause.now > order.expiresAt ? conflict : null),
  },
  detect_payment: QUIET,
  detect_in_moderation: QUIET,
  lose_payment: { ...QUIET, postings: loss, expiresAt: after(MODERATION_HOLD_MS) },
  expire: ENDED,
  expire_verification: ENDED,
  moderate_claim: { ...QUIET, expiresAt: after(MODERATION_HOLD_MS) },
  cancel: { ...ENDED, guard: ({ order }) => (order.receivedAmount > 0n ? conflict : null) },
  settle_payment: PAID,
  confirm_receipt: PAID,
  hold_for_compliance: { ...QUIET, postings: credit },
  clear_compliance: PAID,
  refund_from_compliance: { ...REFUND, guard: (context) => REFUND.guard?.(context) ?? needsReason(context) },
  moderate_compliance: { ...QUIET, expiresAt: after(MODERATION_HOLD_MS), guard: needsReason },
  requote: { hold: ({ order, next }) => smallerHold(order.hold, next.requote), postings: credit, expiresAt: after(REQUOTE_CHOICE_MS) },
  accept_requote: ACCEPTED,
  refuse_requote: REFUND,
  queue_payout: QUIET,
  claim_payout: { hold: () => ({ do: 'post' }), postings: none, expiresAt: noDeadline },
  complete: {
    ...QUIET,
    postings: ({ next, assets, cause }) => [settleTransit(next, assets), ...(cause.fee ? networkFee(cause.fee) : [])],
  },
  fail_payout: {
    hold: ({ order }) => (order.status === 'payout_sent' ? { do: 'adjust_if_possible', amount: order.outcomeAmount } : KEEP),
    postings: ({ order, assets, cause }) => [
      ...(order.status === 'payout_sent' ? [undispatch(order, assets)] : []),
      ...(cause.fee ? networkFee(cause.fee) : []),
    ],
    expiresAt: noDeadline,
  },
  retry_payout: { ...QUIET, hold: promiseOutcome },
  reopen: {
    hold: ({ next }) => {
      const amount = next.requote === null ? 0n : promisedBy(next.requote);
      return amount > 0n ? { do: 'adjust_if_possible', amount } : KEEP;
    },
    postings: ({ next, assets, cause }) => creditLate(next, assets, { amount: cause.credit ?? 0n, provider: cause.provider ?? 'unknown' }),
    expiresAt: after(REQUOTE_CHOICE_MS),
  },
  decline_payment: ENDED,
  reject: { ...ENDED, guard: (context) => (context.order.receivedAmount > 0n ? conflict : needsReason(context)) },
  refund: {
    hold: () => VOID,
    postings: ({ order, assets }) => (order.status === 'moderation' ? [] : [unconvert(order, assets)]),
    expiresAt: noDeadline,
    guard: (context) => (context.order.creditedAmount > 0n ? needsReason(context) : conflict),
  },
  complete_refund: {
    ...QUIET,
    postings: ({ order, assets, cause }) => [...payBack(order, assets), ...(cause.fee ? networkFee(cause.fee) : [])],
  },
  request_withdrawal: { ...QUIET, expiresAt: after(WITHDRAWAL_CONFIRMATION_MS) },
  confirm_withdrawal: QUIET,
  expire_withdrawal: ENDED,
  cancel_withdrawal: ENDED,
};

/** The entries that a posted hold carries: the ones of T19. */
export const payoutPosting = (order: Order, assets: OrderAssets): Posting => dispatch(order, assets);

/**
 * The only maker of a new order state: takes the order as it is, what happened and the ledger assets of its sides; gives
 * the order as it becomes with everything that must be written with it. Refuses `order_state_conflict` when the table of
 * moves has no such row (or its condition does not hold), `required` when a person must give a reason.
 */
export function decide(order: Order, cause: Cause, assets: OrderAssets): Result<Decision, DecisionRefusal> {
  if (!isLegal(cause.move, order.status, cause.by)) return refuse(conflict);
  const creditedAmount = order.creditedAmount + (cause.credit ?? 0n) - (cause.setAside ?? 0n) - (cause.uncredit ?? 0n);
  const changed: Order = { ...order, ...cause.change, creditedAmount };
  const context: Context = { order, assets, cause, next: changed };
  const rule = RULES[cause.move];
  const refusal = rule.guard?.(context) ?? null;
  if (refusal) return refuse(refusal);
  const next: Order = {
    ...changed,
    status: targetOf(cause.move),
    version: order.version + 1,
    statusChangedAt: cause.now,
    expiresAt: rule.expiresAt(context),
  };
  return accept({ move: cause.move, from: order.status, order: next, hold: rule.hold(context), postings: rule.postings(context) });
}

/** An order before its first move: all that the move itself does not make. */
export type Draft = Omit<Order, 'status' | 'version' | 'createdAt' | 'statusChangedAt' | 'expiresAt'>;

/** The first state of an order, made by the same table as every other (T1, T2, T27). A fault where the table has no such birth. */
export function begin(draft: Draft, cause: Pick<Cause, 'move' | 'by' | 'now'>): Order {
  const { move, by, now } = cause;
  if (!isLegal(move, 'new', by)) throw new Error(`${by} cannot begin an order by ${move}`);
  const born: Order = { ...draft, status: targetOf(move), version: 1, createdAt: now, statusChangedAt: now, expiresAt: null };
  return { ...born, expiresAt: RULES[move].expiresAt({ order: born, next: born, cause, assets: { income: '', outcome: '' } }) };
}
