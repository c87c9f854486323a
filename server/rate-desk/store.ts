import sql from 'sql-template-tag';
import * as z from 'zod/mini';
import type { Queryable } from '#server/platform/db/db.ts';

const DoneRow = z.object({ key: z.string(), income_amount: z.string() });
export type DoneRow = z.output<typeof DoneRow>;

/** Incomes of the last completed orders of some directions, in minor units. */
export const lastDone = (db: Queryable, keys: readonly string[], most: number): Promise<DoneRow[]> =>
  db.many(
    DoneRow,
    sql`
    select income_code || '>' || outcome_code as key, income_amount from orders
    where status = 'completed' and income_code || '>' || outcome_code = any(${keys}::text[]) order by created_at desc limit ${most}`,
  );
