import * as z from 'zod/mini';
import sql, { type Sql } from 'sql-template-tag';
import { foldEmail } from '#core/requisites/fold-email.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';

const ID_CHARS = 16;
const IdRow = z.object({ id: z.string() });

export interface Comer {
  /** Of an order: counts only where there is no account. */
  readonly email: string;
  readonly userId: string | null;
}

type KnowDeps = Pick<Deps, 'random' | 'clock'>;

/** The customer of a mailbox, written down where new. */
export async function knowCustomerOfMailbox({ random, clock }: KnowDeps, tx: Tx, email: string): Promise<string> {
  const mailbox = foldEmail(email);
  const find = () => tx.maybe(IdRow, sql`select id from customers where mailbox = ${mailbox}`);
  const known = await find();
  if (known !== undefined) return known.id;
  await tx.run(sql`
    insert into customers (id, mailbox, made_at) values (${random.publicId(ID_CHARS)}, ${mailbox}, ${new Date(clock.now())})
    on conflict (mailbox) do nothing`);
  const made = await find();
  if (made === undefined) throw new Error('a customer who was just written down is gone');
  return made.id;
}

const EmailRow = z.object({ email: z.string() });

/**
 * The customer somebody is: of an account by the account and its own address, else by the mailbox; written down where new. An address
 * that a signed-in customer types in an order is never the account's: anybody can type anybody's.
 */
export async function knowCustomer(deps: KnowDeps, tx: Tx, { email, userId }: Comer): Promise<string> {
  if (userId === null) return await knowCustomerOfMailbox(deps, tx, email);
  const known = await tx.maybe(IdRow, sql`select customer_id as id from customer_users where user_id = ${userId}`);
  if (known !== undefined) return known.id;
  const account = await tx.one(EmailRow, sql`select email from users where id = ${userId}`);
  const id = await knowCustomerOfMailbox(deps, tx, account.email);
  await tx.run(sql`
    insert into customer_users (user_id, customer_id, checked_at) values (${userId}, ${id}, ${new Date(deps.clock.now())})
    on conflict (user_id) do nothing`);
  return id;
}

/** The customer somebody is, where he is known: nothing is written, so nobody is waited for. */
export async function findCustomer(db: Queryable, { email, userId }: Comer): Promise<string | undefined> {
  const known = await db.maybe(IdRow, sql`select customer_id as id from customer_users where user_id = ${userId}`);
  if (known !== undefined) return known.id;
  const own = userId === null ? { email } : await db.maybe(EmailRow, sql`select email from users where id = ${userId}`);
  const row = own && (await db.maybe(IdRow, sql`select id from customers where mailbox = ${foldEmail(own.email)}`));
  return row?.id;
}

export interface OrderOfCustomer extends Comer {
  readonly orderId: string;
  readonly device: string | undefined;
}

/** Records whose an order is, with the browser it was made in. One statement, unless a new customer comes twice at once. */
export async function keepOrderOfCustomer(deps: KnowDeps, tx: Tx, { orderId, device, ...comer }: OrderOfCustomer): Promise<void> {
  const at = new Date(deps.clock.now());
  const insertFor = (customer: Sql): Sql => sql`
    insert into customer_orders (order_id, customer_id, device, at)
    select ${orderId}, c.id, ${device ?? null}, ${at}::timestamptz from (${customer}) c
    on conflict (order_id) do nothing`;
  const mailbox = foldEmail(comer.email);
  const known = sql`select id from customers where mailbox = ${mailbox}`;
  const written = await tx.run(
    comer.userId === null
      ? sql`
        with made as (
          insert into customers (id, mailbox, made_at)
          select ${deps.random.publicId(ID_CHARS)}, ${mailbox}, ${at}::timestamptz where not exists (${known})
          on conflict (mailbox) do nothing returning id
        ) ${insertFor(sql`select id from made union all ${known}`)}`
      : insertFor(sql`select customer_id as id from customer_users where user_id = ${comer.userId}`),
  );
  if (written > 0) return;
  const customerId = await knowCustomer(deps, tx, comer);
  await tx.run(insertFor(sql`select ${customerId}::text as id`));
}

const BATCH = 200;
const OldOrderRow = z.object({ id: z.string(), email: z.string(), user_id: z.nullable(z.string()), created_at: z.date() });
const OldUserRow = z.object({ id: z.string(), email: z.string() });

/** Takes in orders and accounts that nobody has been found behind yet: of before, and of an earlier release beside this one. */
export async function takeInCustomers(deps: KnowDeps & Pick<Deps, 'db'>): Promise<number> {
  return await deps.db.tx(async (tx) => {
    const users = await tx.many(
      OldUserRow,
      sql`
      select u.id::text, u.email from users u where u.role = 'customer' and u.disabled_at is null and not exists (select 1 from customer_users c where c.user_id = u.id)
      order by u.created_at limit ${BATCH}`,
    );
    for (const { id, email } of users) await knowCustomer(deps, tx, { email, userId: id });
    const orders = await tx.many(
      OldOrderRow,
      sql`
      select o.id, o.email, o.user_id::text, o.created_at from orders o where not exists (select 1 from customer_orders c where c.order_id = o.id)
      order by o.created_at desc limit ${BATCH}`,
    );
    for (const { id, email, user_id: userId, created_at: at } of orders) {
      const customerId = await knowCustomer(deps, tx, { email, userId });
      await tx.run(
        sql`insert into customer_orders (order_id, customer_id, at) values (${id}, ${customerId}, ${at}) on conflict (order_id) do nothing`,
      );
    }
    return users.length + orders.length;
  });
}

/** The customer of an order; undefined while nobody has been found behind it. */
export async function customerOfOrder(db: Queryable, orderId: string): Promise<string | undefined> {
  return (await db.maybe(IdRow, sql`select customer_id as id from customer_orders where order_id = ${orderId}`))?.id;
}
