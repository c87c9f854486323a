import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '#core/time.ts';
import { readCustomerTurnover } from '#server/orders/customer-orders.ts';
import { sql } from '#server/platform/db/db.ts';
import { copyOrder } from '#tests/make/many-orders.ts';
import { as } from '#tests/make/rows.ts';
import { rowsRead } from '#tests/make/rows-read.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { findSharers } from './store.ts';

const OLD_ORDERS = 4_000;

let world: World;
let customerId: string;
beforeAll(async () => {
  world = await createWorld();
  const admin = world.database.adminDb;
  const order = await world.order({ email: 'large@example.org' });
  await world.order({ email: 'neighbour@example.org' });
  await world.deposit(order);
  customerId = (await admin.one(as<{ id: string }>(), sql`select customer_id as id from customer_orders where order_id = ${order.id}`)).id;
  await copyOrder(admin, order.id, {
    count: OLD_ORDERS,
    changed: { id: sql`'old' || n`, created_at: sql`o.created_at - interval '40 days' - n * interval '1 minute'` },
  });
  await admin.run(sql`
    insert into customer_orders (order_id, customer_id, at) select id, ${customerId}, created_at from orders where id like 'old%'`);
  await admin.run(sql`vacuum analyze orders, customer_orders`);
});
afterAll(async () => await world.abandon());

test('of a network with very many orders the newest are compared', async () => {
  const found: string[] = [];
  const read = await rowsRead(world.database.adminDb, async (db) => {
    found.push(...(await findSharers(db, customerId, 10)).map(({ mailbox, by }) => `${by} ${mailbox}`));
  });
  expect(found).toEqual(['network neighbour@example.org']);
  expect(read['orders']).toBeLessThan(OLD_ORDERS / 4);
});

test('the money that a customer paid in a month is summed without older orders', async () => {
  let month;
  const read = await rowsRead(world.database.adminDb, async (db) => {
    ({ month } = await readCustomerTurnover(world.deps, db, customerId));
  });
  const now = world.deps.clock.now();
  const all = { ...world.deps, clock: { now: () => now - 15 * DAY_MS } };
  expect(month).toBeDefined();
  expect((await readCustomerTurnover(all, world.database.adminDb, customerId)).month).not.toEqual(month);
  expect(read['orders']).toBeLessThan(100);
});
