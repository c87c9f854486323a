import { sql } from '#server/platform/db/db.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { reversedAfterPayout } from '#core/order/payment-reports.ts';
import type { Order } from '#core/order/order.ts';
import { raiseIncident, resolveIncident } from '#server/incidents/raise-incident.ts';
import { retryForgottenPayouts } from '#server/payouts/jobs.ts';
import { applyPayoutAnswer } from '#server/payouts/machine/apply-payout-answer.ts';
import { pollPayout, executePayout } from '#server/payouts/machine/execute-payout.ts';
import { findAttempts } from '#server/payouts/store.ts';
import { findSeenMoney } from '#server/deposits/store.ts';
import { requestRefund } from '#server/deposits/request-refund.ts';
import { orderTokenOf } from '#server/orders/access.ts';
import { HOUR_MS } from '#core/time.ts';
import { as } from '#tests/make/rows.ts';
import { createWorld, type World } from '#tests/make/world.ts';

const USDT = 1_000_000n;

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(async () => await world.close());

const secondPayment = (order: Order) => ({ externalId: `second-${order.id}`, amount: 40n * USDT });
const lastAttemptOf = async ({ id }: Order, purpose: string) => {
  const attempt = (await findAttempts(world.deps.db, id)).filter((one) => one.purpose === purpose).at(-1);
  if (attempt === undefined) throw new Error(`no ${purpose}`);
  return attempt;
};
/** The amount booked as a loss of an order. */
async function lossOf({ id }: Order): Promise<bigint> {
  const { sum } = await world.deps.db.one(
    as<{ sum: string }>(),
    sql`select coalesce(sum(e.amount), 0)::text as sum from ledger_entries e join ledger_transfers t on t.id = e.transfer_id
      where t.order_id = ${id} and t.phase = 'posted' and (e.account_kind, e.account_of) = ('expense', 'reversed')`,
  );
  return BigInt(sum);
}
/** Tries everything that may be sent automatically. */
async function tryEverything(order: Order) {
  await world.pass(HOUR_MS);
  await retryForgottenPayouts(world.deps);
  for (const purpose of ['payout', 'refund', 'surplus'] as const) await executePayout(world.deps, order.id, purpose);
  await world.drain();
}
const sentOf = async ({ id }: Order, purpose: string) =>
  (await findAttempts(world.deps.db, id)).filter((one) => one.purpose === purpose && world.rail.executed.has(one.id)).length;

/** An order with a failed payout and a returned second payment. */
async function failedAndReturned(): Promise<Order> {
  const order = await world.order();
  world.rail.script.push({ outcome: 'failed', reason: 'closed' });
  await world.deposit(order);
  await world.drain();
  await world.deposit(order, secondPayment(order));
  await world.drain();
  expect(await world.read(order.id)).toMatchObject({ status: 'payout_failed', surplusReturned: 40n * USDT });
  return order;
}

describe('a second payment that was returned and is then reverted', () => {
  it('leaves the remaining amount to exchange, not the whole agreement', async () => {
    const order = await failedAndReturned();
    await world.deposit(order, { ...secondPayment(order), state: 'reverted' });
    await world.drain();
    const left = await world.read(order.id);
    expect(left).toMatchObject({ status: 'requote', creditedAmount: 60n * USDT, requote: { reason: 'short', receivedAmount: 60n * USDT } });
    expect(await sentOf(order, 'payout')).toBe(0);
  });

  it('together with the first: the rest of what was returned is a loss', async () => {
    const order = await failedAndReturned();
    await world.deposit(order, { ...secondPayment(order), state: 'reverted' });
    await world.deposit(order, { state: 'reverted' });
    const end = await world.read(order.id);
    expect(end).toMatchObject({ status: 'moderation', creditedAmount: 0n });
    expect(await lossOf(order)).toBe(40n * USDT);
    // The incident counts all reverted money, not only the last payment, and none of the order's received amount is left
    const incidentQuery = sql`select times, detail from incidents where kind = 'payment_reverted' and subject = ${order.id}`;
    expect(await world.deps.db.one(as<{ times: number; detail: unknown }>(), incidentQuery)).toMatchObject({
      times: 2,
      detail: { taken_back: '140', lost: '40' },
    });
    expect(reversedAfterPayout(end, await findSeenMoney(world.deps.db, order.id))).toBe(end.receivedAmount);
    await world.deposit(order, { state: 'reverted' });
    expect(await world.deps.db.one(as<{ times: number }>(), incidentQuery)).toMatchObject({
      times: 2,
      detail: { taken_back: '140', lost: '40' },
    });
  });

  it('the first alone: the rest was already returned, so nothing is offered', async () => {
    const order = await failedAndReturned();
    await world.deposit(order, { state: 'reverted' });
    expect(await world.read(order.id)).toMatchObject({ status: 'moderation', creditedAmount: 0n });
    expect(await lossOf(order)).toBe(0n);
    await world.deposit(order, { ...secondPayment(order), state: 'reverted' });
    expect(await world.read(order.id)).toMatchObject({ status: 'moderation', creditedAmount: 0n });
    expect(await lossOf(order)).toBe(40n * USDT);
  });
});

