import { col, type Queryable, rowType, sql } from '#server/platform/db/db.ts';

const MovedSinceRow = rowType({
  moved: col.bool,
});

/** Whether the order has made a move since this version. Confirmations and renewed offers are not moves. */
export async function hasMovedSince(db: Queryable, orderId: string, version: number): Promise<boolean> {
  const { moved } = await db.one(
    MovedSinceRow,
    sql`select exists (select 1 from order_events where order_id = ${orderId} and version > ${version}) as moved`,
  );
  return moved;
}
