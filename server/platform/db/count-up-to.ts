import sql, { empty, type Sql } from 'sql-template-tag';
import type { Queryable } from './db.ts';
import * as col from './columns.ts';
import { rowType } from './row.ts';

const CountRow = rowType({ total: col.text });

/** Counts rows of `from ... where ...` up to `max + 1`, which means "more than `max`". Without `max`: all rows. */
export async function countUpTo(db: Queryable, rows: Sql, max?: number): Promise<number> {
  const limit = max === undefined ? empty : sql`limit ${max + 1}`;
  const { total } = await db.one(CountRow, sql`select count(*)::text as total from (select 1 ${rows} ${limit}) as counted`);
  return Number(total);
}
