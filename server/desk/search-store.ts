import * as z from 'zod/mini';
import sql, { join, raw } from 'sql-template-tag';
import { ORDER_STATUSES } from '#core/order/status.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { beginsWith } from './begins-with.ts';

const NamedRow = z.object({ order_id: z.string(), found_in: z.enum(['number', 'hash', 'reference']) });

/** Columns of payments and payouts that rails, chains and banks know them by. */
const NAMES = [
  ['deposits', 'tx_hash', 'hash'],
  ['deposits', 'external_id', 'reference'],
  ['deposits', 'reference', 'reference'],
  ['payouts', 'tx_hash', 'hash'],
  ['payouts', 'external_id', 'reference'],
] as const;

/** Shorter beginnings of references are everybody's. */
const LEAST_REFERENCE = 4;

/** Orders whose number, or whose payments' and payouts' hashes and references, begin like this; the newest of each. */
export async function findByBeginning(db: Queryable, text: string, most: number): Promise<z.output<typeof NamedRow>[]> {
  const pattern = beginsWith(text);
  const isReference = text.length >= LEAST_REFERENCE && !/\s/.test(text);
  const byName = (isReference ? NAMES : []).map(
    ([table, column, found]) => sql`
    (select order_id, ${found} as found_in from ${raw(table)} where lower(${raw(column)}) like ${pattern} and order_id is not null limit ${most})`,
  );
  const byNumber = sql`(select id as order_id, 'number' as found_in from orders where id like ${pattern} order by created_at desc limit ${most})`;
  if (text.length < 3) return [];
  return await db.many(NamedRow, join([byNumber, ...byName], ' union all '));
}

export const FoundOrderRow = z.object({
  id: z.string(),
  status: z.enum(ORDER_STATUSES),
  email: z.string(),
  income_code: z.string(),
  outcome_code: z.string(),
  income_amount: z.string(),
  outcome_amount: z.string(),
  created_at: z.date(),
});
export type FoundOrderRow = z.output<typeof FoundOrderRow>;

/** What is shown of orders that were found. */
export const readFoundOrders = async (db: Queryable, ids: readonly string[]): Promise<FoundOrderRow[]> =>
  ids.length === 0
    ? []
    : await db.many(
        FoundOrderRow,
        sql`select id, status, email, income_code, outcome_code, income_amount, outcome_amount, created_at from orders where id in (${join([...ids])})`,
      );
