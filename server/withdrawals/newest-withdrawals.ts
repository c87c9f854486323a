import { isWithdrawalFinal, WITHDRAWAL_STATUSES } from '#core/withdrawal/lifecycle.ts';
import { col, join, type Queryable, type RowOf, rowType, sql } from '#server/platform/db/db.ts';

const NewestRow = rowType({ id: col.text, status: col.oneOf(WITHDRAWAL_STATUSES), purse_amount: col.text, created_at: col.timestamp });

const FINAL_STATUSES = WITHDRAWAL_STATUSES.filter(isWithdrawalFinal);

/** A customer's withdrawals: unfinished ones first, then newest first. */
export const newestWithdrawals = async (db: Queryable, userId: string, limit: number): Promise<RowOf<typeof NewestRow>[]> =>
  await db.many(
    NewestRow,
    sql`
    select w.id, w.status, w.purse_amount, w.created_at from withdrawals w
    where w.user_id = ${userId} order by (w.status in (${join(FINAL_STATUSES)})), w.created_at desc, w.id limit ${limit}`,
  );
