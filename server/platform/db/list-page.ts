import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import * as col from './columns.ts';
import type { Queryable } from './db.ts';
import { extendRow, type Row, rowType } from './row.ts';

/** A key that a list is sorted by. */
export interface SortKey {
  readonly column: Sql;
  readonly type: 'timestamptz' | 'text' | 'uuid' | 'numeric' | 'boolean';
  readonly isDescending?: boolean;
  /** Rows without a value come last in either direction. */
  readonly isNullable?: boolean;
}

/** A row's sort-key values as the database writes them, with microseconds. */
export const RowPlace = col.arrayOf(col.nullable(col.text));
export type RowPlace = (string | null)[];

/** Where a page starts: after or before a row, which may have been deleted since. */
export interface PageStart {
  readonly direction: 'after' | 'before';
  readonly place: RowPlace;
  /** What the list was sorted with, where it changes automatically (time, prices); else null. */
  readonly asOf: string | null;
}

/** A range of a sorted list: after `from`, or from the beginning after `offset` rows. */
export interface PageRange {
  readonly keys: readonly SortKey[];
  readonly from: PageStart | undefined;
  readonly limit: number;
  readonly offset: number;
}

/**
 * Requested sort keys, then the list's own, so that the sorting is total and pages never overlap. Only columns of the given list reach the
 * statement.
 */
export function sortedKeys(
  requested: readonly string[] | undefined,
  columns: Readonly<Record<string, SortKey>>,
  defaultKeys: readonly SortKey[],
): readonly SortKey[] {
  const keys = (requested ?? []).flatMap((key) => {
    const column = columns[key.replace(/^-/, '')];
    return column === undefined ? [] : [{ ...column, isDescending: key.startsWith('-') }];
  });
  return [...keys, ...defaultKeys];
}

const isBackward = ({ from }: PageRange): boolean => from?.direction === 'before';

const sortDirection = (isDescending: boolean, isNullable: boolean, isReversed: boolean): Sql =>
  raw(`${isDescending === isReversed ? 'asc' : 'desc'}${isNullable ? ` nulls ${isReversed ? 'first' : 'last'}` : ''}`);

/** `order by` of a page; reversed for a page before a row. */
export const sortClause = (range: PageRange): Sql =>
  join(
    range.keys.map(
      ({ column, isDescending = false, isNullable = false }) =>
        sql`${column} ${sortDirection(isDescending, isNullable, isBackward(range))}`,
    ),
  );

/** Condition that a key comes after a value in the page's direction; undefined where no row can. */
function isBeyond(
  { column, type, isDescending = false, isNullable = false }: SortKey,
  value: string | null,
  range: PageRange,
): Sql | undefined {
  const isReversed = isBackward(range);
  if (value === null) return isReversed ? sql`${column} is not null` : undefined;
  const beyond = sql`${column} ${raw(isDescending === isReversed ? '>' : '<')} ${value}::${raw(type)}`;
  return isNullable && !isReversed ? sql`(${beyond} or ${column} is null)` : beyond;
}

const isSame = ({ column, type }: SortKey, value: string | null): Sql =>
  value === null ? sql`${column} is null` : sql`${column} = ${value}::${raw(type)}`;

/** Condition for rows after the start. The outer bound names only the first key, so that an index can be used. */
export function afterStart(range: PageRange): Sql {
  const { keys, from } = range;
  const [first] = keys;
  if (from === undefined || first === undefined) return sql`true`;
  let beyond: Sql = sql`false`;
  for (const [index, key] of [...keys.entries()].toReversed()) {
    const startValue = from.place[index] ?? null;
    const after = isBeyond(key, startValue, range);
    const tied = sql`(${isSame(key, startValue)} and ${beyond})`;
    beyond = after === undefined ? tied : sql`(${after} or ${tied})`;
  }
  const bound = from.place[0] ?? null;
  if (first.isNullable === true || bound === null) return beyond;
  const sign = (first.isDescending === true) === isBackward(range) ? '>=' : '<=';
  return sql`(${first.column} ${raw(sign)} ${bound}::${raw(first.type)} and ${beyond})`;
}

/** `limit` with one row more, which shows whether there are further rows. */
export const limitOf = ({ from, limit, offset }: PageRange): Sql =>
  sql`limit ${limit + 1}${from === undefined && offset > 0 ? sql` offset ${offset}` : empty}`;

/** Expression of a row's sort-key values, selected with the row. */
export const placeOf = (keys: readonly SortKey[]): Sql => sql`array[${join(keys.map(({ column }) => sql`(${column})::text`))}]::text[]`;

/** Sort-key values at the ends of a page; null where there are no further rows. */
export interface PageEnds {
  readonly before: RowPlace | null;
  readonly after: RowPlace | null;
  readonly asOf?: string;
}

export interface ListPage<Row> {
  readonly rows: readonly Row[];
  readonly ends: PageEnds;
}

/** Turns rows read with `limitOf` into a page: drops the extra row, restores the sorting, finds the ends. */
export function toListPage<Row extends { readonly place: RowPlace }>(fetched: readonly Row[], range: PageRange): ListPage<Row> {
  const hasExtra = fetched.length > range.limit;
  const inRange = fetched.slice(0, range.limit);
  const rows = isBackward(range) ? inRange.toReversed() : inRange;
  const hasBefore = isBackward(range) ? hasExtra : range.from !== undefined || range.offset > 0;
  const hasAfter = isBackward(range) || hasExtra;
  return { rows, ends: { before: (hasBefore && rows[0]?.place) || null, after: (hasAfter && rows.at(-1)?.place) || null } };
}

/** A list read page by page. */
export interface ListSource<T extends object> {
  readonly row: Row<T>;
  /** Text after `from`. */
  readonly source: Sql;
  readonly where: Sql;
}

/** One page of a sorted list, with the sort-key values at its ends. */
export async function readListPage<T extends object>(db: Queryable, list: ListSource<T>, range: PageRange): Promise<ListPage<T>> {
  const row = extendRow(list.row, { place: col.computed(RowPlace, placeOf(range.keys)) });
  const rows = await db.many(
    row,
    sql`
    select ${row.list} from ${list.source} where ${list.where} and ${afterStart(range)}
    order by ${sortClause(range)} ${limitOf(range)}`,
  );
  return toListPage(rows, range);
}

const CountRow = rowType({ total: col.text });

/** Counts rows of `from ... where ...` up to `max + 1`, which means "more than `max`". Without `max`: all rows. */
export async function countUpTo(db: Queryable, rows: Sql, max?: number): Promise<number> {
  const limit = max === undefined ? empty : sql`limit ${max + 1}`;
  const { total } = await db.one(CountRow, sql`select count(*)::text as total from (select 1 ${rows} ${limit}) as counted`);
  return Number(total);
}
