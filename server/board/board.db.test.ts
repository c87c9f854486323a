import { sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Candle } from '#core/history/candle.ts';
import { summaryOf } from '#core/history/readable-series.ts';
import { DAY_MS, MINUTE_MS } from '#core/time.ts';
import { createRateHistory } from '#server/history/rate-history.ts';
import { saveCandles } from '#server/history/store.ts';
import { insertOrder } from '#server/orders/store.ts';
import { systemRandom } from '#server/platform/random.ts';
import { makeOrder } from '#tests/make/order.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { createBoard } from './routes.ts';
import { createShopFacts } from './shop-facts.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.abandon());

/** An order completed some days ago. */
async function complete(daysAgo: number, seconds: number): Promise<string> {
  const id = systemRandom.publicId(20);
  const requisites = { sealed: Buffer.from('x'), masked: {} };
  await world.deps.db.tx(async (tx) => {
    await insertOrder(tx, {
      terms: [],
      move: 'create',
      order: makeOrder('completed', { id, hold: null }),
      ip: '127.0.0.1',
      incomeRequisites: requisites,
      outcomeRequisites: { ...requisites, fingerprint: Buffer.from(id) },
    });
    await tx.run(sql`
      insert into order_results (order_id, ended_at, outcome, income_code, outcome_code, income_wallet, outcome_wallet, income_amount,
        outcome_amount, fees, spread, confirm_seconds, payout_seconds)
      values (${id}, ${new Date(world.deps.clock.now() - daysAgo * DAY_MS)}, 'completed', 'USDTTRC20', 'SBERRUB', 'w', 'w', 1, 1, 0, 0,
        ${seconds}, 30)`);
  });
  return id;
}

/** A published review of an order. */
const rate = async (orderId: string, rating: number) =>
  await world.deps.db.run(sql`
    insert into reviews (id, order_id, rating, body, locale, state, written_at, changed_at)
    values (gen_random_uuid(), ${orderId}, ${rating}, '', 'ru', 'published', now(), now())`);

it('facts about the shop are measured, and left out where too few orders were', async () => {
  const facts = createShopFacts(world.deps);
  expect(await facts()).toMatchObject({ median_payout_minutes: null, completed: null, working_since: null });
  expect((await facts()).reserve).toMatchObject({ amount: expect.stringMatching(/^[1-9]\d*$/), currency_iso_code: 'RUB' });
  const done: string[] = [];
  for (let count = 0; count < 12; count += 1) done.push(await complete(3, 200));
  for (const id of done.slice(0, 4)) await rate(id, 5);
  await complete(100, 10);
  await world.pass(MINUTE_MS);
  // Cached facts are returned at once while a new read runs
  await facts();
  const week = { count: 12, period: 'week' };
  await expect.poll(facts).toMatchObject({
    median_payout_minutes: null,
    median_today_minutes: null,
    completed: week,
    working_since: expect.any(String),
    rated: null,
  });
  // 4.66: cut, never rounded up
  for (const id of done.slice(4, 6)) await rate(id, 4);
  for (let count = 0; count < 10; count += 1) await complete(0, 330);
  await world.pass(MINUTE_MS);
  await facts();
  await expect.poll(facts).toMatchObject({
    median_payout_minutes: 4,
    median_today_minutes: 6,
    completed: { count: 10, period: 'today' },
    rated: { average: '4.6', count: 6 },
  });
});

it('lists every open direction of a side with the effective rate and the change of the market within a day', async () => {
  const now = world.deps.clock.now();
  const at = now - DAY_MS - 5 * MINUTE_MS;
  const usdt = world.deps.quotes.usdOf('USDTTRC20');
  const roubles = world.deps.quotes.usdOf('SBERRUB');
  if (usdt === undefined || roubles === undefined) throw new Error('no prices');
  const candle = (symbol: string, open: typeof usdt, takenAt = at): Candle => {
    const prices = { open, high: open, low: open, close: open };
    const began = takenAt - (takenAt % (5 * MINUTE_MS));
    return { symbol, step: 'five_minutes', at: began, openedAt: takenAt, closedAt: takenAt, isDemo: true, ...prices };
  };
  await world.deps.db.run(sql`select make_candle_part('five_minutes', ${new Date(at)})`);
  await world.deps.db.run(sql`select make_candle_part('five_minutes', ${new Date(now)})`);
  // The dollar cost four fifths of today's price, and a different price some minutes later
  await saveCandles(world.deps.db, [
    candle('USDT', usdt),
    candle('RUB', { num: roubles.num * 5n, den: roubles.den * 4n }),
    candle('USDT', usdt, at + 10 * MINUTE_MS),
    candle('RUB', { num: roubles.num * 3n, den: roubles.den * 2n }, at + 10 * MINUTE_MS),
    candle('USDT', usdt, now),
    candle('RUB', roubles, now),
  ]);
  const board = createBoard(world.deps);
  const lines = (await board({ income: 'USDTTRC20', outcome: undefined })) ?? [];
  const open = world.deps.catalogue.directions().filter(({ incomeCode, outcomeCode }) => {
    return incomeCode === 'USDTTRC20' && world.deps.quotes.priceOf({ incomeCode, outcomeCode }).ok;
  });
  expect(lines.map(({ id }) => id)).toEqual(open.map(({ outcomeCode }) => `USDTTRC20-${outcomeCode}`));
  const line = lines.find(({ id }) => id === 'USDTTRC20-SBERRUB');
  expect(line?.attributes).toMatchObject({
    change_24h: '25.00',
    inverse_change_24h: '-20.00',
    eta_minutes: expect.any(Number),
    is_demo: true,
  });
  // The chart on the same page shows the same change, computed from the same base price
  const { points = [] } = (await createRateHistory(world.deps)({ income: 'USDTTRC20', outcome: 'SBERRUB' }, 'day')) ?? {};
  expect(summaryOf(points.map(([moment, rate]) => ({ at: moment, rate })))?.changePercent).toBe('25.00');
  const quote = world.deps.quotes.recalculate({ incomeCode: 'USDTTRC20', outcomeCode: 'SBERRUB', incomeAmount: 500_000_000n });
  expect(Number(line?.attributes.rate)).toBeCloseTo(Number(quote?.outcomeAmount) / 100 / 500, 2);
  const back = (await board({ income: undefined, outcome: 'SBERRUB' })) ?? [];
  expect(back.every(({ attributes }) => attributes.outcome_payment_system_id === 'SBERRUB')).toBe(true);
  expect(back.map(({ id }) => id)).toContain('USDTTRC20-SBERRUB');
  expect(await board({ income: 'NOBODY', outcome: undefined })).toBeUndefined();
});
