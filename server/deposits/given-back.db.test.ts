import { afterAll, beforeAll, expect, it } from 'vitest';
import { col, rowType, sql } from '#server/platform/db/db.ts';
import * as z from 'zod/mini';
import type { Order } from '#core/order/order.ts';
import {
  pollRail,
  bookPayment,
  deliverCallback,
  closeShop,
  incidentsOf,
  openShop,
  ROUBLES,
  type AcquirerShop,
} from '#tests/make/acquirer-shop.ts';
import { hmac } from '#tests/make/acquirer-books.ts';
import { type AcquirerDialect, FORM_DIALECT } from '#tests/make/acquirer-dialects.ts';

let shop: AcquirerShop;
beforeAll(async () => {
  shop = await openShop(FORM_DIALECT);
});
afterAll(async () => await closeShop(shop));

/** An operator has returned this payment by hand. */
const returnedByHand = async ({ world }: AcquirerShop, order: Order, minor: bigint) =>
  await world.deps.db.run(sql`
    insert into payouts (id, order_id, purpose, rail, payment_system_code, wallet, amount, state, attempt, claimed_at, updated_at)
      select gen_random_uuid(), id, 'surplus', 'by_hand', income_code, income_code, ${String(minor)}, 'executed', 99, now(), now()
        from orders where id = ${order.id}`);

it('a returned total beyond our own refunds raises an incident and stops payouts; a larger total raises another', async () => {
  const { world, rail, standIn } = shop;
  const order = await world.order(ROUBLES);
  const payment = bookPayment(shop, order);
  await deliverCallback(shop, payment);
  const system = world.deps.catalogue.paymentSystem('SBERRUB');
  if (system === undefined) throw new Error('no roubles');
  const ours = { reference: crypto.randomUUID(), orderId: order.id, paymentSystem: system, amount: 100_00n, destination: {} };
  expect(await rail.payOut(ours)).toMatchObject({ outcome: 'executed' });
  await pollRail(shop);
  expect(await incidentsOf(shop, order)).toBe(0);
  standIn.books.refund(payment.id, 'in the cabinet', 50_00n);
  await pollRail(shop);
  await pollRail(shop);
  expect(await incidentsOf(shop, order)).toBe(1);
  await world.drain();
  expect(await world.read(order.id)).toMatchObject({ status: 'payout_pending', receivedAmount: order.incomeAmount });
  // An operator has closed the incident; a further amount raises another
  const who = sql`(select id from users limit 1)`;
  const someone = sql`insert into users (id, email, full_name, role) values (gen_random_uuid(), 'judge@office.test', 'Judge', 'treasurer')`;
  await world.deps.db.run(someone);
  await world.deps.db.run(
    sql`update incidents set closed_at = now(), closed_by = ${who}, note = 'seen' where kind = 'payment_odd' and subject = ${order.id}`,
  );
  await pollRail(shop);
  expect(await incidentsOf(shop, order)).toBe(1);
  standIn.books.refund(payment.id, 'in the cabinet again', 50_00n);
  await pollRail(shop);
  expect(await incidentsOf(shop, order)).toBe(2);
  await world.deps.db.run(sql`delete from incidents where kind = 'payment_odd' and subject = ${order.id}`);
  await world.deps.db.run(sql`delete from acquirer.refunds where order_id = ${order.id}`);
  payment.refunds.clear();
  await world.drain();
});

it.each([
  ['with a zero sum of refunds', '0.00'],
  ['without a sum of refunds', undefined],
])('a payment that a bank has reversed in full, %s, raises an incident and stops the payout', async (_, returned) => {
  const takenBack: AcquirerDialect = {
    ...FORM_DIALECT,
    settings: (url) =>
      JSON.parse(JSON.stringify(FORM_DIALECT.settings(url)).replaceAll('"paid":"final"', '"paid":"final","taken":"returned"')) as Record<
        string,
        unknown
      >,
    callback(payment) {
      const callbackBody = JSON.parse(FORM_DIALECT.callback(payment).body) as Record<string, unknown>;
      const body = JSON.stringify({ ...callbackBody, status: 'taken', returned });
      const key = FORM_DIALECT.secrets['callback_key'] ?? '';
      return { headers: { 'content-type': 'application/json', 'x-signature': hmac(key, body, 'base64') }, body };
    },
  };
  const taken = await openShop(takenBack);
  try {
    const { world } = taken;
    const order = await world.order(ROUBLES);
    const payment = bookPayment(taken, order);
    await deliverCallback(taken, payment);
    expect((await world.read(order.id)).status).toBe('payout_pending');
    await deliverCallback(taken, payment, takenBack);
    expect(await incidentsOf(taken, order)).toBe(1);
    await world.drain();
    expect(await world.read(order.id)).toMatchObject({ status: 'payout_pending', receivedAmount: order.incomeAmount });
    await world.deps.db.run(sql`delete from incidents where kind = 'payment_odd' and subject = ${order.id}`);
    await world.drain();
  } finally {
    await closeShop(taken);
  }
});

