import type { Order } from '#core/order/order.ts';
import type { MoveDeps } from '#server/orders/apply-move.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { markPosted, upsertDeposit } from './store.ts';

/**
 * "I see the money": the operator's word covers what the order asks and the ledger does not carry yet. It is written as a
 * deposit of its own, so that the rail's later report of the same payment takes its place and is not counted again.
 * Gives the amount to credit, in minor units of the income side.
 */
export async function coverByOperator(deps: MoveDeps, tx: Tx, order: Order, operatorId: string): Promise<bigint> {
  const missing = order.incomeAmount - order.creditedAmount;
  if (missing <= 0n) return 0n;
  const now = deps.clock.now();
  if (order.receivedAmount >= order.incomeAmount) {
    await markPosted(tx, order.id, { now, states: ['seen', 'final'] });
    return order.receivedAmount - order.creditedAmount;
  }
  const deposit = {
    rail: 'operator',
    externalId: `${order.id}:${order.version}`,
    reference: operatorId,
    paymentSystemCode: order.incomeCode,
    amount: missing,
    state: 'final',
    confirmations: 0,
    requiredConfirmations: 0,
    txHash: null,
    firstSeenAt: now,
  } as const;
  await upsertDeposit(tx, { id: deps.random.uuid(), orderId: order.id, deposit, now });
  await markPosted(tx, order.id, { now, states: ['final'] });
  return missing;
}
