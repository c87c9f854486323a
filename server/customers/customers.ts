import type { CustomerLimits } from '#core/customer/customer.ts';
import { foldEmail } from '#core/requisites/email.ts';
import type { Instant } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { col, type Queryable, rowType, sql, type Sql, type Tx } from '#server/platform/db/db.ts';
import { insertUser, type NewUser } from '#server/users/change-user.ts';
import type { SignInUser } from '#server/users/passwords.ts';

const ID_CHARS = 16;
const IdRow = rowType({ id: col.text });

interface CustomerIdentity {
  /** The e-mail of an order: used only without an account. */
  readonly email: string;
  readonly userId: string | null;
}

type CustomerDeps = Pick<Deps, 'random' | 'clock'>;

/** The id of the customer with this mailbox, created if new. */
export async function findOrCreateByMailbox({ random, clock }: CustomerDeps, tx: Tx, email: string): Promise<string> {
  const mailbox = foldEmail(email);
  const find = () => tx.maybe(IdRow, sql`select id from customers where mailbox = ${mailbox}`);
  const existing = await find();
  if (existing !== undefined) return existing.id;
  await tx.run(sql`
    insert into customers (id, mailbox, made_at) values (${random.publicId(ID_CHARS)}, ${mailbox}, ${new Date(clock.now())})
    on conflict (mailbox) do nothing`);
  const created = await find();
  if (created === undefined) throw new Error('the customer inserted just now was not found');
  return created.id;
}

const EmailRow = rowType({ email: col.text });

/**
 * The id of the customer, created if new. A signed-in customer is found by the account and its own address, a guest by the mailbox. The
 * e-mail of an order proves no identity, so it never identifies a signed-in customer.
 */
export async function findOrCreateCustomer(deps: CustomerDeps, tx: Tx, { email, userId }: CustomerIdentity): Promise<string> {
  if (userId === null) return await findOrCreateByMailbox(deps, tx, email);
  const existing = await tx.maybe(IdRow, sql`select customer_id as id from customer_users where user_id = ${userId}`);
  if (existing !== undefined) return existing.id;
  const account = await tx.one(EmailRow, sql`select email from users where id = ${userId}`);
  const id = await findOrCreateByMailbox(deps, tx, account.email);
  await tx.run(sql`
    insert into customer_users (user_id, customer_id, checked_at) values (${userId}, ${id}, ${new Date(deps.clock.now())})
    on conflict (user_id) do nothing`);
  return id;
}

/** The id of the customer, if there is one. Writes nothing, so takes no locks. */
export async function findCustomer(db: Queryable, { email, userId }: CustomerIdentity): Promise<string | undefined> {
  const existing = await db.maybe(IdRow, sql`select customer_id as id from customer_users where user_id = ${userId}`);
  if (existing !== undefined) return existing.id;
  const identity = userId === null ? { email } : await db.maybe(EmailRow, sql`select email from users where id = ${userId}`);
  const row = identity && (await db.maybe(IdRow, sql`select id from customers where mailbox = ${foldEmail(identity.email)}`));
  return row?.id;
}

interface CustomerOrderInput extends CustomerIdentity {
  readonly orderId: string;
  readonly device: string | undefined;
}

/** Records the customer and browser of an order. One statement, unless a new customer places two orders at once. */
export async function recordCustomerOrder(deps: CustomerDeps, tx: Tx, { orderId, device, ...identity }: CustomerOrderInput): Promise<void> {
  const at = new Date(deps.clock.now());
  const insertFor = (customer: Sql): Sql => sql`
    insert into customer_orders (order_id, customer_id, device, at)
    select ${orderId}, c.id, ${device ?? null}, ${at}::timestamptz from (${customer}) c
    on conflict (order_id) do nothing`;
  const mailbox = foldEmail(identity.email);
  const existing = sql`select id from customers where mailbox = ${mailbox}`;
  const inserted = await tx.run(
    identity.userId === null
      ? sql`
        with made as (
          insert into customers (id, mailbox, made_at)
          select ${deps.random.publicId(ID_CHARS)}, ${mailbox}, ${at}::timestamptz where not exists (${existing})
          on conflict (mailbox) do nothing returning id
        ) ${insertFor(sql`select id from made union all ${existing}`)}`
      : insertFor(sql`select customer_id as id from customer_users where user_id = ${identity.userId}`),
  );
  if (inserted > 0) return;
  const customerId = await findOrCreateCustomer(deps, tx, identity);
  await tx.run(insertFor(sql`select ${customerId}::text as id`));
}

const BATCH = 200;
const OldUserRow = rowType({ id: col.text, email: col.text });

/** Creates customers for a batch of accounts made since a time without one; returns their number. */
export async function addMissingAccounts(deps: CustomerDeps, tx: Tx, since: Instant): Promise<number> {
  const users = await tx.many(
    OldUserRow,
    sql`
    select u.id::text, u.email from users u
      where u.role = 'customer' and u.disabled_at is null and u.created_at >= ${new Date(since)}
      and not exists (select 1 from customer_users c where c.user_id = u.id)
    order by u.created_at limit ${BATCH}`,
  );
  for (const { id, email } of users) await findOrCreateCustomer(deps, tx, { email, userId: id });
  return users.length;
}

/** Records the customer of an order placed before customers were recorded; its browser is unknown. */
export async function recordOldOrder(deps: CustomerDeps, tx: Tx, order: CustomerIdentity & { readonly id: string; readonly at: Date }) {
  const customerId = await findOrCreateCustomer(deps, tx, order);
  await tx.run(sql`
    insert into customer_orders (order_id, customer_id, at) values (${order.id}, ${customerId}, ${order.at})
    on conflict (order_id) do nothing`);
}

/** The customer of an order; undefined if none is recorded yet. */
export async function customerOfOrder(db: Queryable, orderId: string): Promise<string | undefined> {
  return (await db.maybe(IdRow, sql`select customer_id as id from customer_orders where order_id = ${orderId}`))?.id;
}

/** Creates a customer's account with an unverified e-mail, and links the customer record. */
export async function createCustomerAccount(
  deps: Pick<Deps, 'random' | 'clock'>,
  tx: Tx,
  customer: Pick<NewUser, 'email' | 'passwordHash' | 'fullName' | 'phone' | 'locale' | 'isEmailMasked'>,
): Promise<SignInUser> {
  const id = deps.random.uuid();
  await insertUser(tx, { ...customer, id, role: 'customer', emailVerifiedAt: null, createdAt: deps.clock.now() });
  await findOrCreateCustomer(deps, tx, { email: customer.email, userId: id });
  return { id, role: 'customer', secondFactorSince: null };
}

const LimitsRow = rowType({
  order_limit_usd: col.nullable(col.number),
  day_limit_usd: col.nullable(col.number),
  month_limit_usd: col.nullable(col.number),
  version: col.number,
});

/** The limits of a customer with their version; undefined if there is no such customer. */
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
