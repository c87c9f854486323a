import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { col, rowType, sql } from '#server/platform/db/db.ts';
import type { Order } from '#core/order/order.ts';
import { createAcquirerRail } from '#server/adapters/rails/acquirer/rail.ts';
import type { RailEvents } from '#server/adapters/rails/port.ts';
import { orderTokenOf } from '#server/orders/access.ts';
import { expireOrders } from '#server/deadlines/order-deadlines.job.ts';
import type { AcquirerPayment } from '#tests/make/acquirer-books.ts';
import { type AcquirerDialect, FORM_DIALECT, REDIRECT_DIALECT } from '#tests/make/acquirer-dialects.ts';
import {
  pollRail,
  bookPayment,
  signedCallback,
  deliverCallback,
  closeShop,
  incidentsOf,
  openShop,
  ROUBLES,
  type AcquirerShop,
} from '#tests/make/acquirer-shop.ts';

import { requestRefund } from './request-refund.ts';

let form: AcquirerShop;
let redirect: AcquirerShop;
beforeAll(async () => {
  [form, redirect] = [await openShop(FORM_DIALECT), await openShop(REDIRECT_DIALECT)];
});
afterAll(async () => {
  for (const shop of [form, redirect]) await closeShop(shop);
});
beforeEach(() => {
  form.standIn.mood = 'well';
  redirect.standIn.mood = 'well';
});

const Count = rowType({ count: col.number });
const depositsOf = async ({ world }: AcquirerShop, order: Order): Promise<number> =>
  (await world.deps.db.one(Count, sql`select count(*)::int as count from deposits where order_id = ${order.id}`)).count;

