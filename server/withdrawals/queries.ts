import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import { isWithdrawalFinal, WITHDRAWAL_STATUSES } from '#core/withdrawal/lifecycle.ts';
import type { Withdrawal } from '#core/withdrawal/withdrawal.ts';
import type { Deps } from '#server/deps.ts';
import { col, join, type Queryable, type RowOf, rowType, sql, type Sql } from '#server/platform/db/db.ts';
import type { Visitor } from '#server/platform/http/route.ts';
import { findSealedDestination, findWithdrawal } from './store.ts';

/** The caller's own withdrawal with its full destination, for the receipt; undefined for a withdrawal of someone else. */
export async function findWithdrawalForReceipt(
  deps: Pick<Deps, 'db' | 'secrets'>,
  { id, visitor }: { readonly id: string; readonly visitor: Visitor },
): Promise<{ withdrawal: Withdrawal; destination: RequisiteValues } | undefined> {
  const withdrawal = await findWithdrawal(deps.db, id);
  if (!withdrawal || visitor.kind !== 'user' || withdrawal.userId !== visitor.userId) return undefined;
  const sealed = await findSealedDestination(deps.db, id);
  return { withdrawal, destination: JSON.parse(deps.secrets.unseal(sealed)) as RequisiteValues };
}

/** A completed withdrawal, for the verification code on its receipt. */
export async function findCompletedWithdrawal(db: Queryable, id: string): Promise<Withdrawal | undefined> {
  const withdrawal = await findWithdrawal(db, id);
  return withdrawal?.status === 'completed' ? withdrawal : undefined;
}

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

/** SQL: withdrawn cents per customer and balance (`purse`), as rows `user_id, purse, paid, open`; `open` is requested or being paid. */
export const WITHDRAWN_TOTALS: Sql = sql`(
  select user_id, purse, coalesce(sum(purse_amount) filter (where status = 'completed'), 0) as paid,
    coalesce(sum(purse_amount) filter (where status in ('awaiting_confirmation', 'payout_pending', 'payout_sent', 'payout_failed')),
      0) as open
  from withdrawals group by user_id, purse)`;
