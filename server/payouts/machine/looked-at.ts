import sql from 'sql-template-tag';
import * as z from 'zod/mini';
import { hasLimits, isAboveLimits } from '#core/customer-limits.ts';
import { type AskedWhy, worthOf } from '#core/limits.ts';
import type { Order } from '#core/order/order.ts';
import { findListed } from '#server/blacklist/find-listed.ts';
import { readLimits, readUse } from '#server/customers/limits.ts';
import type { Deps } from '#server/deps.ts';
import { openDestination } from '#server/orders/destination.ts';
import type { Queryable } from '#server/platform/db/db.ts';

const MadeRow = z.object({
  peer: z.nullable(z.string()),
  device: z.nullable(z.string()),
  customer: z.nullable(z.string()),
  account: z.nullable(z.string()),
});

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
  const made = await db.one(
    MadeRow,
    sql`
    select o.ip as peer, c.device, c.customer_id as customer, u.email as account from orders o
    left join customer_orders c on c.order_id = o.id left join users u on u.id = o.user_id where o.id = ${order.id}`,
  );
  const requisites = [
    await openDestination(deps, db, { id: order.id, side: 'income' }),
    await openDestination(deps, db, { id: order.id, side: 'outcome' }),
  ];
  const traces = {
    email: order.email,
    accountEmail: made.account ?? undefined,
    requisites,
    peer: made.peer ?? undefined,
    device: made.device ?? undefined,
  };
  const why: AskedWhy[] = [];
  if ((await findListed(deps, db, traces)).length > 0) why.push('listed');
  if (await isOverHisLimits(deps, db, order, made.customer)) why.push('own_limits');
  return why;
}
