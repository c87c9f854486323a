import { sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FigureOrderAttributes, FiguresAttributes, PromiseAttributes } from '#contract/office/shop/figures.ts';
import { createIncidentTracker } from '#server/incidents/incident-tracker.ts';
import { listOpenSubjects } from '#tests/make/list-open-subjects.ts';
import { cancelOrder } from '#server/orders/customer/customer-moves.ts';
import { applyTouch } from '#server/orders/move/apply-move.ts';
import { orderTokenOf } from '#server/orders/access.ts';
import { createOffice, type Office, type Person } from '#tests/make/office.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { officeFigureRoutes } from './office-routes.ts';
import { averageDailyPayouts } from './sums-store.ts';
import { watchReserves } from './reserve-days.ts';

const FIGURES = '/api/office/v1/figures';

let world: World;
let office: Office;
let treasurer: Person;

beforeAll(async () => {
  world = await createWorld();
  office = await createOffice(world, officeFigureRoutes(world.deps));
  treasurer = await office.person('treasurer');
});
afterAll(async () => {
  await office.close();
  await world.close();
});

const figures = async (period = 'today') => (await treasurer.send<FiguresAttributes>('GET', `${FIGURES}?period=${period}`)).one.attributes;
const rowsOf = async (query: string) =>
  (await treasurer.send<FigureOrderAttributes>('GET', `${FIGURES}/orders?period=today&${query}`)).rows;

test('without orders all figures are zero, and there are no times', async () => {
  expect(await figures()).toMatchObject({
    turnover_usd: '0.00',
    turnover_rub: '0.00',
    earnings_usd: '0.00',
    unknown: 0,
    created: 0,
    outcomes: [],
  });
  expect((await figures()).steps[0]).toEqual({ step: 'pay', median_minutes: null, orders: 0 });
});

test('an exchange earns its margin at the prices of its end; every figure has its orders', async () => {
  const order = await world.order();
  await world.pass(4 * 60_000);
  await world.deposit(order);
  await world.pass(2 * 60_000);
  await world.drain();
  const cancelled = await world.order();
  const caller = { visitor: { kind: 'guest' }, orderToken: orderTokenOf(world.deps, cancelled.id) } as const;
  await world.deps.db.tx(async (tx) => await cancelOrder(world.deps, tx, { orderId: cancelled.id, caller }));

  const current = await figures();
  // 100 USDT at 90 roubles; the rest of 9 000 that was not paid out is our margin
  const { outcomeAmount } = await world.read(order.id);
  const brought = ((900_000 - Number(outcomeAmount)) / 100 / 90).toFixed(2);
  expect(current).toMatchObject({
    turnover_usd: '100.00',
    turnover_rub: '9000.00',
    earnings_usd: brought,
    network_usd: '0.00',
    created: 2,
    unknown: 0,
  });
  expect(Number(brought)).toBeGreaterThan(0);
  expect(Number(current.spread_usd) + Number(current.fees_usd)).toBeCloseTo(Number(brought), 1);
  expect(current.outcomes).toEqual([
    { status: 'cancelled', count: 1 },
    { status: 'completed', count: 1 },
  ]);
  expect(current.steps.map((step) => step.median_minutes)).toEqual([4, 0, 2]);
  expect(current.directions).toEqual([
    {
      income_payment_system_id: 'USDTTRC20',
      outcome_payment_system_id: 'SBERRUB',
      completed: 1,
      turnover_usd: '100.00',
      earnings_usd: brought,
    },
  ]);
  expect(current.parts).toHaveLength(24);
  expect(current.parts.filter(({ completed }) => completed > 0)).toHaveLength(1);
  const roubles = current.reserves.find(({ wallet }) => wallet === 'SBERRUB');
  // The first hours of a shop give no average
  expect(roubles?.days_left).toBeNull();

  expect((await rowsOf('status=completed')).map(({ id }) => id)).toEqual([order.id]);
  expect((await rowsOf('set=created')).map(({ id }) => id).toSorted()).toEqual([order.id, cancelled.id].toSorted());
  const [row] = await rowsOf('income_payment_system_id=USDTTRC20&outcome_payment_system_id=SBERRUB&sort=-earnings_usd');
  expect(row?.attributes).toMatchObject({ earnings_usd: brought, income_amount: '100', pay_minutes: 4, payout_minutes: 2 });
  expect(await rowsOf('set=handled')).toEqual([]);
  expect((await figures('yesterday')).turnover_usd).toBe('0.00');
  expect((await figures('month')).turnover_usd).toBe('100.00');
});

