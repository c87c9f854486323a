import sql from 'sql-template-tag';
import * as z from 'zod/mini';
import { formatAmount } from '#core/money/amount.ts';
import { PURSE_ASSET, PURSE_SCALE } from '#core/withdrawal/withdrawal.ts';
import type { Queryable } from '#server/platform/db/db.ts';

const EarningRow = z.object({
  id: z.string(),
  purse: z.string(),
  kind: z.string(),
  order_id: z.nullable(z.string()),
  amount: z.string(),
  note: z.nullable(z.string()),
  created_at: z.date(),
  available_at: z.date(),
  reversed_at: z.nullable(z.date()),
});

/** A user's earnings. */
export async function readEarnings(db: Queryable, userId: string) {
  const rows = await db.many(
    EarningRow,
    sql`
    select id::text, purse, kind, order_id, amount::text, note, created_at, available_at, reversed_at from earnings
    where user_id = ${userId} order by created_at, id`,
  );
  return rows.map(({ amount, ...row }) => ({ ...row, amount: formatAmount(BigInt(amount), PURSE_SCALE), currency: PURSE_ASSET }));
}

const ReferralRow = z.object({ at: z.date(), bound_by: z.string(), source: z.record(z.string(), z.string()) });

/** The referral links the user came by, without their owners. */
export const readReferralSources = async (db: Queryable, userId: string): Promise<z.output<typeof ReferralRow>[]> =>
  await db.many(ReferralRow, sql`select clicked_at as at, bound_by, source from referrals where user_id = ${userId} order by clicked_at`);
