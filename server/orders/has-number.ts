import { idsOfNumber } from '#core/order/number.ts';
import { prefixPattern, sql, type Sql } from '#server/platform/db/db.ts';

/** Condition on an id column: the id begins with `text` (lower case), or `text` is its short number. Both use the index of the id. */
export function hasNumber(id: Sql, text: string): Sql {
  const begins = sql`${id} like ${prefixPattern(text)}`;
  const range = idsOfNumber(text);
  if (range === null) return begins;
  const { from, before } = range;
  return sql`(${begins} or (${id} >= ${from} and ${before === null ? sql`true` : sql`${id} < ${before}`}))`;
}
