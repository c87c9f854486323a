import { SECOND_MS } from '#core/time.ts';
import { addMissingAccounts, recordOldOrder } from '#server/customers/find-or-create-customer.ts';
import { splitMisboundAccounts } from '#server/customers/split-misbound-accounts.ts';
import type { Deps } from '#server/deps.ts';
import { col, rowType, sql, type Tx } from '#server/platform/db/db.ts';

const BATCH = 200;
const BATCHES_AT_ONCE = 10;

type TakeInDeps = Pick<Deps, 'db' | 'random' | 'clock'>;

const OldOrderRow = rowType({ id: col.text, email: col.text, user_id: col.nullable(col.text), created_at: col.timestamp });

/**
 * Creates customers for orders and accounts without one: older data, or written by an earlier release that still runs. Returns
 * their number.
 */
export async function backfillCustomers(deps: TakeInDeps): Promise<number> {
  return await deps.db.tx(async (tx) => {
    const accounts = await addMissingAccounts(deps, tx);
    const orders = await tx.many(
      OldOrderRow,
      sql`
      select o.id, o.email, o.user_id::text, o.created_at from orders o
        where not exists (select 1 from customer_orders c where c.order_id = o.id)
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
export const splitAccounts = (deps: TakeInDeps): Promise<number> => splitMisboundAccounts(deps, listOrderIds);

/**
 * Creates customers for older orders and accounts, and separates accounts from another mailbox's customer. In batches: other jobs
 * are not delayed.
 */
export const takeInCustomersJob = (deps: TakeInDeps & Pick<Deps, 'queue'>): void =>
  deps.queue.every('take-in-customers', 20 * SECOND_MS, async () => {
    for (let batch = 0; batch < BATCHES_AT_ONCE && (await backfillCustomers(deps)) > 0; batch += 1);
    for (let batch = 0; batch < BATCHES_AT_ONCE && (await splitAccounts(deps)) > 0; batch += 1);
  });
