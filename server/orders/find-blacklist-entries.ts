import type { Order } from '#core/order/order.ts';
import { findBlacklisted } from '#server/blacklist/find-blacklisted.ts';
import type { Deps } from '#server/deps.ts';
import { col, type Queryable, rowType, sql } from '#server/platform/db/db.ts';
import { openBothDestinations } from './destination.ts';

const TracesRow = rowType({ peer: col.nullable(col.text), device: col.nullable(col.text), account: col.nullable(col.text) });

/**
 * Ids of blacklist entries that now match an order: by e-mails, requisites of both sides, browser or address. None matched at its
 * creation, or it would not exist.
 */
export async function findBlacklistEntries(
  deps: Pick<Deps, 'secrets' | 'clock'>,
  db: Queryable,
  order: Pick<Order, 'id' | 'email'>,
): Promise<readonly string[]> {
  const traces = await db.one(
    TracesRow,
    sql`
    select o.ip as peer, c.device, u.email as account from orders o
    left join customer_orders c on c.order_id = o.id left join users u on u.id = o.user_id where o.id = ${order.id}`,
  );
  return await findBlacklisted(deps, db, {
    email: order.email,
    accountEmail: traces.account ?? undefined,
    requisites: await openBothDestinations(deps, db, order.id),
    peer: traces.peer ?? undefined,
    device: traces.device ?? undefined,
  });
}
