import { col, type Queryable, rowType, sql } from '#server/platform/db/db.ts';

const SuspenseRow = rowType({
  provider: col.text,
  balance: col.text,
});

/** An order's suspense by provider, as positive amounts in minor units of its income side (the account is negative: it is owed). */
export const findSuspense = async (db: Queryable, orderId: string): Promise<{ provider: string; amount: bigint }[]> =>
  (
    await db.many(
      SuspenseRow,
      sql`
      select account_of as provider, balance::text from account_balances
      where account_kind = 'suspense' and order_id = ${orderId} and order_id <> '' and balance <> 0 order by account_of`,
    )
  ).map((row) => ({ provider: row.provider, amount: -BigInt(row.balance) }));
