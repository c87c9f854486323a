import { afterAll, beforeAll, expect, test } from 'vitest';
import { countCustomers, type CustomerFilter, listCustomers } from '#server/customer-desk/store.ts';
import { col, rowType, sql } from '#server/platform/db/db.ts';
import { rowsRead } from '#tests/make/rows-read.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { backfillCustomers, countCustomersOrders } from './customer-orders.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(async () => await world.close());

const CountsRow = rowType({ orders: col.nullable(col.number), completed: col.nullable(col.number) });
const keptOf = (email: string) => world.deps.db.one(CountsRow, sql`select orders, completed from customers where mailbox = ${email}`);

const filterOf = (mail?: string): CustomerFilter => ({ kind: undefined, mail, ids: [], days: {} });
const FIRST_PAGE = { limit: 50, offset: 0, from: undefined, sort: undefined };
async function shownOf(email: string) {
  const { rows } = await listCustomers(world.deps.db, filterOf(email), FIRST_PAGE);
  return rows.map(({ orders, completed }) => ({ orders, completed }));
}

async function complete(email: string): Promise<void> {
  await world.deposit(await world.order({ email }));
  await world.drain();
}

test('an order is counted when it is made and when it is completed, once each', async () => {
  const email = 'counted@example.org';
  const order = await world.order({ email });
  expect(await keptOf(email)).toEqual({ orders: 1, completed: 0 });
  await world.deposit(order);
  expect(await keptOf(email)).toEqual({ orders: 1, completed: 0 });
  await world.drain();
  expect((await world.read(order.id)).status).toBe('completed');
  expect(await keptOf(email)).toEqual({ orders: 1, completed: 1 });
  await complete(email);
  expect(await keptOf(email)).toEqual({ orders: 2, completed: 2 });
});

test('customers of an earlier release show true numbers before and after they are counted', async () => {
  const email = 'earlier@example.org';
  await complete(email);
  await world.order({ email });
  await world.database.adminDb.run(sql`update customers set orders = null, completed = null`);
  await complete(email);
  expect(await keptOf(email)).toEqual({ orders: null, completed: null });
  expect(await shownOf(email)).toEqual([{ orders: 3, completed: 2 }]);
  expect(await countCustomersOrders(world.deps.db)).toBeGreaterThan(0);
  expect(await keptOf(email)).toEqual({ orders: 3, completed: 2 });
  expect(await countCustomersOrders(world.deps.db)).toBe(0);
});

test('an order that is being written while its customer is counted is counted once', async () => {
  const email = 'racing@example.org';
  await complete(email);
  await world.database.adminDb.run(sql`update customers set orders = null, completed = null where mailbox = ${email}`);
  const { id } = await world.order({ email: 'other@example.org' });
  await world.deps.db.tx(async (tx) => {
    await world.deps.db.run(sql`delete from customer_orders where order_id = ${id}`);
    await tx.run(sql`
      insert into customer_orders (order_id, customer_id, at) select ${id}, c.id, now() from customers c where mailbox = ${email}`);
    expect(await countCustomersOrders(world.deps.db)).toBe(1);
    expect(await keptOf(email)).toEqual({ orders: 1, completed: 1 });
  });
  expect(await keptOf(email)).toEqual({ orders: 2, completed: 1 });
});

/** Waits until a statement of the database waits for a lock. */
async function untilWaiting(): Promise<void> {
  const waiting = sql`select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await world.database.adminDb.one(rowType({ count: col.number }), waiting)).count < 1);
}

test('an order that is completed while it gets its customer is counted as completed', async () => {
  const email = 'linked@example.org';
  const { id } = await world.order({ email });
  await world.deps.db.run(sql`delete from customer_orders where order_id = ${id}`);
  await world.database.adminDb.run(sql`update customers set orders = 0, completed = 0 where mailbox = ${email}`);
  let linking: Promise<number> | undefined;
  await world.database.adminDb.tx(async (tx) => {
    await tx.run(sql`update orders set status = 'completed' where id = ${id}`);
    // Fires the trigger that counts it, as the commit would
    await tx.run(sql`set constraints all immediate`);
    linking = backfillCustomers(world.deps);
    await Promise.race([untilWaiting(), linking]);
  });
  await linking;
  expect(await keptOf(email)).toEqual({ orders: 1, completed: 1 });
  await world.database.adminDb.run(sql`update orders set status = 'awaiting_payment' where id = ${id}`);
});

test('the list reads no orders, however many its customers have, and skips customers without reading theirs', async () => {
  const admin = world.database.adminDb;
  await admin.run(sql`
    insert into customers (id, mailbox, made_at, last_order_at)
    select 'many' || n, n || '@many.example', now(), now() - n * interval '1 hour'
    from generate_series(1, 3000) n`);
  await admin.run(sql`
    insert into users (id, email, created_at, password_hash) select gen_random_uuid(), n || '@many.example', now(), '-'
    from generate_series(1, 3000) n`);
  await admin.run(sql`
    insert into customer_users (user_id, customer_id, checked_at) select u.id, c.id, now() from users u join customers c
    on c.mailbox = u.email and c.id like 'many%'`);
  await admin.run(sql`analyze customers, customer_users, customer_orders, orders`);
  for (const [offset, most] of [
    [0, 150],
    [500, 650],
  ] as const) {
    const read = await rowsRead(admin, async (db) => await listCustomers(db, filterOf(), { ...FIRST_PAGE, offset }));
    expect(Object.keys(read).toSorted()).toEqual(['customer_users', 'customers']);
    expect(read['customers']).toBeLessThanOrEqual(most);
    expect(read['customer_users']).toBeLessThanOrEqual(FIRST_PAGE.limit + 1);
  }
  const counted = await rowsRead(admin, async (db) => await countCustomers(db, filterOf(), 100));
  expect(counted).toEqual({ customers: 101 });
});
