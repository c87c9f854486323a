import type { Order } from '#core/order/order.ts';
import type { MoveDeps } from '#server/orders/apply-move.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { findPaymentFacts, findUnposted, markPosted, upsertDeposit } from './store.ts';

/**
 * "I see the money": what the rail has seen already is taken as final, and what is missing to the order's amount is written
 * as a deposit on the operator's word; the rail's later report of it covers that word and is not counted again.
 * Gives the amount to credit and all that is now known as received, in minor units of the income side.
 */
export async function coverByOperator(
  deps: MoveDeps,
  tx: Tx,
  order: Order,
  operatorId: string,
): Promise<{ credit: bigint; received: bigint }> {
  const now = deps.clock.now();
  const { received } = await findPaymentFacts(tx, order);
  const missing = order.incomeAmount > received ? order.incomeAmount - received : 0n;
  if (missing > 0n) {
    const word = {
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
    await upsertDeposit(tx, { id: deps.random.uuid(), orderId: order.id, deposit: word, now });
  }
  const credit = await findUnposted(tx, order.id);
  await markPosted(tx, order.id, { now, states: ['seen', 'final'] });
  return { credit, received: received + missing };
}
