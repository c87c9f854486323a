import * as z from 'zod/mini';
import sql from 'sql-template-tag';
import type { CustomerLimits, CustomerUse } from '#core/customer-limits.ts';
import { worthOf } from '#core/limits.ts';
import { add, fraction, type Fraction } from '#core/money/fraction.ts';
import { DAY_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';

const LimitsRow = z.object({
  order_limit_usd: z.nullable(z.number()),
  day_limit_usd: z.nullable(z.number()),
  month_limit_usd: z.nullable(z.number()),
  version: z.number(),
});

const MONTH_DAYS = 30;

/** The limits of a customer with their version; undefined: there is no such customer. */
export async function readLimits(db: Queryable, id: string): Promise<(CustomerLimits & { readonly version: number }) | undefined> {
  const row = await db.maybe(
    LimitsRow,
    sql`select order_limit_usd, day_limit_usd, month_limit_usd, version from customers where id = ${id}`,
  );
  return row && { orderUsd: row.order_limit_usd, dayUsd: row.day_limit_usd, monthUsd: row.month_limit_usd, version: row.version };
}

/** Zero: somebody has changed them since. */
export const writeLimits = (
  tx: Tx,
  id: string,
  { orderUsd, dayUsd, monthUsd, version }: CustomerLimits & { readonly version: number },
): Promise<number> =>
  tx.run(sql`
    update customers set order_limit_usd = ${orderUsd}, day_limit_usd = ${dayUsd}, month_limit_usd = ${monthUsd}, version = version + 1
    where id = ${id} and version = ${version}`);

const UseRow = z.object({ code: z.string(), amount: z.string(), in_day: z.boolean() });

const NOTHING: Fraction = fraction(0n, 1n);

/** What a customer's money of the last day and month is worth now: all that came, whatever became of it. A price that is missing counts as unknown. */
export async function readUse(
  { catalogue, quotes, clock }: Pick<Deps, 'catalogue' | 'quotes' | 'clock'>,
  db: Queryable,
  id: string,
): Promise<CustomerUse> {
  const now = clock.now();
  const rows = await db.many(
    UseRow,
    sql`
    select o.income_code as code, sum(o.received_amount)::text as amount, o.created_at > ${new Date(now - DAY_MS)} as in_day
    from customer_orders c join orders o on o.id = c.order_id
    where c.customer_id = ${id} and o.received_amount > 0 and o.created_at > ${new Date(now - MONTH_DAYS * DAY_MS)} group by 1, 3`,
  );
  const sum = (some: typeof rows): Fraction | undefined => {
    const worths = some.map(({ code, amount }) => worthOf(BigInt(amount), catalogue.paymentSystem(code)?.scale ?? 0, quotes.usdOf(code)));
    return worths.reduce<Fraction | undefined>((total, one) => (total && one ? add(total, one) : undefined), NOTHING);
  };
  return { day: sum(rows.filter((row) => row.in_day)), month: sum(rows) };
}
