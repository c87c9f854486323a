import type { Posting } from '#core/ledger/account.ts';
import { decideMove } from '#core/lifecycle/state-machine.ts';
import { accept, type Result } from '#core/result.ts';
import type { Creation, Cause, CauseOf } from './cause.ts';
import type { HoldChange } from './hold.ts';
import { type CreationMove, type MoveName, ORDER_LIFECYCLE, type StepName, targetOf } from './lifecycle.ts';
import type { Order } from './order.ts';
import { dispatch, type OrderAssets } from './postings.ts';
import { RULES, type Context, type DecisionRefusal, type Rule } from './rules.ts';
import type { OrderStatus } from './status.ts';
import { REQUISITES_WINDOW_MS, VERIFICATION_WINDOW_MS } from './deadlines.ts';

/** Everything that one move writes. */
export interface Decision {
  readonly move: MoveName;
  readonly from: OrderStatus | 'new';
  /** The order after the move, with its new version. Its hold is still the one before the move; the executor changes it by `hold`. */
  readonly order: Order;
  readonly hold: HoldChange;
  readonly postings: readonly Posting[];
}

/** The first move of an order, which always reserves its outcome. */
export interface CreationDecision extends Decision {
  readonly move: CreationMove;
  readonly from: 'new';
  readonly hold: Extract<HoldChange, { do: 'adjust' }>;
}

/** The posting of the outcome when its hold is posted and the payout begins (T19). */
export const payoutPosting = (order: Order, assets: OrderAssets): Posting => dispatch(order, assets);

function applyRule<M extends StepName>(order: Order, cause: CauseOf<M>, assets: OrderAssets): Result<Decision, DecisionRefusal> {
  const rule: Rule<M> = RULES[cause.move];
  const contextOf = (next: Order): Context<M> => ({ order, assets, cause, next });
  const decided = decideMove(ORDER_LIFECYCLE, { before: order, cause, rule, contextOf });
  if (!decided.ok) return decided;
  const { after, context } = decided.value;
  return accept({ move: cause.move, from: order.status, order: after, hold: rule.hold(context), postings: rule.postings(context) });
}

/**
 * Decides the next state of an order; no other code does. Refuses `order_state_conflict` if the table or a condition forbids the move, and
 * `required` if a note is missing.
 */
export const decide = (order: Order, cause: Cause, assets: OrderAssets): Result<Decision, DecisionRefusal> =>
  applyRule(order, cause, assets);

/** How long the first state may last, ms. */
const FIRST_WINDOW_MS: Readonly<Record<CreationMove, number>> = {
  create: REQUISITES_WINDOW_MS,
  create_unverified: VERIFICATION_WINDOW_MS,
};

/** Creates an order in its first state by the same table (T1, T2). Its whole outcome is reserved with it. */
export function createOrder({ move, draft, now }: Creation): CreationDecision {
  const { quote } = draft;
  const order: Order = {
    ...draft,
    status: targetOf(move),
    version: 1,
    incomeCode: quote.incomeCode,
    outcomeCode: quote.outcomeCode,
    incomeAmount: quote.incomeAmount,
    outcomeAmount: quote.outcomeAmount,
    askedAmount: quote.incomeAmount,
    rateType: quote.rateType,
    slotId: quote.slotId,
    hold: null,
    requisitesReference: null,
    confirmations: null,
    requiredConfirmations: null,
    receivedAmount: 0n,
    creditedAmount: 0n,
    surplusReturned: 0n,
    refundFee: 0n,
    incomeTxHash: null,
    outcomeTxHash: null,
    claim: null,
    requote: null,
    firstAgreement: null,
    reason: null,
    createdAt: now,
    statusChangedAt: now,
    expiresAt: now + FIRST_WINDOW_MS[move],
    rateLockedUntil: null,
    firstSeenAt: null,
    hasRefundDestination: false,
  };
  return { move, from: 'new', order, hold: { do: 'adjust', amount: quote.outcomeAmount }, postings: [] };
}
