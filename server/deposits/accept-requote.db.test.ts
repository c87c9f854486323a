import { sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Order } from '#core/order/order.ts';
import { customerActions } from '#core/order/actions.ts';
import { surplusOf } from '#core/order/surplus.ts';
import { HOUR_MS, MINUTE_MS } from '#core/time.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { account } from '#core/ledger/account.ts';
import { accountBalance } from '#server/ledger/store.ts';
import { acceptRequote, type Acceptance } from './accept-requote.ts';
import { orderTokenOf } from '#server/orders/access.ts';
import { cancelOrder } from '#server/orders/customer/customer-moves.ts';
import { expireOrders, renewRequotes } from '#server/deadlines/order-deadlines.job.ts';
import { listHistory } from '#server/desk/history-store.ts';
import { presentOrder } from '#server/orders/customer/present.ts';
import { requestRefund } from './request-refund.ts';

const USDT = 1_000_000n;
const WALLET = 'TQ3EQcysLpuMCYHnkX2o7SV2x4vsXMycYN';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

const caller = (orderId: string) =>
  ({ orderId, caller: { visitor: { kind: 'guest' }, orderToken: orderTokenOf(world.deps, orderId) } }) as const;
const acceptChoice = async (order: Order, change: Partial<Acceptance> = {}) =>
  await world.deps.db.tx(async (tx) => await acceptRequote(world.deps, tx, { ...caller(order.id), ...change }));
const paidWith = async (amount: bigint): Promise<Order> => await world.deposit(await world.order(), { amount });
const setPrice = async (roubles: string) => {
  await world.prices(roubles);
  await world.pass(1);
};

describe('an overpayment', () => {
  it('is exchanged as agreed and the surplus is returned automatically, unless another choice is made', async () => {
    const over = await paidWith(150n * USDT);
    expect(await acceptChoice(over)).toMatchObject({ ok: true, value: { status: 'payout_pending', incomeAmount: 100n * USDT } });
    await world.drain();
    const end = await world.read(over.id);
    expect(end).toMatchObject({ status: 'completed', outcomeAmount: over.outcomeAmount, surplusReturned: 50n * USDT });
    expect(surplusOf(end)).toBe(0n);
    expect(await accountBalance(world.deps.db, account('suspense', 'test'))).toBe(0n);
  });

  it('waits for a destination where it is unknown, and is returned as soon as the customer gives one', async () => {
    const say = async (order: Order) =>
      await world.deps.db.tx(
        async (tx) => await requestRefund(world.deps, tx, { ...caller(order.id), requisites: { address: WALLET }, noMemo: false }),
      );
    const over = await world.deposit(await world.order({ income_requisites: {} }), { amount: 150n * USDT });
    expect(await acceptChoice(over)).toMatchObject({ ok: true });
    await world.drain();
    const done = await world.read(over.id);
    expect([done.status, surplusOf(done), customerActions(done)]).toEqual(['completed', 50n * USDT, ['request_refund', 'repeat']]);
    expect(await say(done)).toMatchObject({ ok: true, value: { status: 'completed' } });
    expect(await say(done)).toMatchObject({ ok: false });
    await world.drain();
    expect(await world.read(over.id)).toMatchObject({ status: 'completed', surplusReturned: 50n * USDT });
    // A second payment for the same order ends the same way
    const twice = await world.deposit(await world.order({ income_requisites: {} }));
    await world.drain();
    await world.deposit(twice, { externalId: `second-${twice.id}` });
    expect(await say(twice)).toMatchObject({ ok: true });
    await world.drain();
    expect(await world.read(twice.id)).toMatchObject({ status: 'completed', surplusReturned: 100n * USDT });
  });

  it('is exchanged as agreed when the customer does not choose for 72 hours', async () => {
    const over = await paidWith(150n * USDT);
    await world.pass(72 * HOUR_MS + 1);
    await expireOrders(world.deps);
    await world.drain();
    expect(await world.read(over.id)).toMatchObject({
      status: 'completed',
      outcomeAmount: over.outcomeAmount,
      surplusReturned: 50n * USDT,
    });
  });

  it('by a second payment that is only seen is no surplus yet', async () => {
    const order = await paidWith(100n * USDT);
    await world.drain();
    const seen = await world.deposit(order, { externalId: `second-${order.id}`, state: 'seen' });
    expect([seen.status, surplusOf(seen)]).toEqual(['completed', 0n]);
    expect(surplusOf(await world.deposit(order, { externalId: `second-${order.id}` }))).toBe(100n * USDT);
  });
});

