import { isAboveUsd } from '#core/staff/approval.ts';
import { firstLimitUsd } from '#core/payout/payout-limits.ts';
import type { Order } from '#core/order/order.ts';
import { surplusOf } from '#core/order/surplus.ts';
import type { MoveDeps } from '#server/orders/deps.ts';
import { orderSides } from '#server/orders/order-sides.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { queueSurplus } from './queue-surplus.ts';
import { setQueuedSurplusAmount } from '#server/payouts/store.ts';

/**
 * Queues the return of a second payment (domain 5, "over or twice"). Left to an operator: totals above the first limit, amounts below
 * the network fee, rejected orders, and orders credited by an operator, where the rail may report the same money again.
 */
export async function autoReturnSurplus(deps: MoveDeps, tx: Tx, order: Order): Promise<void> {
  const amount = surplusOf(order);
  const { income } = orderSides(deps.catalogue, order);
  const price = { usd: deps.quotes.usdOf(income.code), limitUsd: firstLimitUsd(deps.limits.current(), income.code) };
  if (amount <= income.networkFee || order.status === 'rejected') return;
  if (isAboveUsd(amount + order.surplusReturned, income.scale, price)) return;
  if (await deps.orderFacts.hasOperatorDeposit(tx, order.id)) return;
  if (!(await setQueuedSurplusAmount(tx, order.id, amount))) await queueSurplus(deps, tx, order, amount);
}
