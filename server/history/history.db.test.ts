import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RateHistoryAttributes } from '#contract/public/rate-history.ts';
import { candlesFor } from '#core/history/period.ts';
import { refuse } from '#core/result.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, toRfc3339 } from '#core/time.ts';
import { AnyRow, sql } from '#server/platform/db/db.ts';
import { demoSource } from '#server/adapters/rate-sources/demo.ts';
import { systemRandom } from '#server/platform/random.ts';
import { statementsOf } from '#tests/make/count-statements.ts';
import { createOffice, type Office } from '#tests/make/office.ts';
import { as } from '#tests/make/rows.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { officeHistoryRoutes } from './office-routes.ts';
import { createOwnHistory } from './rate-history.ts';
import { rateHistoryRoutes } from './routes.ts';
import { findCandles } from './store.ts';
import { inventHistory } from './jobs.ts';
import { createCandleWriter, createRatioWriter } from './write-history.ts';

let world: World;
let office: Office;
beforeAll(async () => {
  world = await createWorld();
  office = await createOffice(world, [...rateHistoryRoutes(world.deps), ...officeHistoryRoutes(world.deps)]);
  await world.deps.db.run(sql`delete from rate_snapshots`);
});
afterAll(async () => {
  await office.close();
  await world.close();
});

const publish = async (at: number, roublesPerDollar: number): Promise<void> => {
  const prices = JSON.stringify({ USDT: { usd: '1/1' }, RUB: { usd: `1/${roublesPerDollar}` } });
  await world.deps.db.run(
    sql`insert into rate_snapshots (id, taken_at, is_demo, prices) values (${systemRandom.uuid()}, ${new Date(at)}, false, ${prices})`,
  );
};
const candles = () =>
  world.deps.db.many(
    AnyRow,
    sql`select symbol, step, at, open, high, low, close, opened_at, closed_at from candles order by symbol, step, at`,
  );
const parts = async () =>
  (
    await world.deps.db.many(
      as<{ name: string }>(),
      sql`select relid::text as name from pg_partition_tree('candles') where isleaf order by 1`,
    )
  ).map(({ name }) => name);

it('candles are written once from snapshots, with several processes and repeated reads', async () => {
  const now = world.deps.clock.now();
  for (const [i, price] of [80, 100, 64, 80].entries()) await publish(now - 4 * MINUTE_MS + i * MINUTE_MS, price);
  const [first, second] = [createCandleWriter(world.deps), createCandleWriter(world.deps)];
  const written = await Promise.all([first.turn(), second.turn()]);
  expect(Math.max(...written)).toBe(4);
  const found = await candles();
  expect(await Promise.all([second.turn(), first.turn()])).toEqual([0, 0]);
  await world.deps.db.run(sql`update candle_progress set written_to = 'epoch'`);
  await first.turn();
  expect(await candles()).toEqual(found);
  // A snapshot that became visible after a later one was written
  await publish(now - 30 * SECOND_MS, 80);
  await first.turn();
  await publish(now - 33 * SECOND_MS, 50);
  await publish(now - 20 * SECOND_MS, 125);
  await second.turn();
  const [day] = (await findCandles(world.deps.db, { symbols: ['RUB'], step: 'day', from: 0 })).slice(-1);
  expect(day).toMatchObject({
    high: { num: 1n, den: 50n },
    low: { num: 1n, den: 125n },
    close: { num: 1n, den: 125n },
    closedAt: now - 20 * SECOND_MS,
  });
});

it('partitions are created ahead and dropped when expired; candles of days stay', async () => {
  const writer = createCandleWriter(world.deps);
  await writer.maintainPartitions();
  const before = await parts();
  expect(before.filter((name) => name.startsWith('candles_minute_')).length).toBeGreaterThanOrEqual(2);
  await world.pass(120 * DAY_MS);
  expect(await writer.maintainPartitions()).toBeGreaterThan(3);
  const after = await parts();
  const remaining = before.filter((name) => after.includes(name));
  expect(remaining.every((name) => name.startsWith('candles_day_'))).toBe(true);
  expect(remaining.length).toBeGreaterThan(0);
  // Candles of days are never dropped, whatever the caller asks for
  await world.deps.db.one(AnyRow, sql`select drop_candle_parts('day', 'infinity')`);
  expect(await parts()).toEqual(after);
});

it('a year of candles is one index range', async () => {
  const now = world.deps.clock.now();
  await world.deps.db.run(sql`select make_candle_part('day', ${new Date(now - 365 * DAY_MS)})`);
  await world.deps.db.run(sql`
    insert into candles select symbol, 'day', date_trunc('day', ${new Date(now)}::timestamptz, 'UTC') - n * interval '1 day', n, n, n, n,
      now(), now(), false
    from generate_series(1, 364) n, unnest(array['USDT', 'RUB'] || array(select 'X' || x from generate_series(1, 28) x)) symbol
    on conflict do nothing`);
  await world.database.adminDb.run(sql`analyze candles`);
  const { step, from } = candlesFor('year', now);
  const plan = await world.deps.db.many(
    as<{ 'QUERY PLAN': string }>(),
    sql`explain select * from candles where symbol = any(${['USDT', 'RUB']}) and step = ${step} and at >= ${new Date(from)} order by at`,
  );
  const text = plan.map((row) => row['QUERY PLAN']).join('\n');
  expect(text).toMatch(/(?:Index|Bitmap).* on candles_day_\d{8}_pkey|using candles_day_\d{8}_pkey/);
  expect(text).not.toMatch(/Seq Scan|candles_(?:minute|hour|five)/);
  expect(await findCandles(world.deps.db, { symbols: ['USDT', 'RUB'], step, from })).toHaveLength(2 * 364);
});

