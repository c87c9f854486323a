import type { Order } from '#core/order/order.ts';
import type { OrderStatus } from '#core/order/status.ts';
import type { MoveDeps, Reaction } from '#server/orders/move/reaction.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { MANUAL_RAIL, POOL_CHANNEL } from './closed-systems.ts';
import { dropWait, endReservation, markReceived, prolong } from './store.ts';

/** States in which an order may be paid on its requisite without anybody being asked (domain 5): in all others the next order is given it. */
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

/** A requisite is its order's while the order may be paid on it; in the transaction of the move, so that none is lost or given twice. */
export const LET_REQUISITE_GO: Reaction = {
  name: 'let_requisite_go',
  onMoved: async (deps, tx, { after }) => {
    if (isOfPool(deps, after)) await follow(deps, tx, after);
  },
  // More time to pay, more money beside a choice, requisites that came when the order was over
  onTouched: async (deps, tx, { after }) => {
    if (isOfPool(deps, after)) await follow(deps, tx, after);
  },
};
