import type { Deposit } from '#server/adapters/rails/port.ts';
import type { Deps } from '#server/deps.ts';
import type { MoveDeps } from '#server/orders/deps.ts';
import { lockOrderByReference } from '#server/orders/queries.ts';
import { settlePayment } from './settle-payment.ts';
import { lockReference, upsertDeposit } from './store.ts';

/**
 * Stores a rail's report of incoming money and settles its order in one transaction. Repeated, late and reordered reports give the same
 * result. A report without an order is stored and logged.
 */
export async function recordDeposit(deps: MoveDeps & Pick<Deps, 'db'>, deposit: Deposit): Promise<void> {
  await deps.db.tx(async (tx) => {
    await lockReference(tx, deposit.rail, deposit.reference);
    const referenced = await lockOrderByReference(tx, deposit.rail, deposit.reference);
    // Another asset on an order's address never pays this order
    const order = referenced?.incomeCode === deposit.paymentSystemCode ? referenced : undefined;
    await upsertDeposit(tx, { id: deps.random.uuid(), orderId: order?.id ?? null, deposit, now: deps.clock.now() });
    if (order) await settlePayment(deps, tx, order);
    else deps.log.warn({ rail: deposit.rail, external_id: deposit.externalId, order_id: referenced?.id ?? null }, 'deposit_without_order');
  });
}