test('orders completed in the promised time and late ones are counted by day and month; late ones are listed', async () => {
  const promises = async (query: string) =>
    (await treasurer.send<PromiseAttributes>('GET', `${FIGURES}/promises?${query}`)).rows.map(({ id, attributes }) => ({
      id,
      ...attributes,
    }));
  const [first] = await rowsOf('status=completed');
  const day = new Date(world.deps.clock.now() + 3 * 3_600_000).toISOString().slice(0, 10);
  expect(await promises('period=today')).toEqual([{ id: `${day}..${day}`, kept: 1, missed: 0, unknown: 0, kept_percent: '100.0' }]);
  expect(await rowsOf('set=missed')).toEqual([]);
  const changeEnd = async (by: string) =>
    await world.deps.db.run(sql`update order_results set promised_at = ended_at + ${by}::interval where order_id = ${first?.id ?? ''}`);
  // Exactly at the promised time is kept
  await changeEnd('0 seconds');
  expect(await promises('period=today')).toMatchObject([{ kept: 1, missed: 0 }]);
  await changeEnd('-1 second');
  expect(await promises(`period=${day}..${day}&unit=month`)).toEqual([
    { id: `${day}..${day}`, kept: 0, missed: 1, unknown: 0, kept_percent: '0.0' },
  ]);
  expect((await rowsOf('set=missed')).map(({ id }) => id)).toEqual([first?.id]);
  await world.deps.db.run(sql`update order_results set promised_at = null where order_id = ${first?.id ?? ''}`);
  expect(await promises('period=month')).toMatchObject([{ kept: 0, missed: 0, unknown: 1, kept_percent: null }]);
  const cashier = await office.person('cashier');
  expect((await cashier.send('GET', `${FIGURES}/promises?period=today`)).error).toMatchObject({ code: 'access_denied' });
});

test("an operator's orders count in that operator's figures, and are listed", async () => {
  const [order] = await rowsOf('status=completed');
  if (order === undefined) throw new Error('no order');
  await world.deps.db.run(sql`
    insert into order_events (order_id, version, move, from_status, to_status, actor, actor_id, at)
    values (${order.id}, 99, 'complete', 'payout_sent', 'completed', 'operator', ${treasurer.id}, ${new Date(world.deps.clock.now())})`);
  const { operators, earnings_usd: earnings } = await figures();
  expect(operators).toEqual([
    { operator_id: treasurer.id, name: 'treasurer', moves: 1, orders: 1, completed: 1, turnover_usd: '100.00', earnings_usd: earnings },
  ]);
  expect((await rowsOf(`set=handled&operator_id=${treasurer.id}`)).map(({ id }) => id)).toEqual([order.id]);
  expect(await rowsOf(`set=handled&operator_id=${world.deps.random.uuid()}`)).toEqual([]);
});

