import sql from 'sql-template-tag';
import * as z from 'zod/mini';
import type { Order } from '#core/order/order.ts';
import { findListed } from '#server/blacklist/find-listed.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { openBothDestinations } from './destination.ts';

const MadeRow = z.object({ peer: z.nullable(z.string()), device: z.nullable(z.string()), account: z.nullable(z.string()) });

/**
 * The entries of the blacklist that an order falls under by now, by their ids: by its mailboxes, what was paid from, where the money would
 * go, the browser or the address it was made from. When it was made there were none, or it would not be there.
 */
export async function findKeptOut(
  deps: Pick<Deps, 'secrets' | 'clock'>,
  db: Queryable,
  order: Pick<Order, 'id' | 'email'>,
): Promise<readonly string[]> {
  const made = await db.one(
    MadeRow,
    sql`
    select o.ip as peer, c.device, u.email as account from orders o
    left join customer_orders c on c.order_id = o.id left join users u on u.id = o.user_id where o.id = ${order.id}`,
  );
  return await findListed(deps, db, {
    email: order.email,
    accountEmail: made.account ?? undefined,
    requisites: await openBothDestinations(deps, db, order.id),
    peer: made.peer ?? undefined,
    device: made.device ?? undefined,
  });
}
