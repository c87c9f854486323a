import type { Order } from '#core/order/order.ts';
import type { OrderStatus } from '#core/order/status.ts';
import type { MoveDeps } from '#server/orders/deps.ts';
import type { Reaction } from '#server/orders/move/reaction.ts';
import { findOrder } from '#server/orders/queries.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { MANUAL_RAIL, POOL_CHANNEL } from './closed-systems.ts';
import { dropWait, endReservation, markReceived, prolong } from './store.ts';

/** States in which an order keeps its requisite (domain 5); in all others the next order may use it. */
export const HOLDING_STATUSES: readonly OrderStatus[] = ['awaiting_requisites', 'awaiting_payment', 'payment_claimed', 'payment_detected'];
/** What extends the time to pay; "I have paid" does not. */
const PROLONGING_STATUSES: readonly OrderStatus[] = ['awaiting_requisites', 'awaiting_payment'];

async function follow({ clock, live }: Pick<MoveDeps, 'clock' | 'live'>, tx: Tx, order: Order): Promise<void> {
  const now = clock.now();
  if (HOLDING_STATUSES.includes(order.status)) {
    const isProlonged = PROLONGING_STATUSES.includes(order.status) && order.expiresAt !== null;
    if (isProlonged && (await prolong(tx, order.id, order.expiresAt)) > 0) live.hint(tx, POOL_CHANNEL, order.incomeCode);
    return;
  }
  await dropWait(tx, order.id);
  const amount = order.receivedAmount;
  const freed = amount > 0n ? await markReceived(tx, order.id, { amount, now }) : await endReservation(tx, order.id, now);
  if (freed > 0) live.hint(tx, POOL_CHANNEL, order.incomeCode);
}

const isOfPool = ({ catalogue }: Pick<MoveDeps, 'catalogue'>, { incomeCode }: Order): boolean =>
  catalogue.paymentSystem(incomeCode)?.rail === MANUAL_RAIL;

const followed = new WeakMap<Tx, Set<string>>();

/**
 * Runs before the commit, with the order's final state: a later move may need a reserve, and the pool is waited for after all reserves
 * (decision 0077).
 */
function followAtTheEnd(deps: Pick<MoveDeps, 'catalogue' | 'clock' | 'live'>, tx: Tx, order: Order): void {
  if (!isOfPool(deps, order)) return;
  const known = followed.get(tx) ?? new Set();
  followed.set(tx, known);
  if (known.has(order.id)) return;
  known.add(order.id);
  tx.beforeCommit(async () => {
    const now = await findOrder(tx, order.id);
    if (now !== undefined) await follow(deps, tx, now);
  });
}

/** A requisite is its order's while the order may be paid on it; in the transaction of the move, so that none is lost or given twice. */
export const LET_REQUISITE_GO: Reaction = {
  name: 'let_requisite_go',
  phase: 'release',
  // A new order is given one by its creation
  onMoved: async (deps, tx, { before, after }) => {
    if (before !== null) followAtTheEnd(deps, tx, after);
  },
  // More time to pay, more money beside a choice, requisites that came when the order was over
  onTouched: async (deps, tx, { after }) => followAtTheEnd(deps, tx, after),
};