test('costs posted after the end are subtracted at the prices of the end; without a price the result is unknown', async () => {
  const [order] = await rowsOf('status=completed');
  const before = Number(order?.attributes.earnings_usd);
  const { id = '' } = order ?? {};
  await world.prices('45');
  await world.deps.db.tx(async (tx) => {
    const read = await world.read(id);
    const touch = { touch: 'fail_attempt', by: 'provider', fee: { wallet: 'SBERRUB', asset: 'RUB', amount: 9_000n } } as const;
    await applyTouch(world.deps, tx, { order: read, touch, by: { actorId: null } });
  });
  const [after] = await rowsOf('status=completed');
  expect(after?.attributes).toMatchObject({ network_usd: '1.00', earnings_usd: (before - 1).toFixed(2) });
  await world.deps.db.run(sql`update order_results set outcome_usd = null where order_id = ${id}`);
  expect(await figures()).toMatchObject({ unknown: 1 });
  expect((await rowsOf('set=unknown')).map((one) => one.id)).toEqual([id]);
});

test('a wallet that lasts less than a day alarms once; a closed alarm is raised again only after a recovery', async () => {
  const keeper = createIncidentTracker(world.deps);
  const open = async () => await listOpenSubjects(world.deps.db, 'reserve_low');
  const watch = async (kopecks: bigint) =>
    await watchReserves({ ...world.deps, catalogue: { ...world.deps.catalogue, reserve: () => kopecks } }, keeper);
  // An hour after the first payout the wallet is empty, before there is a daily average
  expect(await averageDailyPayouts(world.deps.db, world.deps.clock.now())).toEqual([]);
  await watch(1n);
  expect(await open()).toEqual([]);
  await world.database.adminDb.run(sql`update order_results set ended_at = ended_at - interval '2 days' where outcome = 'completed'`);
  const [spent = { paid_a_day: '' }] = await averageDailyPayouts(world.deps.db, world.deps.clock.now());
  const aDay = BigInt(spent.paid_a_day);
  await watch((aDay * 11n) / 10n);
  expect(await open()).toEqual([]);
  await watch((aDay * 9n) / 10n);
  expect(await open()).toEqual(['SBERRUB']);
  await watch((aDay * 11n) / 10n);
  expect(await open()).toEqual(['SBERRUB']);
  await world.deps.db.run(sql`update incidents set closed_at = now(), closed_by = ${treasurer.id}, note = 'money is on its way'`);
  await watch((aDay * 9n) / 10n);
  expect(await open()).toEqual([]);
  await watch(aDay * 2n);
  await watch(0n);
  expect(await open()).toEqual(['SBERRUB']);
  // A result ends with its order
  await world.database.adminDb.run(sql`update order_results set ended_at = ended_at + interval '2 days' where outcome = 'completed'`);
});

test('chosen days count what a named period of the same days counts', async () => {
  const today = new Date(world.deps.clock.now() + 3 * 3_600_000).toISOString().slice(0, 10);
  const { created, earnings_usd: earned, unit } = await figures(`${today}..${today}`);
  const named = await figures('today');
  expect({ created, earned, unit }).toEqual({ created: named.created, earned: named.earnings_usd, unit: 'hour' });
  expect((await figures('2020-01-01..2020-01-31')).created).toBe(0);
});

test('the CSV has the same rows, with negative numbers and without formulas', async () => {
  const { raw, status } = await treasurer.send('GET', `${FIGURES}/orders.csv?period=today&status=completed`);
  expect(status).toBe(200);
  const [head, ...lines] = raw.toString('utf8').trim().split('\r\n');
  expect(head).toContain('earnings_usd');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('100.00');
});

test('figures are for roles responsible for money', async () => {
  for (const role of ['support', 'cashier', 'verifier', 'content'])
    for (const path of ['?period=today', '/orders?period=today', '/orders.csv?period=today'])
      expect((await (await office.person(role)).send('GET', `${FIGURES}${path}`)).status).toBe(403);
  expect((await (await office.person('auditor')).send('GET', `${FIGURES}?period=today`)).status).toBe(200);
  expect((await treasurer.send('GET', `${FIGURES}?period=always`)).status).toBe(400);
  expect((await treasurer.send('GET', `${FIGURES}?period=2026-03-02..2026-03-01`)).status).toBe(400);
});