describe('a valid callback', () => {
  it('is credited once, however often and concurrently it arrives, before and after polling', async () => {
    const order = await form.world.order(ROUBLES);
    const payment = bookPayment(form, order);
    const verdicts = await Promise.all(Array.from({ length: 5 }, () => deliverCallback(form, payment)));
    expect(verdicts).toEqual(Array.from({ length: 5 }, () => ({ verdict: 'accepted' })));
    await pollRail(form);
    await deliverCallback(form, payment);
    await form.world.drain();
    expect(await form.world.read(order.id)).toMatchObject({ status: 'completed', receivedAmount: order.incomeAmount });
    expect(await depositsOf(form, order)).toBe(1);

    const created = await form.world.order(ROUBLES);
    const first = bookPayment(form, created);
    await pollRail(form);
    await deliverCallback(form, first);
    expect(await form.world.read(created.id)).toMatchObject({ status: 'payout_pending', receivedAmount: created.incomeAmount });
    expect(await depositsOf(form, created)).toBe(1);
    await form.world.drain();
  });

  it('is refused when forged, altered, unsigned or moved to another order', async () => {
    const [order, other] = [await form.world.order(ROUBLES), await form.world.order(ROUBLES)];
    const { headers, body } = signedCallback(FORM_DIALECT, bookPayment(form, order, { state: 'pending' }));
    const hear = async (change: { headers?: Record<string, string>; body?: string }) =>
      await form.rail.callback?.({ headers: change.headers ?? headers, body: Buffer.from(change.body ?? body) }, form.events);
    const paid = body.toString().replace('pending', 'paid');
    const wrong = [
      { body: paid },
      { body: paid.replace(order.id, other.id) },
      { headers: {} },
      { headers: { 'x-signature': 'AAAA' } },
      { body: '' },
    ];
    for (const one of wrong) expect(await hear(one)).toEqual({ verdict: 'bad_signature' });
    expect(await deliverCallback(form, form.standIn.books.add({ reference: 'nobody', minor: 1n, state: 'paid' }))).toEqual({
      verdict: 'unknown',
    });
    for (const one of [order, other]) expect((await form.world.read(one.id)).status).toBe('awaiting_payment');
  });

  it('for a payment of another order is not credited and raises an incident', async () => {
    const [order, other] = [await form.world.order(ROUBLES), await form.world.order(ROUBLES)];
    const payment = bookPayment(form, order);
    await deliverCallback(form, payment);
    await deliverCallback(form, { ...payment, reference: other.id });
    expect((await form.world.read(order.id)).status).toBe('payout_pending');
    expect(await form.world.read(other.id)).toMatchObject({ status: 'awaiting_payment', receivedAmount: 0n });
    expect(await incidentsOf(form, other)).toBe(1);
    await form.world.drain();
  });

  it('in another currency is not credited; other amounts are credited as received', async () => {
    const [foreign, short, over] = [await form.world.order(ROUBLES), await form.world.order(ROUBLES), await form.world.order(ROUBLES)];
    await deliverCallback(form, bookPayment(form, foreign, { currency: 'KZT' }));
    await deliverCallback(form, bookPayment(form, short, { minor: short.incomeAmount - 100_00n }));
    await deliverCallback(form, bookPayment(form, over, { minor: over.incomeAmount + 100_00n }));
    expect(await form.world.read(foreign.id)).toMatchObject({ status: 'awaiting_payment', receivedAmount: 0n });
    expect(await incidentsOf(form, foreign)).toBe(1);
    expect(await form.world.read(short.id)).toMatchObject({ status: 'requote', receivedAmount: short.incomeAmount - 100_00n });
    expect(await form.world.read(over.id)).toMatchObject({ status: 'requote', receivedAmount: over.incomeAmount + 100_00n });
    // A second payment while the customer chooses is counted with the first
    await deliverCallback(form, bookPayment(form, short, { minor: 100_00n }));
    expect((await form.world.read(short.id)).receivedAmount).toBe(short.incomeAmount);
    await form.world.drain();
  });

  it('after a decline or the deadline reopens the order, once', async () => {
    const declined = await form.world.order(ROUBLES);
    const attempt = bookPayment(form, declined, { state: 'declined' });
    await deliverCallback(form, attempt);
    expect((await form.world.read(declined.id)).status).toBe('payment_failed');
    attempt.state = 'paid';
    await deliverCallback(form, attempt);
    await deliverCallback(form, { ...attempt, state: 'declined' });
    expect((await form.world.read(declined.id)).receivedAmount).toBe(declined.incomeAmount);
    expect((await form.world.read(declined.id)).status).not.toBe('payment_failed');

    const late = await form.world.order(ROUBLES);
    await form.world.pass(24 * 60 * 60 * 1000);
    await expireOrders(form.world.deps);
    expect((await form.world.read(late.id)).status).toBe('expired');
    bookPayment(form, late);
    await pollRail(form);
    expect((await form.world.read(late.id)).receivedAmount).toBe(late.incomeAmount);
    await form.world.drain();
  });

  it('that could not be stored is repeated by the acquirer and found by polling', async () => {
    const order = await form.world.order(ROUBLES);
    const broken = { ...form.events, deposit: async () => Promise.reject(new Error('killed before the commit')) };
    await expect(form.rail.callback?.(signedCallback(FORM_DIALECT, bookPayment(form, order)), broken)).rejects.toThrow('killed');
    expect((await form.world.read(order.id)).status).toBe('awaiting_payment');
    await form.rail.poll(form.events);
    expect((await form.world.read(order.id)).status).toBe('payout_pending');
    expect(await depositsOf(form, order)).toBe(1);
    await form.world.drain();
  });

  it('that can never be stored does not block polling of other payments', async () => {
    const [order, other] = [await form.world.order(ROUBLES), await form.world.order(ROUBLES)];
    const rotten = bookPayment(form, order);
    const events: RailEvents = {
      ...form.events,
      deposit: async (deposit) =>
        deposit.externalId === rotten.id ? await Promise.reject(new Error('cannot be stored')) : await form.events.deposit(deposit),
    };
    await expect(form.rail.callback?.(signedCallback(FORM_DIALECT, rotten), events)).rejects.toThrow('cannot be stored');
    bookPayment(form, other);
    await form.world.pass(2_000);
    await expect(form.rail.poll(events)).rejects.toThrow('cannot be stored');
    expect((await form.world.read(other.id)).status).toBe('payout_pending');
    await form.rail.poll(form.events);
    await form.world.drain();
  });
});

it('an acquirer that does not know us has no list, which does not mean that nothing arrived', async () => {
  const order = await form.world.order(ROUBLES);
  await deliverCallback(form, bookPayment(form, order));
  const { settings, secrets } = form.standIn.acquirer;
  const stranger = createAcquirerRail({
    ...form.world.deps,
    acquirer: { settings, secrets: { ...secrets, password: 'changed in its cabinet' } },
    callbackUrl: 'http://127.0.0.1:9',
    paymentSystem: (code) => form.world.deps.catalogue.paymentSystem(code),
    isPaused: async () => false,
  });
  expect((await form.rail.statement(0)).outcome).toBe('listed');
  expect(await stranger.statement(0)).toMatchObject({ outcome: 'unavailable' });
  await form.world.drain();
});

