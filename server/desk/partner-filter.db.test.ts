import { randomUUID } from 'node:crypto';
import { sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OfficeOrderRowAttributes } from '#contract/office/orders/order-attributes.ts';
import { copyOrder } from '#tests/make/many-orders.ts';
import { createOffice, type Office } from '#tests/make/office.ts';
import { makeAccount } from '#tests/make/partner.ts';
import { as } from '#tests/make/rows.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { isBroughtByPartner } from './store.ts';
import { officeOrderRoutes } from './office-routes.ts';

let world: World;
let office: Office;
beforeAll(async () => {
  world = await createWorld();
  office = await createOffice(world, officeOrderRoutes(world.deps));
});
afterAll(async () => {
  await office.close();
  await world.abandon();
});

const addPartnerOrder = async (orderId: string, userId: string, mode: 'live' | 'sandbox') =>
  await world.database.adminDb.run(sql`
    insert into partner_orders (order_id, user_id, key_id, mode, created_at) values (${orderId}, ${userId}, 'key', ${mode}, now())`);

async function addReferralOrder(orderId: string, referrerId: string) {
  const [referral, customer] = [randomUUID(), randomUUID()];
  const { adminDb } = world.database;
  await adminDb.run(sql`insert into users (id, email, role) values (${customer}, ${`${customer}@example.org`}, 'customer')`);
  await adminDb.run(sql`
    insert into referrals (id, referrer_id, user_id, bound_by, bound_at, is_firm, clicked_at)
    values (${referral}, ${referrerId}, ${customer}, 'registration', now(), true, now())`);
  await adminDb.run(sql`
    insert into referral_orders (order_id, referral_id, referrer_id, at) values (${orderId}, ${referral}, ${referrerId}, now())`);
}

test('the list filters by partner, through keys or referral link, and names the partner; uses indexes at 6,000 orders', async () => {
  const [treasurer, cashier] = [await office.person('treasurer'), await office.person('cashier')];
  const { userId: partner } = await makeAccount(world.deps.db, 'brings');
  const [byKey, byLink, inSandbox, anothers] = [await world.order(), await world.order(), await world.order(), await world.order()];
  await addPartnerOrder(byKey.id, partner, 'live');
  await addPartnerOrder(inSandbox.id, partner, 'sandbox');
  await addReferralOrder(byLink.id, partner);
  await addPartnerOrder(anothers.id, (await makeAccount(world.deps.db, 'brings-too')).userId, 'live');
  const list = async (query: string, person = treasurer) =>
    await person.send<OfficeOrderRowAttributes>('GET', `/api/office/v1/orders?${query}`);
  const { rows, meta } = await list(`view=all&partner=${partner}`);
  expect(rows.map(({ id }) => id).toSorted()).toEqual([byKey.id, byLink.id].toSorted());
  expect(meta).toMatchObject({ total: 2, partner: expect.stringContaining('brings') });
  // Without permission to read partners an id reveals no name; a colleague's id reveals none to any role
  expect((await list(`view=all&partner=${partner}`, cashier)).meta).toMatchObject({ total: 2, partner: null });
  expect((await list(`view=all&partner=${cashier.id}`)).meta).toMatchObject({ total: 0, partner: null });
  expect((await list('view=all')).meta).toMatchObject({ total: 4, partner: null });
  const unknown = await list(`view=all&partner=${randomUUID()}`);
  expect(unknown).toMatchObject({ rows: [], meta: { total: 0, partner: null } });

  const many = { id: sql`'many' || n`, created_at: sql`o.created_at - n * interval '1 minute'` };
  await copyOrder(world.database.adminDb, anothers.id, { count: 6_000, changed: many });
  await world.database.adminDb.run(sql`
    insert into partner_orders select id, (select user_id from partner_orders where order_id = ${anothers.id}), 'key', 'live', created_at
    from orders where id like 'many%'`);
  await world.database.adminDb.run(sql`analyze orders, partner_orders, referral_orders`);
  const plan = await world.deps.db.many(
    as<{ 'QUERY PLAN': string }>(),
    sql`explain select o.id from orders o where ${isBroughtByPartner(partner)} order by o.created_at desc, o.id limit 31`,
  );
  const text = plan.map((row) => row['QUERY PLAN']).join('\n');
  expect(text).toMatch(/orders_pkey/);
  expect(text).toMatch(/partner_orders_by_user/);
  expect(text).not.toMatch(/Seq Scan on (?:orders|partner_orders)/);
});
