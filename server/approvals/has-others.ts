import sql from 'sql-template-tag';
import * as z from 'zod/mini';
import type { Queryable } from '#server/platform/db/db.ts';

const OthersRow = z.object({ total: z.number() });

/** How many of these roles there are beside these people. */
export const countOthers = async (db: Queryable, roles: readonly string[], ids: readonly string[]): Promise<number> =>
  (
    await db.one(
      OthersRow,
      sql`
      select count(*)::int as total from users
      where role = any(${roles}::text[]) and id <> all(${ids}::uuid[]) and disabled_at is null`,
    )
  ).total;

/** Whether anybody else of these roles is there. */
export const hasOthers = async (db: Queryable, roles: readonly string[], operatorId: string): Promise<boolean> =>
  (await countOthers(db, roles, [operatorId])) > 0;