it('a return without an amount is left to an operator, whatever was returned by hand', async () => {
  const partly: AcquirerDialect = {
    ...FORM_DIALECT,
    settings: (url) =>
      JSON.parse(
        JSON.stringify(FORM_DIALECT.settings(url)).replaceAll('"paid":"final"', '"paid":"final","less":"partly_returned"'),
      ) as Record<string, unknown>,
    callback(payment) {
      const callbackBody = JSON.parse(FORM_DIALECT.callback(payment).body) as Record<string, unknown>;
      const body = JSON.stringify({ ...callbackBody, status: 'less', returned: undefined });
      const key = FORM_DIALECT.secrets['callback_key'] ?? '';
      return { headers: { 'content-type': 'application/json', 'x-signature': hmac(key, body, 'base64') }, body };
    },
  };
  const without = await openShop(partly);
  try {
    const { world } = without;
    const order = await world.order(ROUBLES);
    const payment = bookPayment(without, order);
    await deliverCallback(without, payment);
    await returnedByHand(without, order, payment.minor);
    await deliverCallback(without, payment, partly);
    expect(await incidentsOf(without, order)).toBe(1);
    // A repeated report raises no second incident
    await deliverCallback(without, payment, partly);
    expect(await incidentsOf(without, order)).toBe(1);
    await world.deps.db.run(sql`delete from incidents where kind = 'payment_odd' and subject = ${order.id}`);
    await world.deps.db.run(sql`delete from payouts where order_id = ${order.id} and rail = 'by_hand'`);
    await world.drain();
  } finally {
    await closeShop(without);
  }
});

it('is listed in one incident with all other findings, so that closing it covers only what was shown', async () => {
  const { world, standIn } = shop;
  const order = await world.order(ROUBLES);
  const payment = bookPayment(shop, order);
  await deliverCallback(shop, payment);
  standIn.books.refund(payment.id, 'in the cabinet', 50_00n);
  const foreign = bookPayment(shop, order, { currency: 'USD' });
  await pollRail(shop);
  await pollRail(shop);
  expect(await incidentsOf(shop, order)).toBe(2);
  const IncidentRow = rowType({ detail: col.json(z.record(z.string(), z.unknown())) });
  const incidentQuery = sql`select detail from incidents where kind = 'payment_odd' and subject = ${order.id}`;
  expect(await world.deps.db.one(IncidentRow, incidentQuery)).toMatchObject({
    detail: { oddity: 'other_currency', payment: foreign.id, also: [{ oddity: 'given_back', payment: payment.id, amount: '50' }] },
  });
  await world.drain();
  expect(await world.read(order.id)).toMatchObject({ status: 'payout_pending' });
  await world.deps.db.run(sql`delete from incidents where kind = 'payment_odd' and subject = ${order.id}`);
});

it('one return by hand explains one of two returned payments; the other is left to an operator', async () => {
  const { world, standIn } = shop;
  const order = await world.order(ROUBLES);
  const [first, second] = [bookPayment(shop, order), bookPayment(shop, order)];
  await deliverCallback(shop, first);
  await deliverCallback(shop, second);
  await returnedByHand(shop, order, first.minor);
  standIn.books.refund(first.id, 'in the cabinet', first.minor);
  await pollRail(shop);
  expect(await incidentsOf(shop, order)).toBe(0);
  standIn.books.refund(second.id, 'in the cabinet', second.minor);
  await pollRail(shop);
  expect(await incidentsOf(shop, order)).toBe(1);
  await world.deps.db.run(sql`delete from incidents where kind = 'payment_odd' and subject = ${order.id}`);
  await world.deps.db.run(sql`delete from payouts where order_id = ${order.id} and rail = 'by_hand'`);
});
