import sql, { type Sql } from 'sql-template-tag';
import * as z from 'zod/mini';
import type { Queryable } from './db.ts';
import { beyondOf, limitOf, type Part, partOf, placeOf, RowPlace, sortingOf, type Window } from './keyset.ts';
import type { Row } from './row.ts';

/** A list that is read part by part. */
export interface ListSource<T extends object> {
  readonly row: Row<T>;
  readonly columns: Sql;
  /** What stands after `from`. */
  readonly source: Sql;
  readonly where: Sql;
}

const Placed = z.object({ place: RowPlace });

/** One part of a sorted list, with the places at its ends. */
export async function readPart<T extends object>(db: Queryable, list: ListSource<T>, part: Window): Promise<Part<T>> {
  const found = await db.many(
    z.intersection(list.row, Placed),
    sql`
    select ${list.columns}, ${placeOf(part.keys)} as place from ${list.source} where ${list.where} and ${beyondOf(part)}
    order by ${sortingOf(part)} ${limitOf(part)}`,
  );
  return partOf(found, part);
}
