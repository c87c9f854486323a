import { isAboveUsd } from '#core/approval.ts';
import { firstLimitUsd } from '#core/limits.ts';
import type { Order } from '#core/order/order.ts';
import { surplusOf } from '#core/order/surplus.ts';
import type { MoveDeps } from '#server/orders/move/reaction.ts';
import { orderSides } from '#server/orders/order-assets.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { queueSurplus } from './queue-surplus.ts';
import { enlargeQueued, hasWordBeyondRail } from '#server/payouts/store.ts';

/**
 * A second payment goes back by itself (domain 5, "over or twice"), however its order is told where to. A person looks first at what
 * is above the first limit together with all that went back before, at what is worth less than sending it, at an order he has
 * rejected, and where an operator's word beside the rail may be the very money that the rail reports now.
 */
export async function returnByItself(deps: MoveDeps, tx: Tx, order: Order): Promise<void> {
  const amount = surplusOf(order);
  const { income } = orderSides(deps.catalogue, order);
  const price = { usd: deps.quotes.usdOf(income.code), limitUsd: firstLimitUsd(deps.limits.current(), income.code) };
  if (amount <= income.networkFee || order.status === 'rejected') return;
  if (isAboveUsd(amount + order.surplusReturned, income.scale, price)) return;
  if (await hasWordBeyondRail(tx, order.id)) return;
  if (!(await enlargeQueued(tx, order.id, amount))) await queueSurplus(deps, tx, order, amount);
}
