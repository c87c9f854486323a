import { foldEmail } from '#core/requisites/email.ts';
import type { Deps } from '#server/deps.ts';
import { col, type RowOf, rowType, sql, type Tx } from '#server/platform/db/db.ts';
import { findOrCreateByMailbox } from './customers.ts';

const BATCH = 200;
const UncheckedRow = rowType({
  user_id: col.text,
  email: col.text,
  customer_id: col.text,
  mailbox: col.text,
  /** The account keeps its customer: it is no active customer account, was erased, or its address was changed. */
  keeps_customer: col.bool,
});

type SplitDeps = Pick<Deps, 'random' | 'clock'>;

/** Ids of an account's orders. */
type ListOrderIds = (tx: Tx, userId: string) => Promise<readonly string[]>;

/** Gives an account bound to another mailbox's customer a customer of its own, and moves the account's orders there. */
async function splitAccount(
  deps: SplitDeps,
  tx: Tx,
  { user_id: userId, email, customer_id: wrongCustomerId }: RowOf<typeof UncheckedRow>,
  listOrderIds: ListOrderIds,
) {
  const customerId = await findOrCreateByMailbox(deps, tx, email);
  await tx.run(sql`update customer_users set customer_id = ${customerId} where user_id = ${userId}`);
  await tx.run(sql`
    update customer_orders set customer_id = ${customerId}
    where order_id = any (${await listOrderIds(tx, userId)}::text[]) and customer_id = ${wrongCustomerId}`);
  await tx.run(sql`
    update customers c set orders = null, completed = null,
      last_order_at = (select max(k.at) from customer_orders k where k.customer_id = c.id)
    where c.id in (${customerId}, ${wrongCustomerId})`);
}

/** Compares a batch of accounts with the mailboxes of their customers. Returns how many were compared. */
export async function splitMisboundAccounts(deps: SplitDeps & Pick<Deps, 'db'>, listOrderIds: ListOrderIds): Promise<number> {
  return await deps.db.tx(async (tx) => {
    const rows = await tx.many(
      UncheckedRow,
      sql`
      select k.user_id::text, u.email, k.customer_id, c.mailbox,
        u.role <> 'customer' or u.disabled_at is not null or c.mailbox like '%@erased.invalid'
          or exists (select from security_events e where e.user_id = u.id and e.topic in ('email_changed', 'email_change_undone'))
          as keeps_customer
      from customer_users k join users u on u.id = k.user_id join customers c on c.id = k.customer_id
      where k.checked_at is null order by k.user_id limit ${BATCH} for update of k skip locked`,
    );
    for (const row of rows)
      if (!row.keeps_customer && foldEmail(row.email) !== row.mailbox) await splitAccount(deps, tx, row, listOrderIds);
    const ids = rows.map((row) => row.user_id);
    await tx.run(sql`update customer_users set checked_at = ${new Date(deps.clock.now())} where user_id = any (${ids}::uuid[])`);
    return rows.length;
  });
}
