import type { CustomerTurnover } from '#core/customer/customer-limits.ts';
import { worthUsd } from '#core/payout/payout-limits.ts';
import { add, fraction, type Fraction } from '#core/money/fraction.ts';
import { DAY_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { col, type Queryable, rowType, sql } from '#server/platform/db/db.ts';

const MONTH_DAYS = 30;

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
