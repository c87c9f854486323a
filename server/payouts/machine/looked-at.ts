import sql from 'sql-template-tag';
import * as z from 'zod/mini';
import { hasLimits, isAboveLimits } from '#core/customer-limits.ts';
import { type AskedWhy, worthOf } from '#core/limits.ts';
import type { Order } from '#core/order/order.ts';
import { readLimits, readUse } from '#server/customers/limits.ts';
import type { Deps } from '#server/deps.ts';
import { findKeptOut } from '#server/orders/kept-out.ts';
import type { Queryable } from '#server/platform/db/db.ts';

const CustomerRow = z.object({ customer: z.nullable(z.string()) });

type LookDeps = Pick<Deps, 'secrets' | 'clock' | 'catalogue' | 'quotes'>;
type Looked = Pick<Order, 'id' | 'email' | 'incomeCode' | 'incomeAmount'>;

async function isOverHisLimits(deps: LookDeps, db: Queryable, order: Looked, customerId: string | null): Promise<boolean> {
  const limits = customerId === null ? undefined : await readLimits(db, customerId);
  if (customerId === null || limits === undefined || !hasLimits(limits)) return false;
  const scale = deps.catalogue.paymentSystem(order.incomeCode)?.scale ?? 0;
  const worth = worthOf(order.incomeAmount, scale, deps.quotes.usdOf(order.incomeCode));
  return isAboveLimits(limits, worth, await readUse(deps, db, customerId));
}

/**
 * Why a person looks at what leaves for this order whatever it is worth: its customer, what was paid from, or where the money would go,
 * is kept out by now, or he is above his own limits. His money has come, so a person decides, and nothing is refused to his face.
 */
export async function lookedAt(deps: LookDeps, db: Queryable, order: Looked): Promise<readonly AskedWhy[]> {
  const { customer } = await db.one(
    CustomerRow,
    sql`select c.customer_id as customer from orders o left join customer_orders c on c.order_id = o.id where o.id = ${order.id}`,
  );
  const why: AskedWhy[] = [];
  if ((await findKeptOut(deps, db, order)).length > 0) why.push('listed');
  if (await isOverHisLimits(deps, db, order, customer)) why.push('own_limits');
  return why;
}
