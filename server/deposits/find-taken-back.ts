import { takenBackOfShown } from '#core/order/money-seen.ts';
import type { Order } from '#core/order/order.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { findSeenMoney } from './store.ts';

/** How much of what an order shows as received rails have taken back. Minor units of its income side. */
export const findTakenBack = async (db: Queryable, order: Order): Promise<bigint> =>
  takenBackOfShown(order, await findSeenMoney(db, order.id));
