import sql from 'sql-template-tag';
import * as z from 'zod/mini';
import { VERIFICATION_STATES } from '#core/card-verification.ts';
import type { ShownCard } from '#core/order/deadlines.ts';
import type { Order } from '#core/order/order.ts';
import type { Queryable } from '#server/platform/db/db.ts';

const StateRow = z.object({ state: z.enum(VERIFICATION_STATES) });

/** What an order that waits for a card has been shown last. */
export async function shownCardOf(db: Queryable, { id, status }: Pick<Order, 'id' | 'status'>): Promise<ShownCard> {
  if (status !== 'awaiting_verification') return 'none';
  const last = await db.maybe(StateRow, sql`select state from card_verifications where order_id = ${id} order by created_at desc limit 1`);
  if (last === undefined || last.state === 'cancelled') return 'none';
  return last.state === 'rejected' ? 'refused' : 'undecided';
}
