import { reversedAfterPayout } from '#core/order/payment-reports.ts';
import type { Order } from '#core/order/order.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { findSeenMoney } from './store.ts';

/** How much of an order's shown received amount rails have reverted, in minor units of the income side. */
export const findRevertedAmount = async (db: Queryable, order: Order): Promise<bigint> =>
  reversedAfterPayout(order, await findSeenMoney(db, order.id));
