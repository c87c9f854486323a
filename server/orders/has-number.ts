import { idsOfNumber } from '#core/order/number.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { col, prefixPattern, type Queryable, rowType, sql, type Sql } from '#server/platform/db/db.ts';
import { isInRange } from '#server/platform/db/id-range.ts';

/** Condition on an id column: `text` is the order's short number. Undefined: `text` is no short number. */
export function isNumbered(id: Sql, text: string): Sql | undefined {
  const range = idsOfNumber(text);
  return range === null ? undefined : isInRange(id, range);
}

/** Condition on an id column: the id begins with `text` (lower case), or `text` is its short number. Both use the index of the id. */
export function hasNumber(id: Sql, text: string): Sql {
  const begins = sql`${id} like ${prefixPattern(text)}`;
  const numbered = isNumbered(id, text);
  return numbered === undefined ? begins : sql`(${begins} or ${numbered})`;
}

const IdRow = rowType({ id: col.text });

/** The order whose id or short number an operator entered in `field`. Refused if no order or more than one has it (decision 0103). */
export async function findEnteredOrder(
  db: Queryable,
  entered: string,
  field: string,
): Promise<Result<string, 'not_found' | 'invalid_format'>> {
  const text = entered.trim();
  const isId = sql`id = ${text.toLowerCase()}`;
  const numbered = isNumbered(sql`id`, text);
  const isMeant = numbered === undefined ? isId : sql`(${isId} or ${numbered})`;
  const [first, second] = await db.many(IdRow, sql`select id from orders where ${isMeant} limit 2`);
  if (first === undefined) return refuse({ code: 'not_found', field, message: 'order_number_unknown' });
  return second === undefined ? accept(first.id) : refuse({ code: 'invalid_format', field, message: 'order_number_shared' });
}
