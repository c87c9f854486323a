import sql, { join } from 'sql-template-tag';
import * as z from 'zod/mini';
import { isWithdrawalFinal, WITHDRAWAL_STATUSES } from '#core/withdrawal/lifecycle.ts';
import type { Queryable } from '#server/platform/db/db.ts';

const NewestRow = z.object({ id: z.string(), status: z.enum(WITHDRAWAL_STATUSES), purse_amount: z.string(), created_at: z.date() });

const FINAL_STATUSES = WITHDRAWAL_STATUSES.filter(isWithdrawalFinal);

/** A customer's withdrawals: unfinished ones first, then newest first. */
export const newestWithdrawals = async (db: Queryable, userId: string, limit: number): Promise<z.output<typeof NewestRow>[]> =>
  await db.many(
    NewestRow,
    sql`
    select w.id, w.status, w.purse_amount, w.created_at from withdrawals w
    where w.user_id = ${userId} order by (w.status in (${join(FINAL_STATUSES)})), w.created_at desc, w.id limit ${limit}`,
  );
