import { sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Purse } from '#core/withdrawal/withdrawal.ts';
import { account } from '#core/ledger/account.ts';
import { HOUR_MS } from '#core/time.ts';
import { accountBalance } from '#server/ledger/store.ts';
import type { OrderForm } from '#server/orders/create/check-order-form.ts';
import { requestWithdrawal } from '#server/withdrawals/request-withdrawal.ts';
import { type Customer, makeReferred, orderOf as makeOrder } from '#tests/make/referred-customer.ts';
import { as } from '#tests/make/rows.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { freezeShare } from './freeze-terms.ts';
import { grantBonus } from './grant-bonus.ts';
import { releaseMature, settleWaiting } from './jobs.ts';
import { findPair, listPairs } from './pairs-store.ts';
import { listPurseEarnings, sumPurse } from './purse-earnings.ts';
import { countEarnings, listEarnings, sumEarnings } from './office-store.ts';
import { stopPair } from './pair-routes.ts';
import { executeReverseEarning, reverseByOperator } from './reverse-by-operator.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ reserve: 10_000_000_000n });
});
afterAll(async () => await world.close());

const person = async (sentBy?: Customer) => await makeReferred(world, sentBy);
const orderOf = async (by: Customer, change: Partial<OrderForm> = {}) => await world.read(await makeOrder(world, by, change));

async function exchange(by: Customer) {
  const order = await orderOf(by);
  await world.deposit(order);
  await world.drain();
  return await world.read(order.id);
}

const owed = async ({ id }: Customer, purse: Purse): Promise<bigint> => -(await accountBalance(world.deps.db, account(purse, id)));

async function rowsOf({ id: userId }: Customer, purse: Purse) {
  const query = { userId, purse, at: world.deps.clock.now(), status: 'all' } as const;
  const { rows } = await listPurseEarnings(world.deps.db, query, {
    page: 1,
    per: 12,
    limit: 12,
    offset: 0,
    from: undefined,
    maxCounted: 100,
    sort: undefined,
  });
  return rows.map(({ kind, amount, state }) => `${kind} ${amount} ${state}`);
}
const sums = async ({ id: userId }: Customer, purse: Purse) => await sumPurse(world.deps.db, { userId, purse, at: world.deps.clock.now() });

async function withdraw({ id: userId }: Customer, amount: bigint): Promise<boolean> {
  const { deps } = world;
  const request = {
    userId,
    hasVerifiedEmail: true,
    locale: 'ru',
    purse: 'referral',
    amount,
    paymentSystemCode: 'SBERRUB',
    country: null,
    requisites: { account: 'my-account' },
    noMemo: false,
    hasFreshFactor: true,
  } as const;
  return await deps.db
    .tx(async (tx) => {
      if (!(await requestWithdrawal(deps, tx, request)).ok) throw new Error('refused');
      return true;
    })
    .catch(() => false);
}

// 100 USDT at a dollar each: half a per cent to the referrer, and five per cent of the remaining dollar of revenue
test('a completed exchange earns for its referrer and its customer, once, with a hold of one day', async () => {
  const anna = await person();
  const vera = await person(anna);
  const order = await orderOf(vera);
  expect(await owed(anna, 'referral')).toBe(0n);
  await Promise.all([world.deposit(order), world.deposit(order)]);
  await world.drain();
  await settleWaiting(world.deps);
  expect((await world.read(order.id)).status).toBe('completed');
  expect([await rowsOf(anna, 'referral'), await rowsOf(vera, 'reward')]).toEqual([['referral 50 accrued'], ['cashback 2 accrued']]);
  expect([await owed(anna, 'referral'), await owed(vera, 'reward')]).toEqual([50n, 2n]);
  const costs = sql`select referral_usd::float8 as usd from order_results where order_id = ${order.id}`;
  expect(await world.deps.db.one(as<{ usd: number }>(), costs)).toEqual({ usd: 0.52 });
  // Not withdrawable during the hold
  expect(await sums(anna, 'referral')).toMatchObject({ accrued: '50', free: '0' });
  await world.pass(24 * HOUR_MS);
  // A failing release does not block the others
  const { adminDb } = world.database;
  const held = sql`select hold_id::text as id from earnings where user_id = ${vera.id}`;
  const { id: hold } = await adminDb.one(as<{ id: string }>(), held);
  await adminDb.run(sql`update earnings set hold_id = gen_random_uuid() where user_id = ${vera.id}`);
  await Promise.all([releaseMature(world.deps), releaseMature(world.deps)]);
  expect(await sums(anna, 'referral')).toMatchObject({ accrued: '0', free: '50' });
  await adminDb.run(sql`update earnings set hold_id = ${hold} where user_id = ${vera.id}`);
  await releaseMature(world.deps);
  expect(await sums(vera, 'reward')).toMatchObject({ accrued: '0', free: '2' });
  expect(await rowsOf(anna, 'referral')).toEqual(['referral 50 available']);
});

