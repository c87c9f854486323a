import sql, { join, type Sql } from 'sql-template-tag';

/**
 * `order by` of a list: the keys asked for, by the columns they stand for, then the list's own way, so that pages never overlap.
 * Only columns of the given list reach the statement; what has no value stands last.
 */
export function sortedBy(asked: readonly string[] | undefined, columns: Readonly<Record<string, Sql>>, own: Sql): Sql {
  const keys = (asked ?? []).flatMap((key) => {
    const column = columns[key.replace(/^-/, '')];
    if (column === undefined) return [];
    return [key.startsWith('-') ? sql`${column} desc nulls last` : sql`${column} asc nulls last`];
  });
  return join([...keys, own]);
}
