import type { Instant } from '#core/time.ts';
import { type Queryable, sql, type Sql } from '#server/platform/db/db.ts';

/**
 * Deletes up to `limit` snapshots older than `before`, never the newest; returns the number. `isUsed`: SQL, whether a snapshot id (text)
 * is still referred to.
 */
export const deleteUnusedSnapshots = (
  db: Queryable,
  { before, limit, isUsed }: { readonly before: Instant; readonly limit: number; readonly isUsed: (id: Sql) => Sql },
): Promise<number> =>
  db.run(
    sql`delete from rate_snapshots where id in (
      select s.id from rate_snapshots s where s.taken_at < ${new Date(before)}
        and s.taken_at < (select max(taken_at) from rate_snapshots)
        and not ${isUsed(sql`s.id::text`)}
      limit ${limit})`,
  );
