import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from './db.ts';
import { afterStart, limitOf, type ListPage, toListPage, placeOf, RowPlace, sortClause, type PageRange } from './keyset.ts';
import { extendRow, type Row } from './row.ts';

/** A list read page by page. */
export interface ListSource<T extends object> {
  readonly row: Row<T>;
  readonly columns: Sql;
  /** Text after `from`. */
  readonly source: Sql;
  readonly where: Sql;
}

/** One page of a sorted list, with the sort-key values at its ends. */
export async function readListPage<T extends object>(db: Queryable, list: ListSource<T>, range: PageRange): Promise<ListPage<T>> {
  const rows = await db.many(
    extendRow(list.row, { place: RowPlace }),
    sql`
    select ${list.columns}, ${placeOf(range.keys)} as place from ${list.source} where ${list.where} and ${afterStart(range)}
    order by ${sortClause(range)} ${limitOf(range)}`,
  );
  return toListPage(rows, range);
}
