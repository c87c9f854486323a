import type { Posting } from '#core/ledger/account.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Birth, Cause, CauseOf } from './cause.ts';
import type { HoldChange } from './hold.ts';
import { type BirthName, isLegal, type MoveName, type StepName, targetOf } from './lifecycle.ts';
import type { Order } from './order.ts';
import { dispatch, type OrderAssets } from './postings.ts';
import { CONFLICT, RULES, type Context, type DecisionRefusal, type Rule } from './rules.ts';
import type { OrderStatus } from './status.ts';
import { REQUISITES_WINDOW_MS, VERIFICATION_WINDOW_MS } from './terms.ts';

/** Everything that one move makes, the first one included. */
export interface Decision {
  readonly move: MoveName;
  readonly from: OrderStatus | 'new';
  /** The order after the move, version already counted; its hold is what it was before (the executor changes it). */
  readonly order: Order;
  readonly hold: HoldChange;
  readonly postings: readonly Posting[];
}

/** The first move of an order, which always promises a reserve. */
export interface Beginning extends Decision {
  readonly move: BirthName;
  readonly from: 'new';
  readonly hold: Extract<HoldChange, { do: 'adjust' }>;
}

/** The entries that a posted hold carries: the ones of T19. */
export const payoutPosting = (order: Order, assets: OrderAssets): Posting => dispatch(order, assets);

/** One move's own rule with that move's own facts. */
function apply<M extends StepName>(order: Order, cause: CauseOf<M>, assets: OrderAssets): Result<Decision, DecisionRefusal> {
  const rule: Rule<M> = RULES[cause.move];
  const changed = rule.next?.(order, cause) ?? order;
  const context: Context<M> = { order, assets, cause, next: changed };
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

/**
 * The only maker of a new order state: takes the order as it is, what happened and the ledger assets of its sides; gives
 * the order as it becomes with everything that must be written with it. Refuses `order_state_conflict` when the table of
 * moves has no such row (or its condition does not hold), `required` when a person must give a reason.
 */
export const decide = (order: Order, cause: Cause, assets: OrderAssets): Result<Decision, DecisionRefusal> =>
  isLegal(cause.move, order.status, cause.by) ? apply(order, cause, assets) : refuse(CONFLICT);

/** How long the first state of each birth may last. */
const BIRTHS: Readonly<Record<BirthName, number>> = {
  create: REQUISITES_WINDOW_MS,
  create_unverified: VERIFICATION_WINDOW_MS,
};

/** The first state of an order, made by the same table as every other (T1, T2): what is asked for is promised with it, whole or not at all. */
export function begin({ move, draft, now }: Birth): Beginning {
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
    expiresAt: now + BIRTHS[move],
    rateLockedUntil: null,
    firstSeenAt: null,
    hasRefundDestination: false,
  };
  return { move, from: 'new', order, hold: { do: 'adjust', amount: quote.outcomeAmount }, postings: [] };
}
