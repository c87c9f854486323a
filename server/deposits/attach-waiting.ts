import type { Order } from '#core/order/order.ts';
import type { MoveDeps } from '#server/orders/move/apply-move.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { settlePayment } from './settle-payment.ts';
import { attachWaiting, lockReference } from './store.ts';

/** Payments may be reported before an order knows the reference they carry: gives them to it and acts on them, in the transaction that stores the reference. */
export async function settleWaiting(deps: MoveDeps, tx: Tx, order: Order, offered: { rail: string; reference: string }): Promise<void> {
  await lockReference(tx, offered.rail, offered.reference);
  const found = await attachWaiting(tx, { id: order.id, code: order.incomeCode, ...offered });
  if (found > 0) await settlePayment(deps, tx, order);
}
