import type { Order } from '#core/order/order.ts';
import { reversedAfterPayout } from '#core/order/payment-reports.ts';
import type { Parties } from '#server/approvals/executor.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { findReportingOperators, findSeenMoney } from './store.ts';

/** How much of an order's shown received amount rails have reverted, in minor units of the income side. */
export const findRevertedAmount = async (db: Queryable, order: Order): Promise<bigint> =>
  reversedAfterPayout(order, await findSeenMoney(db, order.id));

/** Operators who recorded an order's money may not approve its payout (domain 5). */
export const ORDER_PARTIES: Parties = { pay_out: findReportingOperators };
