import { sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Order } from '#core/order/order.ts';
import { HOUR_MS, MINUTE_MS } from '#core/time.ts';
import { acceptRequote } from '#server/deposits/accept-requote.ts';
import { orderTokenOf } from '#server/orders/access.ts';
import { auditLedger } from '#server/reconciliation/audit-ledger.ts';
import { expireOrders, renewRequotes } from '#server/deadlines/order-deadlines.job.ts';
import { requestRefund } from '#server/deposits/request-refund.ts';
import { createWorld, type World } from '#tests/make/world.ts';

const USDT = 1_000_000n;

describe('money that is seen and never becomes final', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld({ reserve: 10n ** 12n });
  });
  afterAll(async () => await world.close());

  const callerOf = (orderId: string) =>
    ({ orderId, caller: { visitor: { kind: 'guest' }, orderToken: orderTokenOf(world.deps, orderId) } }) as const;
  /** Stores new prices a second later, because each moment has one price. */
  const turn = async (roubles: string) => {
    await world.pass(1_000);
    await world.prices(roubles);
    await world.pass(1_000);
  };
  const dust = async (order: Order) =>
    await world.deposit(order, { externalId: `dust-${order.id}`, amount: 1n, state: 'seen', confirmations: 0 });

  it('keeps no offer valid: an expired one is recalculated', async () => {
    await turn('90');
    const order = await world.order();
    await world.pass(30 * MINUTE_MS);
    await world.pass(31 * MINUTE_MS);
    await expireOrders(world.deps);
    const late = await world.deposit(order, { amount: 500n * USDT });
    expect(late.status).toBe('requote');
    const offered = late.requote?.options.find(({ choice }) => choice === 'exchange_all')?.outcomeAmount ?? 0n;
    await dust(order);
    await world.pass(2 * HOUR_MS);
    await turn('80');
    await renewRequotes(world.deps);
    const { requote } = await world.read(order.id);
    const now = requote?.options.find(({ choice }) => choice === 'exchange_all')?.outcomeAmount ?? 0n;
    expect(now < (offered * 95n) / 100n).toBe(true);
    await world.deps.db.tx(async (tx) => await acceptRequote(world.deps, tx, { ...callerOf(order.id), choice: 'exchange_all' }));
    expect(await world.read(order.id)).toMatchObject({ status: 'payout_pending', outcomeAmount: now });
  });

  it('allows no cancellation: a paid agreement binds both sides after the lock', async () => {
    await turn('90');
    const order = await world.order();
    const over = await world.deposit(order, { amount: 150n * USDT });
    expect(over.requote?.options.map(({ choice }) => choice)).toContain('refund');
    await dust(order);
    await world.pass(3 * HOUR_MS);
    await turn('100');
    await renewRequotes(world.deps);
    const back = await world.deps.db.tx(
      async (tx) => await requestRefund(world.deps, tx, { ...callerOf(order.id), requisites: {}, noMemo: false }),
    );
    expect(back.ok).toBe(false);
  });

  it('does not let an expired offer be accepted before a job has renewed it', async () => {
    await turn('90');
    const order = await world.order();
    await world.deposit(order, { amount: 150n * USDT });
    await world.pass(3 * HOUR_MS);
    await turn('100');
    const back = await world.deps.db.tx(
      async (tx) => await requestRefund(world.deps, tx, { ...callerOf(order.id), requisites: {}, noMemo: false }),
    );
    expect(back.ok).toBe(false);
  });

  it('replaces nothing: an exchange whose final money was reverted is undone', async () => {
    await turn('90');
    const order = await world.order();
    const paid = await world.deposit(order, { externalId: `first-${order.id}` });
    expect(['paid', 'payout_pending']).toContain(paid.status);
    const second = { externalId: `second-${order.id}`, amount: order.incomeAmount };
    await world.deposit(order, { ...second, state: 'seen', confirmations: 0 });
    const lost = await world.deposit(order, { externalId: `first-${order.id}`, state: 'reverted' });
    expect(lost).toMatchObject({ status: 'payment_detected', creditedAmount: 0n, receivedAmount: order.incomeAmount });
    await world.drain();
    expect((await world.read(order.id)).status).toBe('payment_detected');
    await world.deposit(order, second);
    await world.drain();
    expect(await world.read(order.id)).toMatchObject({ status: 'completed', creditedAmount: order.incomeAmount });
  });

  it('is found by the audit where the books depend on it', async () => {
    await turn('90');
    const order = await world.order();
    await world.deposit(order, { externalId: `lost-${order.id}` });
    const state = (to: string) =>
      world.deps.db.run(sql`update deposits set state = ${to}, was_final = ${to === 'final'} where order_id = ${order.id}`);
    const found = async () => (await auditLedger(world.deps.db)).map(({ equation, subject }) => [equation.slice(0, 18), subject]);
    await state('seen');
    expect(await found()).toEqual([['booked of an order', order.id]]);
    await state('final');
    await world.deps.db.run(sql`update deposits set amount = amount + 1 where order_id = ${order.id}`);
    expect(await found()).toEqual([['booked of an order', order.id]]);
    await world.deps.db.run(sql`update deposits set amount = amount - 1 where order_id = ${order.id}`);
    expect(await found()).toEqual([]);
    const credit = (by: number) =>
      world.deps.db.run(sql`update orders set credited_amount = credited_amount + ${by} where id = ${order.id}`);
    await credit(1);
    expect(await found()).toContainEqual(['what an order says', order.id]);
    await credit(-1);
    expect(await found()).toEqual([]);
  });

  it('is found by the audit even if an incident of its order is open', async () => {
    await turn('90');
    const order = await world.order();
    const [first, second] = [{ externalId: `first-${order.id}` }, { externalId: `second-${order.id}` }];
    await world.deposit(order, first);
    await world.deposit(order, { ...first, state: 'reverted' });
    await world.deposit(order, second);
    const state = (to: string) =>
      world.deps.db.run(sql`update deposits set state = ${to} where order_id = ${order.id} and external_id = ${second.externalId}`);
    await state('reverted');
    expect((await auditLedger(world.deps.db)).map(({ subject, detail }) => [subject, detail.split(',')[0]])).toEqual([
      [order.id, 'final 0'],
    ]);
    await state('final');
    expect(await auditLedger(world.deps.db)).toEqual([]);
  });

  it('pays out nothing for reverted money', async () => {
    await turn('90');
    const order = await world.order();
    await world.deposit(order, { externalId: `a-${order.id}`, amount: 90n * USDT });
    await world.deposit(order, { externalId: `b-${order.id}`, amount: 60n * USDT });
    await dust(order);
    await world.deposit(order, { externalId: `b-${order.id}`, amount: 60n * USDT, state: 'reverted' });
    await world.deps.db.tx(async (tx) => await acceptRequote(world.deps, tx, { ...callerOf(order.id), choice: 'exchange_all' }));
    await world.drain();
    const after = await world.read(order.id);
    expect([after.status, after.outcomeAmount <= order.outcomeAmount || after.status === 'requote']).toEqual(['requote', true]);
  });

  it('does not delay an order that was paid in full', async () => {
    await turn('90');
    const order = await world.order();
    await dust(order);
    await world.deposit(order);
    await world.drain();
    expect((await world.read(order.id)).status).toBe('completed');
    await world.deposit(order, { externalId: `dust-${order.id}`, amount: 1n });
    expect(await world.audit()).toEqual([]);
  });
});

