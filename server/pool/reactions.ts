import type { Order } from '#core/order/order.ts';
import type { OrderStatus } from '#core/order/status.ts';
import type { MoveDeps, Reaction } from '#server/orders/move/reaction.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { dropWait, endReservation, markReceived, prolong } from './store.ts';

/** The rail whose requisites come from the pool. */
export const MANUAL_RAIL = 'manual';

/** States in which the customer may still pay to his requisite, or pay the rest. */
export const OPEN_STATUSES: readonly OrderStatus[] = [
  'awaiting_verification',
  'awaiting_requisites',
  'awaiting_payment',
  'payment_claimed',
  'payment_detected',
  'moderation',
  'requote',
];

async function follow({ clock }: Pick<MoveDeps, 'clock'>, tx: Tx, order: Order): Promise<void> {
  const now = clock.now();
  if (OPEN_STATUSES.includes(order.status)) {
    if (order.expiresAt !== null) await prolong(tx, order.id, order.expiresAt);
    return;
  }
  await dropWait(tx, order.id);
  if (order.receivedAmount > 0n) await markReceived(tx, order.id, { amount: order.receivedAmount, now });
  else await endReservation(tx, order.id, now);
}

/** A requisite is its order's until the order is over or paid; in the transaction of the move, so that none is lost or given twice. */
export const LET_REQUISITE_GO: Reaction = {
  name: 'let_requisite_go',
  onMoved: async (deps, tx, { after }) => {
    if (deps.catalogue.paymentSystem(after.incomeCode)?.rail === MANUAL_RAIL) await follow(deps, tx, after);
  },
  // Its requisites came when it was over already
  onTouched: async (deps, tx, { after }) => {
    const isHis = deps.catalogue.paymentSystem(after.incomeCode)?.rail === MANUAL_RAIL;
    if (isHis && after.receivedAmount === 0n && !OPEN_STATUSES.includes(after.status)) await follow(deps, tx, after);
  },
};
