import type { Order } from '#core/order/order.ts';
import type { OrderStatus } from '#core/order/status.ts';
import { SETTLED_STATUSES } from '#core/order/surplus.ts';
import type { MoveDeps } from '#server/orders/deps.ts';
import type { OrderMoved, OrderTouched } from '#server/orders/move/order-change.ts';
import type { Reaction } from '#server/orders/move/reaction.ts';
import { orderSides } from '#server/orders/order-sides.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { settlePayment } from './settle-payment.ts';
import { attachUnmatched, lockReference } from './store.ts';

/**
 * Attaches and settles payments reported before the order had its reference, in the transaction that stores the reference. Also attaches
 * them to an ended order: the money is its customer's (T22).
 */
async function attachReported(deps: MoveDeps, tx: Tx, { before, after, order }: OrderMoved | OrderTouched): Promise<Order | undefined> {
  const reference = after.requisitesReference;
  if (before === null || before.requisitesReference !== null || reference === null) return undefined;
  const { rail } = orderSides(deps.catalogue, order).income;
  await lockReference(tx, rail, reference);
  const attached = await attachUnmatched(tx, { id: order.id, code: order.incomeCode, rail, reference });
  return attached > 0 ? await settlePayment(deps, tx, order) : undefined;
}

export const ATTACH_WAITING: Reaction = { name: 'attach_waiting', phase: 'advance', onMoved: attachReported, onTouched: attachReported };

/** States in which a second payment is not booked until an operator has decided. */
const UNDER_REVIEW: readonly (OrderStatus | undefined)[] = ['compliance_hold', 'moderation'];

/**
 * Settles payments that arrived during a check, when it is decided. They are returned like any second payment. A check that was passed
 * on to moderation is not decided.
 */
export const SETTLE_AFTER_CHECK: Reaction = {
  name: 'settle_after_check',
  phase: 'advance',
  onMoved: async (deps, tx, { before, order }) =>
    UNDER_REVIEW.includes(before?.status) && SETTLED_STATUSES.includes(order.status) ? await settlePayment(deps, tx, order) : undefined,
};

/**
 * Money reverted while being paid out, refunded or returned was written off. When the sending fails, it is settled again, so
 * that it is neither sent twice nor lost.
 */
export const SETTLE_AFTER_FAILURE: Reaction = {
  name: 'settle_after_failure',
  phase: 'advance',
  onMoved: async (deps, tx, { move, order }) => (move === 'fail_payout' ? await settlePayment(deps, tx, order) : undefined),
  onTouched: async (deps, tx, { touch, order }) => (touch === 'fail_attempt' ? await settlePayment(deps, tx, order) : undefined),
};