it('customers get the history of a pair with an ETag, operators the history of a symbol', async () => {
  const path = '/api/v1/rate_history/SBERRUB/USDTTRC20?period=year';
  const cashier = await office.person('cashier');
  const { one, headers } = await cashier.send<RateHistoryAttributes>('GET', path);
  expect(one.attributes).toMatchObject({ period: 'year', step_ms: DAY_MS, is_demo: false });
  expect(one.attributes.points.at(-1)?.[1]).toBe('1');
  expect((await cashier.send('GET', path, undefined, { 'if-none-match': String(headers['etag']) })).status).toBe(304);
  expect((await cashier.send('GET', '/api/v1/rate_history/SBERRUB/NOBODY')).error).toMatchObject({ code: 'not_found' });
  expect((await cashier.send('GET', '/api/v1/rate_history/SBERRUB/USDTTRC20?period=hour')).status).toBe(400);
  const owner = await office.person('owner');
  const history = await owner.send('GET', '/api/office/v1/market/prices/RUB/history?period=year');
  expect(history.one.attributes).toMatchObject({ symbol: 'RUB', step_ms: DAY_MS });
});

it('a demonstration gets an invented year once; real prices replace it', async () => {
  const ticks: (() => Promise<void>)[] = [];
  const queue = { ...world.deps.queue, every: (_name: string, _ms: number, tick: () => Promise<void>) => void ticks.push(tick) };
  await world.database.adminDb.run(sql`delete from candles`);
  inventHistory({ ...world.deps, queue }, demoSource({ name: 'demo', url: undefined }));
  const [tick] = ticks;
  const days = async () => (await findCandles(world.deps.db, { symbols: ['RUB'], step: 'day', from: 0 })).length;
  const statements = await statementsOf(async () => {
    for (let before = -1; before !== (await days()) || before < 300; ) {
      before = await days();
      for (let i = 0; i < 5; i += 1) await tick?.();
    }
  });
  // A partition is created once: by the day, the week, the month and the year of its step
  const created = statements.filter((text) => text.includes('make_candle_part'));
  expect(created.length).toBeLessThanOrEqual((await parts()).length);
  expect(await days()).toBeGreaterThanOrEqual(365);
  const cashier = await office.person('cashier');
  const attributes = async () =>
    (await cashier.send<RateHistoryAttributes>('GET', '/api/v1/rate_history/USDTTRC20/SBERRUB?period=week')).one.attributes;
  expect(await attributes()).toMatchObject({ is_demo: true, step_ms: HOUR_MS });
  await world.pass(2 * HOUR_MS);
  await world.deps.db.run(sql`delete from rate_snapshots`);
  await publish(world.deps.clock.now(), 80);
  await createCandleWriter(world.deps).turn();
  await world.pass(10 * SECOND_MS);
  expect(await attributes()).toMatchObject({ is_demo: false, points: [[expect.any(String), '80']] });
});

it('our own rate follows from the stored ratios, and has no points while the direction was closed', async () => {
  const { deps } = world;
  await world.prices('90');
  const start = deps.clock.now();
  const priced = (change: number | null) => ({
    ...deps,
    quotes: {
      ...deps.quotes,
      snapshot: () => ({ ...deps.quotes.snapshot(), isDemo: false }) as ReturnType<typeof deps.quotes.snapshot>,
      priceOf(pair: { readonly incomeCode: string; readonly outcomeCode: string }) {
        const found = deps.quotes.priceOf(pair);
        if (change === null || !found.ok) return refuse({ code: 'rate_unavailable' as const });
        const rate = { digits: BigInt(90_000 + change), decimals: 3 };
        return {
          ok: true as const,
          value: { ...found.value, reference: { num: 90n, den: 1n }, bands: [{ ...found.value.bands[0], rate }] as const },
        };
      },
    },
  });
  const turn = async (change: number | null) => await createRatioWriter(priced(change)).turn();
  const open = deps.catalogue.directions().length;
  expect([await turn(-900), await turn(-900), await turn(-860)]).toEqual([open, 0, 0]);
  await world.pass(16 * MINUTE_MS);
  expect([await turn(-890), await turn(900)]).toEqual([0, open]);
  await world.pass(MINUTE_MS);
  expect([await turn(null), await turn(null)]).toEqual([open, 0]);
  const ownHistory = await createOwnHistory(deps)(
    { income: 'USDTTRC20', outcome: 'SBERRUB' },
    {
      period: 'day',
      step_ms: MINUTE_MS,
      as_of: null,
      is_demo: false,
      points: [-2, 0, 10, 14].map((minutes): [string, string] => [toRfc3339(start + minutes * MINUTE_MS), '100']),
    },
  );
  expect(ownHistory).toEqual([0, 10, 14].map((minutes) => [toRfc3339(start + minutes * MINUTE_MS), '99']));
  // Only the last row of an old day stays
  await deps.db.run(sql`update direction_ratios set at = at - interval '10 days'`);
  await createRatioWriter(deps).thin();
  const left = await deps.db.many(
    as<{ ratio_ppm: number | null }>(),
    sql`select ratio_ppm from direction_ratios where outcome_code = 'SBERRUB'`,
  );
  expect(left.at(-1)).toEqual({ ratio_ppm: null });
  expect(left.length).toBeLessThan(3);
});