describe('a first payment reverted while the second one is being returned', () => {
  it('is not paid out: the remaining money has just been sent', async () => {
    const order = await world.order();
    world.rail.script.push({ outcome: 'failed', reason: 'closed' }, { outcome: 'unknown', reason: 'silence' });
    await world.deposit(order);
    await world.drain();
    await world.deposit(order, { externalId: `second-${order.id}` });
    await world.drain();
    expect(await world.read(order.id)).toMatchObject({ status: 'payout_failed', surplusReturned: 0n });
    await world.deposit(order, { state: 'reverted' });
    expect(await world.read(order.id)).toMatchObject({ status: 'moderation', creditedAmount: 0n });
    expect([await lossOf(order), await world.audit()]).toEqual([0n, []]);
    const { id, amount } = await lastAttemptOf(order, 'surplus');
    await applyPayoutAnswer(world.deps, id, { outcome: 'executed', externalId: 'e', txHash: null, amount, networkFee: null });
    await tryEverything(order);
    expect(await world.read(order.id)).toMatchObject({ status: 'moderation', creditedAmount: 0n, surplusReturned: order.incomeAmount });
    expect([await sentOf(order, 'payout'), await lossOf(order)]).toEqual([0, 0n]);
  });
});

describe('money reverted while being sent, where the sending then fails', () => {
  it('as a surplus: is not sent again, nothing is lost', async () => {
    const order = await world.order();
    await world.deposit(order);
    await world.drain();
    world.rail.script.push({ outcome: 'unknown', reason: 'silence' });
    await world.deposit(order, secondPayment(order));
    await world.drain();
    await world.deposit(order, { ...secondPayment(order), state: 'reverted' });
    expect(await lossOf(order)).toBe(40n * USDT);
    await applyPayoutAnswer(world.deps, (await lastAttemptOf(order, 'surplus')).id, { outcome: 'failed', reason: 'closed' });
    await tryEverything(order);
    expect([await sentOf(order, 'surplus'), await lossOf(order)]).toEqual([0, 0n]);
  });

  it('as a refund: is not retried, nothing is lost', async () => {
    const order = await world.order();
    await world.deposit(order, { amount: 50n * USDT });
    const caller = { visitor: { kind: 'guest' }, orderToken: orderTokenOf(world.deps, order.id) } as const;
    await world.deps.db.tx((tx) => requestRefund(world.deps, tx, { orderId: order.id, caller, requisites: {}, noMemo: false }));
    world.rail.script.push({ outcome: 'unknown', reason: 'silence' });
    await world.drain();
    await world.deposit(order, { amount: 50n * USDT, state: 'reverted' });
    expect(await lossOf(order)).toBe(50n * USDT);
    await applyPayoutAnswer(world.deps, (await lastAttemptOf(order, 'refund')).id, { outcome: 'failed', reason: 'closed' });
    await tryEverything(order);
    expect([await sentOf(order, 'refund'), await lossOf(order)]).toEqual([0, 0n]);
    expect(await world.read(order.id)).toMatchObject({ status: 'moderation', creditedAmount: 0n, receivedAmount: 0n });
  });

  it('as a payout: the order goes to an operator, its loss is reversed', async () => {
    const order = await world.order();
    world.rail.script.push({ outcome: 'unknown', reason: 'silence' });
    await world.deposit(order);
    await world.drain();
    await world.deposit(order, { state: 'reverted' });
    expect(await lossOf(order)).toBe(order.incomeAmount);
    await applyPayoutAnswer(world.deps, (await lastAttemptOf(order, 'payout')).id, { outcome: 'failed', reason: 'closed' });
    await tryEverything(order);
    expect([await sentOf(order, 'payout'), await lossOf(order)]).toEqual([0, 0n]);
    expect(await world.read(order.id)).toMatchObject({ status: 'moderation', creditedAmount: 0n, receivedAmount: 0n });
  });
});

describe('a request that never reached the provider', () => {
  it('is not repeated after its money was reverted: an operator ends it, nothing is lost', async () => {
    const order = await world.order();
    await world.deposit(order);
    // The process ends between its claim and its call
    const claimed = await world.deps.payoutSubjects.order.claim(world.deps, order.id, 'payout');
    if (claimed === undefined) throw new Error('nothing was claimed');
    await world.deposit(order, { state: 'reverted' });
    await world.pass(HOUR_MS);
    await pollPayout(world.deps, claimed);
    expect([await sentOf(order, 'payout'), (await lastAttemptOf(order, 'payout')).state]).toEqual([0, 'unknown']);
    await applyPayoutAnswer(world.deps, claimed.id, { outcome: 'failed', reason: 'never sent' });
    expect([await lossOf(order), (await world.read(order.id)).status]).toEqual([0n, 'moderation']);
  });

  it('is not repeated during an incident about its money, and is afterwards', async () => {
    const order = await world.order();
    await world.deposit(order);
    const claimed = await world.deps.payoutSubjects.order.claim(world.deps, order.id, 'payout');
    if (claimed === undefined) throw new Error('nothing was claimed');
    await world.deps.db.tx((tx) => raiseIncident(world.deps, tx, { kind: 'payment_odd', subject: order.id, detail: {} }));
    await pollPayout(world.deps, claimed);
    expect(await sentOf(order, 'payout')).toBe(0);
    const { kind, subject } = { kind: 'payment_odd', subject: order.id } as const;
    await world.deps.db.tx((tx) => resolveIncident(world.deps, tx, { kind, subject }));
    await pollPayout(world.deps, claimed);
    expect([await sentOf(order, 'payout'), (await world.read(order.id)).status]).toEqual([1, 'completed']);
  });
});
