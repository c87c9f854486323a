import type { Deposit } from '#server/adapters/rails/port.ts';
import type { Deps } from '#server/deps.ts';
import type { MoveDeps } from '#server/orders/move/reaction.ts';
import { lockByReference } from '#server/orders/find-order.ts';
import { settlePayment } from './settle-payment.ts';
import { lockReference, upsertDeposit } from './store.ts';

/**
 * What a rail tells us about money coming in, stored and acted on in one transaction. Repeated, late and reordered reports
 * have the same end as the natural order. A report that no order expects is kept without one and said in the log.
 */
export async function recordDeposit(deps: MoveDeps & Pick<Deps, 'db'>, deposit: Deposit): Promise<void> {
  await deps.db.tx(async (tx) => {
    await lockReference(tx, deposit.rail, deposit.reference);
    const named = await lockByReference(tx, deposit.rail, deposit.reference);
    // Another asset on an order's address is somebody's money, never this order's payment
    const order = named?.incomeCode === deposit.paymentSystemCode ? named : undefined;
    await upsertDeposit(tx, { id: deps.random.uuid(), orderId: order?.id ?? null, deposit, now: deps.clock.now() });
    if (order) await settlePayment(deps, tx, order);
    else deps.log.warn({ rail: deposit.rail, external_id: deposit.externalId, order_id: named?.id ?? null }, 'deposit_without_order');
  });
}