test('an uncompleted order earns nothing; money taken back reverses its earnings, once (R16)', async () => {
  const anna = await person();
  const vera = await person(anna);
  const left = await orderOf(vera);
  await world.deposit(left);
  await world.deposit(left, { state: 'reverted' });
  await world.drain();
  expect([(await world.read(left.id)).status, await owed(anna, 'referral')]).toEqual(['moderation', 0n]);
  for (let count = 0; count < 7; count += 1) await exchange(vera);
  await world.pass(24 * HOUR_MS);
  await releaseMature(world.deps);
  expect(await withdraw(anna, 351n)).toBe(false);
  expect(await withdraw(anna, 300n)).toBe(true);
  expect((await rowsOf(anna, 'referral')).filter((row) => row.endsWith('in_payout'))).toHaveLength(6);
  const last = await exchange(vera);
  await world.deposit(last, { state: 'reverted' });
  await world.deposit(last, { state: 'reverted' });
  await settleWaiting(world.deps);
  expect(await owed(anna, 'referral')).toBe(350n);
  expect((await rowsOf(anna, 'referral'))[0]).toBe('referral 50 reversed');
  expect(await sums(anna, 'referral')).toMatchObject({ accrued: '0', reversed: '50', in_payout: '300', free: '50' });
  const gone = await orderOf(vera);
  world.rail.script.push(async () => {
    // Taken back during its payout
    await world.deposit(gone, { state: 'reverted' });
    return { outcome: 'executed', externalId: `gone-${gone.id}`, txHash: null, amount: gone.outcomeAmount, networkFee: null };
  });
  await world.deposit(gone);
  await world.drain();
  await settleWaiting(world.deps);
  expect([(await world.read(gone.id)).status, await owed(anna, 'referral')]).toEqual(['completed', 350n]);
  const counted = sql`select turnover_rub is null or reversed_at is not null as ok from referral_orders where order_id = ${gone.id}`;
  expect(await world.deps.db.one(as<{ ok: boolean }>(), counted)).toEqual({ ok: true });
});

test('without a trusted price earnings wait and are posted later; a partner’s share excludes a referrer’s', async () => {
  const [anna, boris] = [await person(), await person()];
  const vera = await person(anna);
  const order = await orderOf(vera);
  await world.deps.db.tx(async (tx) => await freezeShare(world.deps, tx, { orderId: order.id, userId: boris.id, ratePpm: 300_000 }));
  const { usdOf } = world.deps.quotes;
  world.rail.script.push(async () => {
    Object.assign(world.deps.quotes, { usdOf: () => undefined });
    return { outcome: 'executed', externalId: 'late', txHash: null, amount: order.outcomeAmount, networkFee: null };
  });
  await world.deposit(order);
  await world.drain();
  expect([(await world.read(order.id)).status, await owed(boris, 'referral')]).toEqual(['completed', 0n]);
  Object.assign(world.deps.quotes, { usdOf });
  await Promise.all([settleWaiting(world.deps), settleWaiting(world.deps)]);
  expect([await rowsOf(boris, 'referral'), await owed(anna, 'referral')]).toEqual([['partner 30 accrued'], 0n]);
  expect(await rowsOf(vera, 'reward')).toEqual(['cashback 3 accrued']);
});

test('20 concurrent completions of one referrer’s referrals are all posted', async () => {
  const anna = await person();
  const vera = await person(anna);
  const orders = [];
  for (let count = 0; count < 20; count += 1) orders.push(await orderOf(vera));
  await Promise.all(orders.map(async (order) => await world.deposit(order)));
  await Promise.all(orders.map(async () => await world.drain()));
  await settleWaiting(world.deps);
  expect(await owed(anna, 'referral')).toBe(20n * 50n);
  expect(await rowsOf(anna, 'referral')).toHaveLength(12);
});