describe('an underpayment', () => {
  it('that is topped up while the rate is locked is exchanged as agreed', async () => {
    const short = await paidWith(60n * USDT);
    expect(await acceptChoice(short, { choice: 'top_up' })).toMatchObject({ ok: true, value: { status: 'requote' } });
    await world.deposit(short, { externalId: `rest-${short.id}`, amount: 40n * USDT });
    await world.drain();
    expect(await world.read(short.id)).toMatchObject({ status: 'completed', outcomeAmount: short.outcomeAmount });
  });

  it.each(['redirect', 'form'])('is never topped up on a provider’s page (%s), which may charge the whole again', async (kind) => {
    const order = await world.order();
    await world.deps.db.run(sql`
      update orders set requisites = requisites || jsonb_build_object('kind', ${kind}::text) where id = ${order.id}`);
    const short = await world.deposit(order, { amount: 60n * USDT });
    expect(short.requote?.options.map((one) => one.choice)).toEqual(['exchange_received', 'refund']);
    expect(await acceptChoice(short, { choice: 'top_up' })).toMatchObject({ ok: false, refusals: [{ code: 'order_state_conflict' }] });
    expect(await acceptChoice(short)).toMatchObject({ ok: true, value: { status: 'payout_pending', incomeAmount: 60n * USDT } });
    await world.drain();
  });

  it('that is topped up after the lock gets the current rate, with confirmation when it is worse and a smaller hold', async () => {
    const short = await paidWith(60n * USDT);
    await world.pass(21 * MINUTE_MS);
    await setPrice('89');
    await renewRequotes(world.deps);
    const smaller = await world.read(short.id);
    expect(smaller.requote?.options.map((one) => one.choice)).toEqual(['exchange_received', 'refund']);
    expect(smaller.hold?.amount).toBe(smaller.requote?.options[0]?.outcomeAmount);
    const late = await world.deposit(short, { externalId: `rest-${short.id}`, amount: 40n * USDT });
    expect(late).toMatchObject({ status: 'requote', requote: { reason: 'late', held: false } });
    await setPrice('90');
  });
});

describe('a choice that the system made', () => {
  const shownOf = async (id: string) => {
    const { attributes } = await presentOrder(world.deps, world.deps.db, { order: await world.read(id), locale: 'en' });
    return attributes.timeline.map(({ status }) => status);
  };
  const movesOf = async (id: string) => (await listHistory(world.deps, world.deps.db, id)).map(({ name }) => name);

  it('is shown only in the office when it was never offered; otherwise the customer is informed', async () => {
    const order = await world.order();
    await world.pass(21 * MINUTE_MS);
    await setPrice('91');
    await world.deposit(order);
    await world.drain();
    expect(await movesOf(order.id)).toEqual(expect.arrayContaining(['requote', 'accept_requote']));
    expect(await shownOf(order.id)).not.toContain('requote');
    expect((await shownOf(order.id)).at(-1)).toBe('completed');
    await setPrice('90');
    const over = await paidWith(150n * USDT);
    await world.pass(72 * HOUR_MS + 1);
    await expireOrders(world.deps);
    await world.drain();
    expect(await shownOf(over.id)).toContain('requote');
    const taken = await paidWith(150n * USDT);
    await acceptChoice(taken);
    await world.drain();
    expect(await shownOf(taken.id)).toContain('requote');
  });
});

describe('an offer', () => {
  it('with a worse rate is never accepted unseen; a better one is the customer’s', async () => {
    const order = await world.order();
    await world.deps.db.tx(async (tx) => await cancelOrder(world.deps, tx, caller(order.id)));
    await world.deposit(order);
    const { requote } = await world.read(order.id);
    const shown = requote?.options[0]?.outcomeAmount ?? 0n;
    expect(await acceptChoice(order, { expectedOutcomeAmount: String(shown / 100n + 1n) })).toMatchObject({
      ok: false,
      refusals: [{ code: 'rate_changed' }],
    });
    await world.pass(31_000);
    await setPrice('89');
    expect(await acceptChoice(order)).toMatchObject({ ok: false, refusals: [{ code: 'rate_changed' }] });
    await world.pass(31_000);
    await setPrice('91');
    const taken = await acceptChoice(order, { expectedOutcomeAmount: String(shown / 100n) });
    expect(taken.ok && taken.value.outcomeAmount > shown).toBe(true);
    await world.drain();
    await setPrice('90');
  });

  it('that does not exist cannot be accepted', async () => {
    const over = await paidWith(150n * USDT);
    expect(await acceptChoice(over, { choice: 'exchange_received' })).toMatchObject({
      ok: false,
      refusals: [{ code: 'order_state_conflict' }],
    });
    const little = await paidWith(1n);
    expect(await acceptChoice(little)).toMatchObject({ ok: false, refusals: [{ code: 'rate_unavailable' }] });
  });
});
