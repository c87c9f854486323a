import type { Instant } from '#core/time.ts';
import { col, type Queryable, rowType, sql } from '#server/platform/db/db.ts';

const TakenRow = rowType({ claimed_at: col.timestamp });

/**
 * When an operator took the order's payout to pay it by hand; undefined: not taken. The order counts as sent meanwhile although nothing
 * is sent yet.
 */
export const findTakenByHand = async (db: Queryable, orderId: string): Promise<Instant | undefined> =>
  (
    await db.maybe(TakenRow, sql`select claimed_at from payouts where order_id = ${orderId} and state = 'by_hand' and purpose = 'payout'`)
  )?.claimed_at.getTime();