test('a bonus is available at once; an operator’s daily grants and reversals are limited, and none is reversed twice', async () => {
  const { deps } = world;
  const [vera, operator] = [await person(), await person()];
  await deps.db.run(sql`update users set role = 'treasurer' where id = ${operator.id}`);
  const grant = async (amount: bigint) =>
    await deps.db.tx(async (tx) => await grantBonus(deps, tx, { userId: vera.id, amount, note: 'for patience', operatorId: operator.id }));
  expect(await grant(9_000n)).toEqual({ ok: true, value: { approvalId: null } });
  const both = await Promise.all([grant(1_000n), grant(1_000n)]);
  expect(both.filter((one) => one.ok && one.value.approvalId === null)).toHaveLength(1);
  expect([await owed(vera, 'reward'), (await rowsOf(vera, 'reward')).toSorted()]).toEqual([
    10_000n,
    ['bonus 1000 available', 'bonus 9000 available'],
  ]);
  const filter = { at: deps.clock.now(), status: 'available', kind: 'bonus', days: {}, q: vera.email } as const;
  expect([await countEarnings(deps.db, filter), await sumEarnings(deps.db, filter)]).toEqual([2, [{ state: 'available', cents: '10000' }]]);
  const page = { page: 1, per: 12, limit: 12, offset: 0, from: undefined, maxCounted: 100, sort: ['-amount'] };
  const [large, small] = (await listEarnings(deps.db, filter, page)).rows;
  const back = async (id = '') =>
    await deps.db.tx(async (tx) => await reverseByOperator(deps, tx, { id, note: 'granted twice', operatorId: operator.id }));
  expect((await Promise.all([back(small?.id), back(small?.id)])).filter(({ ok }) => ok)).toHaveLength(1);
  const proposed = await back(large?.id);
  expect(proposed.ok && proposed.value.approvalId).toBeNull();
  expect(await owed(vera, 'reward')).toBe(0n);
  expect(await rowsOf(vera, 'reward')).toEqual(expect.arrayContaining(['bonus 1000 reversed', 'bonus 9000 reversed']));
  await grant(500n);
  expect(await owed(vera, 'reward')).toBe(0n);
  const agreed = { id: '', subject: large?.id ?? '', payload: {}, sealed: null, note: '', proposedBy: operator.id, approvedBy: null };
  expect(await deps.db.tx(async (tx) => await executeReverseEarning(deps, tx, agreed))).toMatchObject({ ok: false });
});

test('a pair that is one person is detected and stopped, and earns no more', async () => {
  const { deps } = world;
  const anna = await person();
  const [vera, operator] = [await person(anna), await person()];
  const [there, back] = [
    await exchange(vera),
    await orderOf(vera, {
      payment_system_from_id: 'SBERRUB',
      payment_system_to_id: 'USDTTRC20',
      income_requisites: { account: 'a' },
      outcome_requisites: { address: 'b' },
    }),
  ];
  await world.deposit(back);
  await world.drain();
  expect([there.status, (await world.read(back.id)).status]).toEqual(['completed', 'completed']);
  const page = { page: 1, per: 12, limit: 12, offset: 0, from: undefined, maxCounted: 100, sort: undefined };
  const [pair] = (await listPairs(deps.db, { state: 'suspicious', q: vera.email }, page)).rows;
  expect(pair).toMatchObject({ referrer: anna.email, completed: 2, is_stopped: false, round_trips: 1, accrued: '100' });
  const stop = async () =>
    await deps.db.tx(async (tx) => await stopPair(deps, tx, { id: pair?.id ?? '', note: 'one person', operatorId: operator.id }));
  const pressed = await Promise.all([stop(), stop()]);
  expect(pressed.filter(({ ok }) => ok).length).toBeGreaterThan(0);
  expect(await stop()).toMatchObject({ ok: false, refusals: [{ code: 'order_state_conflict' }] });
  expect([await owed(anna, 'referral'), (await findPair(deps.db, pair?.id ?? ''))?.is_stopped]).toEqual([0n, true]);
  await exchange(vera);
  expect(await owed(anna, 'referral')).toBe(0n);
});
