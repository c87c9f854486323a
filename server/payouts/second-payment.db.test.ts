import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { OfficeOrderAttributes, OfficeOrderRowAttributes } from '#contract/office/orders/order-attributes.ts';
import type { Order } from '#core/order/order.ts';
import { settlePayment } from '#server/deposits/settle-payment.ts';
import { upsertObservation } from '#server/deposits/store.ts';
import { orderTokenOf } from '#server/orders/access.ts';
import { officeOrderRoutes } from '#server/desk/office-routes.ts';
import { presentOrder } from '#server/orders/customer/present.ts';
import { surplusEmailKind } from '#server/order-emails/event-emails.ts';
import { createTranslate } from '#server/platform/translate.ts';
import { requestRefund } from '#server/deposits/request-refund.ts';
import { lockOrder } from '#server/orders/queries.ts';
import { createOffice, type Office, type Person } from '#tests/make/office.ts';
import { sql } from '#server/platform/db/db.ts';
import { as } from '#tests/make/rows.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { executePayout } from '#server/payouts/machine/execute-payout.ts';
import { findAttempts } from '#server/payouts/store.ts';

const USDT = 1_000_000n;
const ORDERS = '/api/office/v1/orders';

let world: World;
let office: Office;
let cashier: Person;
beforeAll(async () => {
  world = await createWorld();
  office = await createOffice(world, [...officeOrderRoutes(world.deps)]);
  cashier = await office.person('cashier', 'one');
});
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(async () => {
  await office.close();
  await world.close();
});

async function completed(form = {}): Promise<Order> {
  const order = await world.order(form);
  await world.deposit(order);
  await world.drain();
  expect((await world.read(order.id)).status).toBe('completed');
  return order;
}
const payAgain = async (order: Order, name: string, amount = 40n * USDT) =>
  await world.deposit(order, { externalId: `${name}-${order.id}`, amount });
const shown = async ({ id }: Order) =>
  (await presentOrder(world.deps, world.deps.db, { order: await world.read(id), locale: 'en' })).attributes;
const returns = async ({ id }: Order) =>
  (await findAttempts(world.deps.db, id)).filter(({ purpose }) => purpose === 'surplus').map(({ state, amount }) => [state, amount]);
/** Whether the order is in the operators' queue. */
const needsOperator = async ({ id }: Order): Promise<boolean> =>
  (await cashier.send<OfficeOrderRowAttributes>('GET', `${ORDERS}?view=needs_person&page[size]=100`)).rows.some((row) => row.id === id);
const name = async (order: Order, address: string) => {
  const caller = { visitor: { kind: 'guest' }, orderToken: orderTokenOf(world.deps, order.id) } as const;
  return await world.deps.db.tx((tx) =>
    requestRefund(world.deps, tx, { orderId: order.id, caller, requisites: { address }, noMemo: false }),
  );
};

