import sql, { empty, type Sql } from 'sql-template-tag';
import * as z from 'zod/mini';
import type { Queryable } from './db.ts';

const CountRow = z.object({ total: z.string() });

/**
 * How many rows a statement's `from ... where ...` finds, counted up to one more than `most`: that one says "there are more" and no
 * other row is touched. Without `most`: all of them.
 */
export async function countUpTo(db: Queryable, rows: Sql, most?: number): Promise<number> {
  const limit = most === undefined ? empty : sql`limit ${most + 1}`;
  const { total } = await db.one(CountRow, sql`select count(*)::text as total from (select 1 ${rows} ${limit}) as counted`);
  return Number(total);
}
