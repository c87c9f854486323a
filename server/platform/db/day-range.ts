import { DAY_MS } from '#core/time.ts';
import sql, { join, type Sql } from 'sql-template-tag';

/** Days in Moscow (UTC+3 all year), ISO 8601; the last one included. */
export interface DayRange {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const startOf = (day: string): number => Date.parse(`${day}T00:00:00+03:00`);

/** Condition that a time lies in the range; always true without limits. */
export function inDays(time: Sql, { from, to }: DayRange): Sql {
  const parts = [
    ...(from === undefined ? [] : [sql`${time} >= ${new Date(startOf(from))}`]),
    ...(to === undefined ? [] : [sql`${time} < ${new Date(startOf(to) + DAY_MS)}`]),
  ];
  return parts.length === 0 ? sql`true` : join(parts, ' and ');
}
