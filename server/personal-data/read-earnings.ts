import * as col from '#server/platform/db/columns.ts';
import { rowType, type RowOf } from '#server/platform/db/row.ts';
import sql from 'sql-template-tag';
import * as z from 'zod/mini';
import { formatAmount } from '#core/money/amount.ts';
import { PURSE_ASSET, PURSE_SCALE } from '#core/withdrawal/withdrawal.ts';
import type { Queryable } from '#server/platform/db/db.ts';

const EarningRow = rowType({
  id: col.text,
  purse: col.text,
  kind: col.text,
  order_id: col.nullable(col.text),
  amount: col.text,
  note: col.nullable(col.text),
  created_at: col.timestamp,
  available_at: col.timestamp,
  reversed_at: col.nullable(col.timestamp),
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

const ReferralRow = rowType({ at: col.timestamp, bound_by: col.text, source: col.json(z.record(z.string(), z.string())) });

/** The referral links the user came by, without their owners. */
export const readReferralSources = async (db: Queryable, userId: string): Promise<RowOf<typeof ReferralRow>[]> =>
  await db.many(ReferralRow, sql`select clicked_at as at, bound_by, source from referrals where user_id = ${userId} order by clicked_at`);
