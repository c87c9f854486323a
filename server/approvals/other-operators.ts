import { col, type Queryable, rowType, sql } from '#server/platform/db/db.ts';

const TotalRow = rowType({ total: col.number });

/** Number of enabled users with these roles, except these ids. */
export const countOtherOperators = async (db: Queryable, roles: readonly string[], ids: readonly string[]): Promise<number> =>
  (
    await db.one(
      TotalRow,
      sql`
      select count(*)::int as total from users
      where role = any(${roles}::text[]) and id <> all(${ids}::uuid[]) and disabled_at is null`,
    )
  ).total;

export const hasOtherOperators = async (db: Queryable, roles: readonly string[], operatorId: string): Promise<boolean> =>
  (await countOtherOperators(db, roles, [operatorId])) > 0;