describe('a refund', () => {
  const caller = ({ world }: AcquirerShop, orderId: string) => ({
    orderId,
    caller: { visitor: { kind: 'guest' as const }, orderToken: orderTokenOf(world.deps, orderId) },
  });
  /** An underpaid order whose customer requests a refund. */
  async function unwanted(shop: AcquirerShop, dialect: AcquirerDialect): Promise<{ order: Order; payment: AcquirerPayment }> {
    const order = await shop.world.order(ROUBLES);
    const payment = bookPayment(shop, order, { minor: order.incomeAmount - 100_00n });
    await deliverCallback(shop, payment, dialect);
    await pollRail(shop);
    const requested = await shop.world.deps.db.tx(
      async (tx) => await requestRefund(shop.world.deps, tx, { ...caller(shop, order.id), requisites: {}, noMemo: false }),
    );
    if (!requested.ok) throw new Error(`refused: ${requested.refusals[0]?.code}`);
    return { order: requested.value, payment };
  }

  it('is made to the original payment, to no account, once', async () => {
    for (const [shop, dialect] of [
      [form, FORM_DIALECT],
      [redirect, REDIRECT_DIALECT],
    ] as const) {
      const { order, payment } = await unwanted(shop, dialect);
      expect(order).toMatchObject({ status: 'refund_pending', hasRefundDestination: true });
      await shop.world.drain();
      expect((await shop.world.read(order.id)).status).toBe('refunded');
      expect([...payment.refunds.values()].map(({ minor }) => minor)).toEqual([payment.minor]);
      await pollRail(shop);
      expect((await shop.world.read(order.id)).status).toBe('refunded');
      expect(await incidentsOf(shop, order)).toBe(0);
    }
  });

  it('without an answer has an unknown result, is never repeated, and is found later', async () => {
    const { order, payment } = await unwanted(redirect, REDIRECT_DIALECT);
    redirect.standIn.mood = 'late';
    await redirect.world.drain();
    expect((await redirect.world.read(order.id)).status).toBe('refund_pending');
    const Payout = rowType({ id: col.text, state: col.text, amount: col.text });
    const payout = await redirect.world.deps.db.one(Payout, sql`select id, state, amount::text from payouts where order_id = ${order.id}`);
    expect(payout.state).toBe('unknown');
    redirect.standIn.mood = 'well';
    const system = redirect.world.deps.catalogue.paymentSystem('SBERRUB');
    if (system === undefined) throw new Error('no roubles');
    const request = { reference: payout.id, orderId: order.id, paymentSystem: system, amount: BigInt(payout.amount), destination: {} };
    const [statusAnswer, again] = await Promise.all([redirect.rail.askPayout(request), redirect.rail.payOut(request)]);
    expect([statusAnswer.outcome, again.outcome]).toEqual(['executed', 'executed']);
    expect(payment.refunds.size).toBe(1);
    await redirect.events.payout(payout.id, statusAnswer);
    expect((await redirect.world.read(order.id)).status).toBe('refunded');
    // A refund above the payment's amount fails
    expect(await redirect.rail.payOut({ ...request, reference: crypto.randomUUID() })).toMatchObject({ outcome: 'failed' });
  });

  it('at an acquirer that would pay twice is requested once and then left to an operator', async () => {
    const { world, standIn } = redirect;
    const order = await world.order(ROUBLES);
    bookPayment(redirect, order);
    await pollRail(redirect);
    const { settings, secrets } = standIn.acquirer;
    const system = world.deps.catalogue.paymentSystem('SBERRUB');
    if (settings.refund === undefined || system === undefined) throw new Error('no refunds');
    const careless = createAcquirerRail({
      ...world.deps,
      acquirer: { settings: { ...settings, refund: { ...settings.refund, repeatable: false } }, secrets },
      callbackUrl: 'http://127.0.0.1:9',
      paymentSystem: () => system,
      isPaused: async () => false,
    });
    const request = { reference: crypto.randomUUID(), orderId: order.id, paymentSystem: system, amount: 100_00n, destination: {} };
    const cancels = () => standIn.calls.filter(({ path }) => path === '/v2/Cancel').length;
    const before = cancels();
    standIn.mood = 'late';
    await Promise.all(Array.from({ length: 4 }, () => careless.payOut(request)));
    standIn.mood = 'well';
    expect([await careless.payOut(request), await careless.askPayout(request)]).toMatchObject([
      { outcome: 'unknown' },
      { outcome: 'unknown' },
    ]);
    expect(cancels() - before).toBe(1);
    expect(await careless.withdrawPayout?.(request.reference, 'not_sent')).toBe(true);
    expect(await careless.payOut(request)).toMatchObject({ outcome: 'failed' });
    expect(cancels() - before).toBe(1);

    // A key that the acquirer has forgotten prevents no repetition; a refund that an operator recorded counts as made
    const forgotten = { ...request, reference: crypto.randomUUID() };
    standIn.mood = 'late';
    await redirect.rail.payOut(forgotten);
    await world.pass(21 * 60 * 60 * 1000);
    standIn.mood = 'well';
    expect(await redirect.rail.askPayout(forgotten)).toMatchObject({ outcome: 'unknown' });
    expect(cancels() - before).toBe(2);
    expect(await redirect.rail.withdrawPayout?.(forgotten.reference, 'sent')).toBe(true);
    expect(await redirect.rail.askPayout(forgotten)).toMatchObject({ outcome: 'executed' });
    await world.drain();
  });

  it('that the acquirer refuses is not executed, whatever the payment’s state', async () => {
    const { order, payment } = await unwanted(redirect, REDIRECT_DIALECT);
    redirect.standIn.books.refund(payment.id, 'by hand', 1n);
    await redirect.world.drain();
    expect((await redirect.world.read(order.id)).status).toBe('refund_pending');
    expect([...payment.refunds.keys()]).toEqual(['by hand']);
    await redirect.world.deps.db.run(sql`delete from payouts where order_id = ${order.id}`);
  });

  it('made in the acquirer’s cabinet raises one incident, unless the desk already handles it', async () => {
    const order = await redirect.world.order(ROUBLES);
    const payment = bookPayment(redirect, order);
    await deliverCallback(redirect, payment, REDIRECT_DIALECT);
    await pollRail(redirect);
    expect((await redirect.world.read(order.id)).receivedAmount).toBe(order.incomeAmount);
    redirect.standIn.books.refund(payment.id, 'by hand', payment.minor);
    await pollRail(redirect);
    expect(await redirect.world.read(order.id)).toMatchObject({ status: 'payout_pending', receivedAmount: order.incomeAmount });
    await pollRail(redirect);
    expect(await incidentsOf(redirect, order)).toBe(1);
    // The payment was refunded: no payout before an operator decides
    await redirect.world.drain();
    expect((await redirect.world.read(order.id)).status).toBe('payout_pending');

    const { order: unpaid, payment: theirs } = await unwanted(redirect, REDIRECT_DIALECT);
    await redirect.world.deps.db.run(sql`
      insert into payouts (id, order_id, purpose, rail, payment_system_code, wallet, amount, state, attempt, claimed_at, updated_at)
      select gen_random_uuid(), id, 'refund', 'by_hand', income_code, income_code, ${String(theirs.minor)}, 'executed', 1, now(), now()
        from orders where id = ${unpaid.id}`);
    redirect.standIn.books.refund(theirs.id, 'by hand', theirs.minor);
    await pollRail(redirect);
    expect(await incidentsOf(redirect, unpaid)).toBe(0);
    // A refund by its own rail is counted already and explains no more than its amount
    await redirect.world.deps.db.run(sql`update payouts set rail = ${redirect.rail.name} where order_id = ${unpaid.id}`);
    await pollRail(redirect);
    expect(await incidentsOf(redirect, unpaid)).toBe(1);
    await redirect.world.deps.db.run(sql`delete from payouts where order_id = ${unpaid.id}`);
  });
});

describe('a payment page made by the acquirer', () => {
  it('is created once, whatever its first answers; a page on another host is refused', async () => {
    const create = redirect.standIn.calls.length;
    redirect.standIn.mood = 'late';
    const order = await redirect.world.order(ROUBLES);
    expect(order.status).toBe('awaiting_requisites');
    redirect.standIn.mood = 'well';
    const system = redirect.world.deps.catalogue.paymentSystem('SBERRUB');
    if (system === undefined) throw new Error('no roubles');
    const request = {
      orderId: order.id,
      paymentSystem: system,
      amount: order.incomeAmount,
      payerRequisites: {},
      locale: 'ru',
      successUrl: 'https://a.example/s',
      failureUrl: 'https://a.example/f',
    } as const;
    const offers = await Promise.all(Array.from({ length: 4 }, () => redirect.rail.receive(request)));
    expect(
      new Set(offers.map((offer) => JSON.stringify(offer, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value))))
        .size,
    ).toBe(1);
    expect(offers[0]).toMatchObject({ outcome: 'offered', offer: { kind: 'redirect', url: `${redirect.standIn.url}/pay/${order.id}` } });
    expect(redirect.standIn.calls.length).toBeGreaterThan(create + 1);
  });
});
