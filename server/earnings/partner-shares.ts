import { col, type Queryable, rowType, sql } from '#server/platform/db/db.ts';

const ShareRow = rowType({ order_id: col.text, cents: col.text, is_reversed: col.bool });

/** A partner's earning from an order. */
export interface PartnerShare {
  readonly cents: bigint;
  readonly isReversed: boolean;
}

/** A partner's earnings by order; orders without a posted share are left out. */
export async function partnerSharesOf(
  db: Queryable,
  userId: string,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, PartnerShare>> {
  const rows = await db.many(
    ShareRow,
    sql`
    select order_id, amount::text as cents, reversed_at is not null as is_reversed from earnings
    where user_id = ${userId} and kind = 'partner' and order_id = any(${orderIds}::text[])`,
  );
  return new Map(rows.map(({ order_id, cents, is_reversed }) => [order_id, { cents: BigInt(cents), isReversed: is_reversed }]));
}

const SumRow = rowType({ user_id: col.text, cents: col.text });

/** Unreversed partner earnings since a time, in cents, by partner. */
export async function sumPartnerShares(db: Queryable, userIds: readonly string[], since: Date): Promise<ReadonlyMap<string, bigint>> {
  const rows = await db.many(
    SumRow,
    sql`
    select user_id::text, sum(amount)::text as cents from earnings
    where user_id = any(${userIds}::uuid[]) and kind = 'partner' and reversed_at is null and created_at >= ${since} group by user_id`,
  );
  return new Map(rows.map(({ user_id, cents }) => [user_id, BigInt(cents)]));
}
