import sql from 'sql-template-tag';
import * as z from 'zod/mini';
import { VERIFICATION_STATES } from '#core/card-verification.ts';
import type { ShownCard } from '#core/order/deadlines.ts';
import type { Order } from '#core/order/order.ts';
import type { Queryable } from '#server/platform/db/db.ts';

/** An order `o` waits for its card, and one of its own or of its account was shown and nobody has decided: it waits for us, not for its customer. */
export const isCardShown = sql`(o.status = 'awaiting_verification'
  and exists (select from card_verifications v where (v.order_id = o.id or v.user_id = o.user_id) and v.state in ('pending', 'processing')))`;

const ShownRow = z.object({ is_shown: z.boolean(), own: z.nullable(z.enum(VERIFICATION_STATES)) });

/** What an order that waits for a card has been shown last. */
export async function shownCardOf(db: Queryable, { id, status }: Pick<Order, 'id' | 'status'>): Promise<ShownCard> {
  if (status !== 'awaiting_verification') return 'none';
  const shown = await db.one(
    ShownRow,
    sql`
    select ${isCardShown} as is_shown,
      (select v.state from card_verifications v where v.order_id = o.id order by v.created_at desc limit 1) as own
    from orders o where o.id = ${id}`,
  );
  if (shown.is_shown || shown.own === 'verified') return 'undecided';
  return shown.own === 'rejected' ? 'refused' : 'none';
}
