import sql from 'sql-template-tag';
import * as z from 'zod/mini';
import type { Instant } from '#core/time.ts';
import type { Db } from '#server/platform/db/db.ts';

const InAllRow = z.object({ in_all: z.nullable(z.string()), is_whole: z.boolean() });

interface GivenBack {
  readonly rail: string;
  readonly orderId: string;
  readonly externalId: string;
  /** Beside our calls, in minor units; undefined: it was told without an amount. */
  readonly amount: bigint | undefined;
  readonly now: Instant;
}

/** Keeps what went back of a payment beside our calls; gives what went back so of its whole order, undefined where one amount is not told. */
export async function keepGivenBack(db: Db, { rail, orderId, externalId, amount, now }: GivenBack): Promise<bigint | undefined> {
  const told = amount === undefined ? null : String(amount);
  await db.run(sql`
    insert into acquirer.given_back (rail, external_id, order_id, amount, told_at) values (${rail}, ${externalId}, ${orderId}, ${told}, ${new Date(now)})
    on conflict (rail, external_id) do update set amount = excluded.amount, told_at = excluded.told_at`);
  const row = await db.one(
    InAllRow,
    sql`
    select sum(amount)::text as in_all, count(amount) = count(*) as is_whole from acquirer.given_back where rail = ${rail} and order_id = ${orderId}`,
  );
  return row.is_whole && row.in_all !== null ? BigInt(row.in_all) : undefined;
}

/** All that went back of a payment is by our calls after all. */
export async function dropGivenBack(db: Db, rail: string, externalId: string): Promise<void> {
  await db.run(sql`delete from acquirer.given_back where rail = ${rail} and external_id = ${externalId}`);
}
