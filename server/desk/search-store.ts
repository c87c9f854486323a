import { ORDER_STATUSES } from '#core/order/status.ts';
import { col, join, type Queryable, raw, type RowOf, rowType, sql } from '#server/platform/db/db.ts';
import { prefixPattern } from './prefix-pattern.ts';

const NamedRow = rowType({ order_id: col.text, found_in: col.oneOf(['number', 'hash', 'reference']) });

/** Identifiers of payments and payouts at rails, chains and banks: table, column, match kind. */
const IDENTIFIER_COLUMNS = [
  ['deposits', 'tx_hash', 'hash'],
  ['deposits', 'external_id', 'reference'],
  ['deposits', 'reference', 'reference'],
  ['payouts', 'tx_hash', 'hash'],
  ['payouts', 'external_id', 'reference'],
] as const;

/** Shorter prefixes match too many references. */
const MIN_REFERENCE_LENGTH = 4;

/**
 * Orders whose number, or whose payments' and payouts' hashes and references, start with `text`;
 * the newest numbers first.
 */
export async function findByPrefix(db: Queryable, text: string, limit: number): Promise<RowOf<typeof NamedRow>[]> {
  const pattern = prefixPattern(text);
  const isReference = text.length >= MIN_REFERENCE_LENGTH && !/\s/.test(text);
  const byIdentifier = (isReference ? IDENTIFIER_COLUMNS : []).map(
    ([table, column, found]) => sql`
    (select order_id, ${found} as found_in from ${raw(table)} where lower(${raw(column)}) like ${pattern} and order_id is not null
      limit ${limit})`,
  );
  const byNumber = sql`(select id as order_id, 'number' as found_in from orders where id like ${pattern} order by created_at desc
    limit ${limit})`;
  if (text.length < 3) return [];
  return await db.many(NamedRow, join([byNumber, ...byIdentifier], ' union all '));
}

export const MatchedOrderRow = rowType({
  id: col.text,
  status: col.oneOf(ORDER_STATUSES),
  email: col.text,
  income_code: col.text,
  outcome_code: col.text,
  income_amount: col.text,
  outcome_amount: col.text,
  created_at: col.timestamp,
});
export type MatchedOrderRow = RowOf<typeof MatchedOrderRow>;

export const readMatchedOrders = async (db: Queryable, ids: readonly string[]): Promise<MatchedOrderRow[]> =>
  ids.length === 0
    ? []
    : await db.many(
        MatchedOrderRow,
        sql`select id, status, email, income_code, outcome_code, income_amount, outcome_amount, created_at from orders
          where id in (${join([...ids])})`,
      );
