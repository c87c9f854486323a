import * as col from '#server/platform/db/columns.ts';
import { rowType } from '#server/platform/db/row.ts';
import sql from 'sql-template-tag';
import type { CustomerLimits, CustomerTurnover } from '#core/customer/customer-limits.ts';
import { worthUsd } from '#core/payout/payout-limits.ts';
import { add, fraction, type Fraction } from '#core/money/fraction.ts';
import { DAY_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';

const LimitsRow = rowType({
  order_limit_usd: col.nullable(col.number),
  day_limit_usd: col.nullable(col.number),
  month_limit_usd: col.nullable(col.number),
  version: col.number,
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

/** Returns 0 if the limits changed since `version` was read. */
export const writeLimits = (
  tx: Tx,
  id: string,
  { orderUsd, dayUsd, monthUsd, version }: CustomerLimits & { readonly version: number },
): Promise<number> =>
  tx.run(sql`
    update customers set order_limit_usd = ${orderUsd}, day_limit_usd = ${dayUsd}, month_limit_usd = ${monthUsd}, version = version + 1
    where id = ${id} and version = ${version}`);

const UseRow = rowType({ code: col.text, amount: col.text, in_day: col.bool });

const ZERO: Fraction = fraction(0n, 1n);

/**
 * The customer's received money of the last day and month at current prices, whatever became of it; undefined if a price is
 * missing.
 */
export async function readUse(
  { catalogue, quotes, clock }: Pick<Deps, 'catalogue' | 'quotes' | 'clock'>,
  db: Queryable,
  id: string,
): Promise<CustomerTurnover> {
  const now = clock.now();
  const rows = await db.many(
    UseRow,
    sql`
    select o.income_code as code, sum(o.received_amount)::text as amount, o.created_at > ${new Date(now - DAY_MS)} as in_day
    from customer_orders c join orders o on o.id = c.order_id
    where c.customer_id = ${id} and o.received_amount > 0 and o.created_at > ${new Date(now - MONTH_DAYS * DAY_MS)} group by 1, 3`,
  );
  const sum = (selected: typeof rows): Fraction | undefined => {
    const worths = selected.map(({ code, amount }) =>
      worthUsd(BigInt(amount), catalogue.paymentSystem(code)?.scale ?? 0, quotes.usdOf(code)),
    );
    return worths.reduce<Fraction | undefined>((total, worth) => (total && worth ? add(total, worth) : undefined), ZERO);
  };
  return { day: sum(rows.filter((row) => row.in_day)), month: sum(rows) };
}