describe('a refund whose money is reverted before it is sent', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld({ reserve: 10n ** 12n });
  });
  afterAll(async () => await world.close());

  it('is not sent', async () => {
    const order = await world.order();
    await world.deposit(order, { amount: 40n * USDT });
    const orderToken = orderTokenOf(world.deps, order.id);
    const caller = { visitor: { kind: 'guest' }, orderToken } as const;
    const back = await world.deps.db.tx(
      async (tx) => await requestRefund(world.deps, tx, { orderId: order.id, caller, requisites: {}, noMemo: false }),
    );
    expect(back.ok).toBe(true);
    await world.deposit(order, { amount: 40n * USDT, state: 'reverted' });
    await world.drain();
    expect(world.rail.executed.size).toBe(0);
    expect((await world.read(order.id)).status).toBe('moderation');
    expect(await world.audit()).toEqual([]);
  });
});

describe('a transfer whose final amount differs', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld({ reserve: 10n ** 12n });
  });
  afterAll(async () => await world.close());

  it('is credited with the final amount', async () => {
    const order = await world.order();
    await world.deposit(order, { amount: 100n * USDT, state: 'seen' });
    const after = await world.deposit(order, { amount: 50n * USDT, state: 'final' });
    expect([after.status, after.creditedAmount]).toEqual(['requote', 50n * USDT]);
  });
});
