import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import * as z from 'zod/mini';

/** One key that a list is sorted by. */
export interface SortKey {
  readonly column: Sql;
  readonly type: 'timestamptz' | 'text' | 'uuid' | 'numeric' | 'boolean';
  readonly isDescending?: boolean;
  /** What has no value stands last in either direction. */
  readonly isNullable?: boolean;
}

/** Where a row stands in its list: its keys as the database writes them, to the last microsecond. */
export const RowPlace = z.array(z.nullable(z.string()));
export type RowPlace = z.output<typeof RowPlace>;

/** From where a page goes on: beyond a row that need not be there any more. */
export interface Start {
  readonly way: 'after' | 'before';
  readonly place: RowPlace;
  /** What the list was sorted with, where that changes by itself (time, prices); null elsewhere. */
  readonly asOf: string | null;
}

/** Part of a sorted list: beyond `from`, or from the front after `offset` rows. */
export interface Window {
  readonly keys: readonly SortKey[];
  readonly from: Start | undefined;
  readonly limit: number;
  readonly offset: number;
}

/**
 * What a list is sorted by: the keys asked for, then the list's own, so that no two rows stand alike and pages never overlap. Only columns
 * of the given list reach the statement.
 */
export function sortedKeys(
  asked: readonly string[] | undefined,
  columns: Readonly<Record<string, SortKey>>,
  own: readonly SortKey[],
): readonly SortKey[] {
  const keys = (asked ?? []).flatMap((key) => {
    const column = columns[key.replace(/^-/, '')];
    return column === undefined ? [] : [{ ...column, isDescending: key.startsWith('-') }];
  });
  return [...keys, ...own];
}

const isBackward = ({ from }: Window): boolean => from?.way === 'before';

const direction = (isDescending: boolean, isNullable: boolean, isReversed: boolean): Sql =>
  raw(`${isDescending === isReversed ? 'asc' : 'desc'}${isNullable ? ` nulls ${isReversed ? 'first' : 'last'}` : ''}`);

/** `order by` of a part; towards the front the rows come the other way round. */
export const sortingOf = (part: Window): Sql =>
  join(
    part.keys.map(
      ({ column, isDescending = false, isNullable = false }) => sql`${column} ${direction(isDescending, isNullable, isBackward(part))}`,
    ),
  );

/** Whether a key comes beyond a value: undefined where nothing can. */
function isBeyond(
  { column, type, isDescending = false, isNullable = false }: SortKey,
  value: string | null,
  part: Window,
): Sql | undefined {
  const isReversed = isBackward(part);
  if (value === null) return isReversed ? sql`${column} is not null` : undefined;
  const beyond = sql`${column} ${raw(isDescending === isReversed ? '>' : '<')} ${value}::${raw(type)}`;
  return isNullable && !isReversed ? sql`(${beyond} or ${column} is null)` : beyond;
}

const isSame = ({ column, type }: SortKey, value: string | null): Sql =>
  value === null ? sql`${column} is null` : sql`${column} = ${value}::${raw(type)}`;

/** Rows beyond the start, as a condition. It names a bound of the first key alone: that is where an index begins to read. */
export function beyondOf(part: Window): Sql {
  const { keys, from } = part;
  const [first] = keys;
  if (from === undefined || first === undefined) return sql`true`;
  let beyond: Sql = sql`false`;
  for (const [index, key] of [...keys.entries()].toReversed()) {
    const value = from.place[index] ?? null;
    const strictly = isBeyond(key, value, part);
    const among = sql`(${isSame(key, value)} and ${beyond})`;
    beyond = strictly === undefined ? among : sql`(${strictly} or ${among})`;
  }
  const bound = from.place[0] ?? null;
  if (first.isNullable === true || bound === null) return beyond;
  const sign = (first.isDescending === true) === isBackward(part) ? '>=' : '<=';
  return sql`(${first.column} ${raw(sign)} ${bound}::${raw(first.type)} and ${beyond})`;
}

/** `limit`, with one row more: it says that there is more. */
export const limitOf = ({ from, limit, offset }: Window): Sql =>
  sql`limit ${limit + 1}${from === undefined && offset > 0 ? sql` offset ${offset}` : empty}`;

/** The place of a row, to be selected with it. */
export const placeOf = (keys: readonly SortKey[]): Sql => sql`array[${join(keys.map(({ column }) => sql`(${column})::text`))}]::text[]`;

/** Ends of a page beyond which there is more. */
export interface PageEnds {
  readonly before: RowPlace | null;
  readonly after: RowPlace | null;
  readonly asOf?: string;
}

export interface Part<Row> {
  readonly rows: readonly Row[];
  readonly ends: PageEnds;
}

/** What was found of a part: its rows as the list has them and where it can be gone on. */
export function partOf<Row extends { readonly place: RowPlace }>(found: readonly Row[], part: Window): Part<Row> {
  const isMore = found.length > part.limit;
  const kept = found.slice(0, part.limit);
  const rows = isBackward(part) ? kept.toReversed() : kept;
  const hasBefore = isBackward(part) ? isMore : part.from !== undefined || part.offset > 0;
  const hasAfter = isBackward(part) || isMore;
  return { rows, ends: { before: (hasBefore && rows[0]?.place) || null, after: (hasAfter && rows.at(-1)?.place) || null } };
}
