import { afterAll, beforeAll, expect, it } from 'vitest';
import sql from 'sql-template-tag';
import { ask, booked, callBack, closeShop, incidentsOf, openShop, ROUBLES, type Shop } from '#tests/make/acquirer-shop.ts';
import { FORM_DIALECT } from '#tests/make/acquirer-dialects.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop(FORM_DIALECT);
});
afterAll(async () => await closeShop(shop));

it('what an acquirer says it gave back in all, beyond our own refunds, calls a person and stops what we would pay; more of it calls again', async () => {
  const { world, rail, standIn } = shop;
  const order = await world.order(ROUBLES);
  const payment = booked(shop, order);
  await callBack(shop, payment);
  const system = world.deps.catalogue.paymentSystem('SBERRUB');
  if (system === undefined) throw new Error('no roubles');
  const ours = { reference: crypto.randomUUID(), orderId: order.id, paymentSystem: system, amount: 100_00n, destination: {} };
  expect(await rail.payOut(ours)).toMatchObject({ outcome: 'executed' });
  await ask(shop);
  expect(await incidentsOf(shop, order)).toBe(0);
  standIn.books.refund(payment.id, 'in the cabinet', 50_00n);
  await ask(shop);
  await ask(shop);
  expect(await incidentsOf(shop, order)).toBe(1);
  await world.drain();
  expect(await world.read(order.id)).toMatchObject({ status: 'payout_pending', receivedAmount: order.incomeAmount });
  // A person has judged it; more of it is another matter
  const who = sql`(select id from users limit 1)`;
  const someone = sql`insert into users (id, email, full_name, role) values (gen_random_uuid(), 'judge@office.test', 'Judge', 'treasurer')`;
  await world.deps.db.run(someone);
  await world.deps.db.run(
    sql`update incidents set closed_at = now(), closed_by = ${who}, note = 'seen' where kind = 'payment_odd' and subject = ${order.id}`,
  );
  await ask(shop);
  expect(await incidentsOf(shop, order)).toBe(1);
  standIn.books.refund(payment.id, 'in the cabinet again', 50_00n);
  await ask(shop);
  expect(await incidentsOf(shop, order)).toBe(2);
  await world.deps.db.run(sql`delete from incidents where kind = 'payment_odd' and subject = ${order.id}`);
  await world.deps.db.run(sql`delete from acquirer.refunds where order_id = ${order.id}`);
  payment.refunds.clear();
  await world.drain();
});
