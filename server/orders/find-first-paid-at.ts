import type { Instant } from '#core/time.ts';
import { col, type Queryable, rowType, sql } from '#server/platform/db/db.ts';

const FirstRow = rowType({ at: col.nullable(col.timestamp) });

/** Creation time of the user's first completed order to this destination, by its keyed hash; undefined: none. */
export async function findFirstPaidAt(
  db: Queryable,
  { userId, fingerprint }: { readonly userId: string; readonly fingerprint: Buffer },
): Promise<Instant | undefined> {
  const row = await db.one(
    FirstRow,
    sql`
    select min(created_at) as at from orders
    where user_id = ${userId} and outcome_fingerprint = ${fingerprint} and status = 'completed'`,
  );
  return row.at?.getTime();
}
