import type { Instant } from '#core/time.ts';
import { col, type Db, rowType, sql } from '#server/platform/db/db.ts';

const OrderTotalRow = rowType({ in_all: col.nullable(col.text), is_whole: col.bool });

interface ExternalReturn {
  readonly rail: string;
  readonly orderId: string;
  readonly externalId: string;
  /** Amount returned beyond our refunds, in minor units; undefined: the acquirer reports no amount. */
  readonly amount: bigint | undefined;
  readonly now: Instant;
}

/** Saves what was returned beyond our refunds of a payment; returns the total of its order, undefined if one amount is unknown. */
export async function saveExternalReturn(db: Db, { rail, orderId, externalId, amount, now }: ExternalReturn): Promise<bigint | undefined> {
  const amountText = amount === undefined ? null : String(amount);
  await db.run(sql`
    insert into acquirer.given_back (rail, external_id, order_id, amount, told_at)
      values (${rail}, ${externalId}, ${orderId}, ${amountText}, ${new Date(now)})
    on conflict (rail, external_id) do update set amount = excluded.amount, told_at = excluded.told_at`);
  const row = await db.one(
    OrderTotalRow,
    sql`
    select sum(amount)::text as in_all, count(amount) = count(*) as is_whole from acquirer.given_back
      where rail = ${rail} and order_id = ${orderId}`,
  );
  return row.is_whole && row.in_all !== null ? BigInt(row.in_all) : undefined;
}

/** The returned amount is fully explained by our refunds after all. */
export async function deleteExternalReturn(db: Db, rail: string, externalId: string): Promise<void> {
  await db.run(sql`delete from acquirer.given_back where rail = ${rail} and external_id = ${externalId}`);
}
