import type { CustomerTurnover } from '#core/customer/customer.ts';
import { add, fraction, type Fraction } from '#core/money/fraction.ts';
import { worthUsd } from '#core/payout/payout-limits.ts';
import { DAY_MS, HOUR_MS, type Instant, SECOND_MS } from '#core/time.ts';
import { addMissingAccounts, recordOldOrder } from '#server/customers/customers.ts';
import { countUncountedOrders } from '#server/customers/count-orders.ts';
import { splitMisboundAccounts } from '#server/customers/split-misbound-accounts.ts';
import type { Deps } from '#server/deps.ts';
import { col, type Queryable, rowType, sql, type Tx } from '#server/platform/db/db.ts';

/**
 * Gives orders with this e-mail, of guests and unverified accounts, to the user who has proven it (domain 9). Their tokens stay valid.
 * Returns the number of orders.
 */
export const attachOrders = (tx: Tx, { userId, email }: { readonly userId: string; readonly email: string }): Promise<number> =>
  tx.run(sql`
    update orders set user_id = ${userId}
    where lower(email) = lower(${email}) and user_id is distinct from ${userId}
      and (user_id is null or user_id in (select id from users where email_verified_at is null))`);

/** Gives one guest order to an account that holds its token. 0: the order already belongs to an account. */
export const attachOrder = (tx: Tx, { userId, orderId }: { readonly userId: string; readonly orderId: string }): Promise<number> =>
  tx.run(sql`update orders set user_id = ${userId} where id = ${orderId} and user_id is null`);

/** Orders of a deleted account become guests' orders again; their tokens stay valid. */
export const detachOrders = (tx: Tx, userId: string): Promise<number> =>
  tx.run(sql`update orders set user_id = null where user_id = ${userId}`);

const MONTH_DAYS = 30;
/** Longer than a transaction or the difference of clocks. */
const OVERLAP_MS = HOUR_MS;

const TurnoverRow = rowType({ code: col.text, amount: col.text, in_day: col.bool });

const ZERO: Fraction = fraction(0n, 1n);

/**
 * The money that a customer paid in the last day and month, in dollars at current prices, of paid orders in every state. A sum is undefined
 * when a price is missing.
 */
export async function readCustomerTurnover(
  { catalogue, quotes, clock }: Pick<Deps, 'catalogue' | 'quotes' | 'clock'>,
  db: Queryable,
  id: string,
): Promise<CustomerTurnover> {
  const now = clock.now();
  const since = now - MONTH_DAYS * DAY_MS;
  // `at` is the time of creation too; it has an index
  const rows = await db.many(
    TurnoverRow,
    sql`
    select o.income_code as code, sum(o.received_amount)::text as amount, o.created_at > ${new Date(now - DAY_MS)} as in_day
    from customer_orders c join orders o on o.id = c.order_id
    where c.customer_id = ${id} and c.at > ${new Date(since - OVERLAP_MS)} and o.received_amount > 0 and o.created_at > ${new Date(since)}
    group by 1, 3`,
  );
  const sum = (selected: typeof rows): Fraction | undefined => {
    const worths = selected.map(({ code, amount }) =>
      worthUsd(BigInt(amount), catalogue.paymentSystem(code)?.scale ?? 0, quotes.usdOf(code)),
    );
    return worths.reduce<Fraction | undefined>((total, worth) => (total && worth ? add(total, worth) : undefined), ZERO);
  };
  return { day: sum(rows.filter((row) => row.in_day)), month: sum(rows) };
}

const BATCH = 200;
const BATCHES_AT_ONCE = 10;

type BackfillDeps = Pick<Deps, 'db' | 'random' | 'clock'>;

const OldOrderRow = rowType({ id: col.text, email: col.text, user_id: col.nullable(col.text), created_at: col.timestamp });

/**
 * Creates customers for orders and accounts made since a time without one: older data, or written by an earlier release that still
 * runs. Returns their number.
 */
export async function backfillCustomers(deps: BackfillDeps, since: Instant = 0): Promise<number> {
  return await deps.db.tx(async (tx) => {
    const accounts = await addMissingAccounts(deps, tx, since);
    const orders = await tx.many(
      OldOrderRow,
      sql`
      select o.id, o.email, o.user_id::text, o.created_at from orders o
        where o.created_at >= ${new Date(since)} and not exists (select 1 from customer_orders c where c.order_id = o.id)
      order by o.created_at desc limit ${BATCH}`,
    );
    for (const { id, email, user_id: userId, created_at: at } of orders) await recordOldOrder(deps, tx, { id, email, userId, at });
    return accounts + orders.length;
  });
}

const IdRow = rowType({ id: col.text });

const listOrderIds = async (tx: Tx, userId: string): Promise<readonly string[]> =>
  (await tx.many(IdRow, sql`select id from orders where user_id = ${userId}`)).map(({ id }) => id);

/** Compares a batch of accounts with the mailboxes of their customers. Returns how many were compared. */
export const splitAccounts = (deps: BackfillDeps): Promise<number> => splitMisboundAccounts(deps, listOrderIds);

/** Counts the orders of a batch of customers of an earlier release. Returns how many were counted. */
export const countCustomersOrders = (db: Pick<Deps['db'], 'tx'>): Promise<number> =>
  countUncountedOrders(
    db,
    (ids) => sql`
      select i.id, count(x.order_id) as orders, count(*) filter (where o.status = 'completed') as completed
      from unnest(${[...ids]}::text[]) as i (id)
      left join customer_orders x on x.customer_id = i.id left join orders o on o.id = x.order_id group by 1`,
  );

/**
 * Creates customers for older orders and accounts, and separates accounts from another mailbox's customer, and counts orders. Works in batches, so that
 * other jobs are not delayed. Once nothing is left, a process reads only what was made since.
 */
export function backfillCustomersJob(deps: BackfillDeps & Pick<Deps, 'queue'>): void {
  let since: Instant = 0;
  deps.queue.every('take-in-customers', 20 * SECOND_MS, async () => {
    const start = deps.clock.now();
    let found = 1;
    for (let batch = 0; batch < BATCHES_AT_ONCE && found > 0; batch += 1) found = await backfillCustomers(deps, since);
    if (found === 0) since = start - OVERLAP_MS;
    for (let batch = 0; batch < BATCHES_AT_ONCE && (await splitAccounts(deps)) > 0; batch += 1);
    for (let batch = 0; batch < BATCHES_AT_ONCE && (await countCustomersOrders(deps.db)) > 0; batch += 1);
  });
}
