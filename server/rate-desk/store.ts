import { col, type Queryable, type RowOf, rowType, sql } from '#server/platform/db/db.ts';

const CompletedRow = rowType({ key: col.text, income_amount: col.text });
export type CompletedRow = RowOf<typeof CompletedRow>;

/** Income amounts, in minor units, of the newest completed orders of these directions. */
export const listCompleted = (db: Queryable, keys: readonly string[], limit: number): Promise<CompletedRow[]> =>
  db.many(
    CompletedRow,
    sql`
    select income_code || '>' || outcome_code as key, income_amount from orders
    where status = 'completed' and income_code || '>' || outcome_code = any(${keys}::text[]) order by created_at desc limit ${limit}`,
  );
