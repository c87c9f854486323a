import type { Order } from '#core/order/order.ts';
import type { OrderStatus } from '#core/order/status.ts';
import { AGREED_STATUSES } from '#core/order/surplus.ts';
import type { MoveDeps, Moved, Reaction, Touched } from '#server/orders/move/reaction.ts';
import { orderSides } from '#server/orders/order-assets.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { settlePayment } from './settle-payment.ts';
import { attachWaiting, lockReference } from './store.ts';

/**
 * Payments may be reported before an order knows the reference they carry: gives them to it and acts on them, in the transaction
 * that stores the reference. Also an order that ended while its rail was answering: money that comes to it is its customer's (T22).
 */
async function attach(deps: MoveDeps, tx: Tx, { before, after, order }: Moved | Touched): Promise<Order | undefined> {
  const reference = after.requisitesReference;
  if (before === null || before.requisitesReference !== null || reference === null) return undefined;
  const { rail } = orderSides(deps.catalogue, order).income;
  await lockReference(tx, rail, reference);
  const found = await attachWaiting(tx, { id: order.id, code: order.incomeCode, rail, reference });
  return found > 0 ? await settlePayment(deps, tx, order) : undefined;
}

export const ATTACH_WAITING: Reaction = { name: 'attach_waiting', onMoved: attach, onTouched: attach };

/** States in which what comes a second time is in no book until a person has decided: nothing settles it before he does. */
const LOOKED_AT: readonly (OrderStatus | undefined)[] = ['compliance_hold', 'moderation'];

/**
 * What came while a person was checking waits beside the books until he has decided; then it is given back like any second payment. A
 * check that is handed on to moderation is not decided yet.
 */
export const SETTLE_AFTER_CHECK: Reaction = {
  name: 'settle_after_check',
  onMoved: async (deps, tx, { before, order }) =>
    LOOKED_AT.includes(before?.status) && AGREED_STATUSES.includes(order.status) ? await settlePayment(deps, tx, order) : undefined,
};

/**
 * What was taken back while it was being paid out, refunded or returned was written off; where the sending has failed it is here after all,
 * and is neither sent again nor lost.
 */
export const SETTLE_AFTER_FAILURE: Reaction = {
  name: 'settle_after_failure',
  onMoved: async (deps, tx, { move, order }) => (move === 'fail_payout' ? await settlePayment(deps, tx, order) : undefined),
  onTouched: async (deps, tx, { touch, order }) => (touch === 'fail_attempt' ? await settlePayment(deps, tx, order) : undefined),
};
