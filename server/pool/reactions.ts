import type { Order } from '#core/order/order.ts';
import type { OrderStatus } from '#core/order/status.ts';
import type { MoveDeps } from '#server/orders/deps.ts';
import type { Reaction } from '#server/orders/move/reaction.ts';
import { findOrder } from '#server/orders/queries.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { MANUAL_RAIL, POOL_CHANNEL } from './closed-systems.ts';
import { deleteWait, endReservation, markReceived, extendReservation } from './store.ts';

/** States in which an order keeps its requisite (domain 5); in all others the next order may use it. */
export const HOLDING_STATUSES: readonly OrderStatus[] = ['awaiting_requisites', 'awaiting_payment', 'payment_claimed', 'payment_detected'];
/** States that extend the reservation to the order's expiry. The customer's "I have paid" does not. */
const PROLONGING_STATUSES: readonly OrderStatus[] = ['awaiting_requisites', 'awaiting_payment'];

/** Extends or ends the order's reservation according to its state. */
async function updateReservation({ clock, live }: Pick<MoveDeps, 'clock' | 'live'>, tx: Tx, order: Order): Promise<void> {
  const now = clock.now();
  if (HOLDING_STATUSES.includes(order.status)) {
    const isProlonged = PROLONGING_STATUSES.includes(order.status) && order.expiresAt !== null;
    if (isProlonged && (await extendReservation(tx, order.id, order.expiresAt)) > 0) live.hint(tx, POOL_CHANNEL, order.incomeCode);
    return;
  }
  await deleteWait(tx, order.id);
  const amount = order.receivedAmount;
  const freed = amount > 0n ? await markReceived(tx, order.id, { amount, now }) : await endReservation(tx, order.id, now);
  if (freed > 0) live.hint(tx, POOL_CHANNEL, order.incomeCode);
}

const isPaidFromPool = ({ catalogue }: Pick<MoveDeps, 'catalogue'>, { incomeCode }: Order): boolean =>
  catalogue.paymentSystem(incomeCode)?.rail === MANUAL_RAIL;

/** Ids of the orders whose reservation is updated before the commit, by transaction. */
const queuedOrders = new WeakMap<Tx, Set<string>>();

/**
 * Updates the reservation before the commit, with the order's final state: a later move may lock a reserve, and the pool is locked after
 * all reserves (decision 0077).
 */
function updateBeforeCommit(deps: Pick<MoveDeps, 'catalogue' | 'clock' | 'live'>, tx: Tx, order: Order): void {
  if (!isPaidFromPool(deps, order)) return;
  const orderIds = queuedOrders.get(tx) ?? new Set();
  queuedOrders.set(tx, orderIds);
  if (orderIds.has(order.id)) return;
  orderIds.add(order.id);
  tx.beforeCommit(async () => {
    const currentOrder = await findOrder(tx, order.id);
    if (currentOrder !== undefined) await updateReservation(deps, tx, currentOrder);
  });
}

/**
 * Keeps a requisite reserved while its order may be paid on it, then releases it. Runs in the move's transaction, so that none is lost or
 * given twice.
 */
export const RELEASE_REQUISITE: Reaction = {
  name: 'let_requisite_go',
  phase: 'release',
  // The creation of an order gives it its requisite
  onMoved: async (deps, tx, { before, after }) => {
    if (before !== null) updateBeforeCommit(deps, tx, after);
  },
  // More time to pay, more money during a choice, or requisites that came after the order ended
  onTouched: async (deps, tx, { after }) => updateBeforeCommit(deps, tx, after),
};