describe('a second payment after an order was settled', () => {
  it('is returned automatically, exactly once, and only after it is final', async () => {
    const order = await completed();
    await world.deposit(order, { externalId: `b-${order.id}`, amount: 40n * USDT, state: 'seen' });
    await world.drain();
    expect(await returns(order)).toEqual([]);
    await Promise.all(Array.from({ length: 4 }, async () => await payAgain(order, 'b')));
    expect(await shown(order)).toMatchObject({ surplus_amount: '40', surplus_return: 'returning', refund_fields: [] });
    expect(await needsOperator(order)).toBe(false);
    await Promise.all(Array.from({ length: 4 }, async () => await executePayout(world.deps, order.id, 'surplus')));
    await world.drain();
    await payAgain(order, 'b');
    await world.drain();
    expect(await returns(order)).toEqual([['executed', 40n * USDT]]);
    expect([...world.rail.executed.values()].filter(({ amount }) => amount === 40n * USDT)).toEqual([{ amount: 40n * USDT, calls: 1 }]);
    expect(await shown(order)).toMatchObject({
      status: 'completed',
      surplus_amount: null,
      surplus_return: null,
      surplus_returned_amount: '40',
    });
    const news = await world.deps.db.many(
      as<{ topic: string }>(),
      sql`select topic from mail_news where kind = 'surplus_returned' and subject = ${order.id}`,
    );
    expect(news).toEqual([{ topic: 'returned' }]);
    for (const [locale, heading] of [
      ['ru', 'Вернули 40\u00A0USDT'],
      ['en', 'We’ve refunded 40\u00A0USDT'],
    ] as const) {
      await world.deps.db.run(sql`update orders set locale = ${locale} where id = ${order.id}`);
      const news = { kind: 'surplus_returned', subject: order.id, version: 1, topic: 'returned', isPaid: true };
      const story = await surplusEmailKind({ ...world.deps, t: createTranslate() }).compose(news);
      expect(story).toMatchObject({ to: order.email, email: { heading } });
      expect(story?.email.lines[0]?.value).toBe('40\u00A0USDT');
      expect(story?.email.lines.length).toBeGreaterThan(1);
    }
  });

  it('joins a queued return, and follows one that is being sent', async () => {
    const order = await completed();
    await payAgain(order, 'b');
    await payAgain(order, 'c', 50n * USDT);
    expect(await returns(order)).toEqual([['queued', 90n * USDT]]);
    world.rail.script.push(async () => {
      await payAgain(order, 'd', 60n * USDT);
      return { outcome: 'executed', externalId: 'e', txHash: null, amount: 90n * USDT, networkFee: null };
    });
    await world.drain();
    expect(await returns(order)).toEqual([
      ['executed', 90n * USDT],
      ['executed', 60n * USDT],
    ]);
    expect((await world.read(order.id)).surplusReturned).toBe(150n * USDT);
  });

  it('waits for a destination, goes there once it is submitted, and later payments follow', async () => {
    const order = await completed({ income_requisites: {} });
    await payAgain(order, 'b');
    await world.drain();
    const presented = await shown(order);
    expect(presented).toMatchObject({ status: 'completed', surplus_return: 'destination_needed' });
    expect(presented.allowed_actions).toContain('request_refund');
    expect(presented.refund_fields.map(({ key }) => key)).toEqual(['address']);
    expect(await needsOperator(order)).toBe(false);
    expect(await name(order, '')).toMatchObject({ ok: false, refusals: [{ code: 'required', field: 'refund_requisites/address' }] });
    expect(await name(order, 'wallet-of-mine')).toMatchObject({ ok: true, value: { status: 'completed' } });
    expect(await name(order, 'wallet-of-another')).toMatchObject({ ok: false, refusals: [{ code: 'order_state_conflict' }] });
    expect(await shown(order)).toMatchObject({ surplus_return: 'returning' });
    await world.drain();
    await payAgain(order, 'c', 30n * USDT);
    await world.drain();
    expect(await returns(order)).toEqual([
      ['executed', 40n * USDT],
      ['executed', 30n * USDT],
    ]);
  });
});

describe('a surplus is left to an operator', () => {
  const withPerson = async (order: Order) => {
    await world.drain();
    expect(await shown(order)).toMatchObject({ surplus_return: 'with_person' });
    expect(await needsOperator(order)).toBe(true);
    const { attributes } = (await cashier.send<OfficeOrderAttributes>('GET', `${ORDERS}/${order.id}`)).one;
    expect(attributes.attention).toBe('surplus');
    return attributes;
  };

  it('above the first limit, also in parts', async () => {
    const [whole, parts] = [await completed(), await completed()];
    await payAgain(whole, 'b', 1_001n * USDT);
    expect(await withPerson(whole)).toMatchObject({ may_return_surplus: true });
    expect(await returns(whole)).toEqual([]);
    await payAgain(parts, 'b', 600n * USDT);
    await world.drain();
    await payAgain(parts, 'c', 600n * USDT);
    await withPerson(parts);
    expect(await returns(parts)).toEqual([['executed', 600n * USDT]]);
  });

  it('where a deposit entered by an operator may be the same money', async () => {
    const order = await world.order();
    await world.deps.db.tx(async (tx) => {
      const word = { reference: 'r', amount: 100n * USDT, seenAt: world.deps.clock.now(), note: 'n', beyondRail: true };
      const locked = await lockOrder(tx, order.id);
      if (!locked) throw new Error('no order');
      const input = { id: world.deps.random.uuid(), order, operatorId: cashier.id, now: world.deps.clock.now() };
      await upsertObservation(tx, { ...word, ...input });
      await settlePayment(world.deps, tx, locked);
    });
    await world.drain();
    await world.deposit(order, { amount: 99n * USDT });
    await withPerson(order);
    expect(await returns(order)).toEqual([]);
  });

  it('where the rail cannot send: it is taken by hand', async () => {
    const order = await completed();
    await payAgain(order, 'b');
    const mute = { ...world.rail, capabilities: { ...world.rail.capabilities, paysOut: false } };
    await executePayout({ ...world.deps, rails: new Map([['test', mute]]) }, order.id, 'surplus');
    await world.drain();
    expect(await needsOperator(order)).toBe(true);
    expect(await returns(order)).toEqual([['queued', 40n * USDT]]);
    const { attributes } = (await cashier.send<OfficeOrderAttributes>('GET', `${ORDERS}/${order.id}`)).one;
    expect(attributes).toMatchObject({ takeable_payouts: ['surplus'], may_return_surplus: false });
  });
});
