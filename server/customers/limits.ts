import type { CustomerLimits } from '#core/customer/customer.ts';
import { col, type Queryable, rowType, sql, type Tx } from '#server/platform/db/db.ts';

const LimitsRow = rowType({
  order_limit_usd: col.nullable(col.number),
  day_limit_usd: col.nullable(col.number),
  month_limit_usd: col.nullable(col.number),
  version: col.number,
});

/** The limits of a customer with their version; undefined: there is no such customer. */
export async function readLimits(db: Queryable, id: string): Promise<(CustomerLimits & { readonly version: number }) | undefined> {
  const row = await db.maybe(
    LimitsRow,
    sql`select order_limit_usd, day_limit_usd, month_limit_usd, version from customers where id = ${id}`,
  );
  return row && { orderUsd: row.order_limit_usd, dayUsd: row.day_limit_usd, monthUsd: row.month_limit_usd, version: row.version };
}

/** Returns 0 if the limits changed since `version` was read. */
export const writeLimits = (
  tx: Tx,
  id: string,
  { orderUsd, dayUsd, monthUsd, version }: CustomerLimits & { readonly version: number },
): Promise<number> =>
  tx.run(sql`
    update customers set order_limit_usd = ${orderUsd}, day_limit_usd = ${dayUsd}, month_limit_usd = ${monthUsd}, version = version + 1
    where id = ${id} and version = ${version}`);
