import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { CryptoChartAttributes, CryptoStatsAttributes, MarketStatsAttributes } from '#contract/public/crypto-stats.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS, toRfc3339 } from '#core/time.ts';
import { marketStats } from '#server/adapters/market-stats/index.ts';
import { createSource } from '#server/adapters/rate-sources/index.ts';
import { AnyRow, sql } from '#server/platform/db/db.ts';
import { createOffice, type Office, type Person } from '#tests/make/office.ts';
import { as } from '#tests/make/rows.ts';
import { type StatsStandIn, startStatsStandIn } from '#tests/make/stats-stand-in.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { createStatsFetcher } from './fetch-stats.ts';
import { officeCryptoStatsRoutes } from './office-routes.ts';
import { cryptoStatsRoutes } from './routes.ts';
import { claimSource, findSource, releaseSource } from './store.ts';

const LIMITS = { dailyCalls: 1_500 };

let world: World;
let office: Office;
let standIn: StatsStandIn;
let treasurer: Person;
const invented = () => marketStats.demo({ prices: createSource({ name: 'demo', url: undefined }) });
const fetcher = () => createStatsFetcher(world.deps, marketStats.coingecko({ url: standIn.url }), LIMITS);

beforeAll(async () => {
  world = await createWorld();
  standIn = await startStatsStandIn(toRfc3339(world.deps.clock.now()));
  const settings = { name: 'coingecko', isDemo: false, ...LIMITS };
  office = await createOffice(world, [...cryptoStatsRoutes(world.deps, { isOn: true }), ...officeCryptoStatsRoutes(world.deps, settings)]);
  treasurer = await office.person('treasurer');
});
afterEach(() => Object.assign(standIn, { mood: 'well', retryAfter: undefined }));
afterAll(async () => {
  await standIn.close();
  await office.close();
  await world.close();
});

const get = <A>(path: string) => treasurer.send<A>('GET', `/api/v1/crypto_stats/${path}`);
const health = async () => (await treasurer.send<MarketStatsAttributes>('GET', '/api/office/v1/market/statistics')).one.attributes;
const incidents = () =>
  world.deps.db.many(as<{ open: boolean }>(), sql`select closed_at is null as open from incidents where kind = 'market_stats_lost'`);
/** Advances the clock and the provider's prices. */
async function pass(ms: number): Promise<void> {
  await world.pass(ms);
  standIn.updatedAt = toRfc3339(world.deps.clock.now());
}

it('without any answer lists are empty and coins not found, and readers send no request to the provider', async () => {
  expect((await get('top_10')).rows).toEqual([]);
  expect((await get('info/btc')).status).toBe(404);
  expect(standIn.calls).toEqual([]);
  expect(await health()).toMatchObject({ health: 'waiting', answered_at: null, calls_today: 0 });
});

it('one call at a time across processes; charts of exchanged coins after the lists', async () => {
  const [first, second] = [fetcher(), fetcher()];
  await Promise.all([first.turn(), second.turn()]);
  expect(standIn.calls).toHaveLength(1);
  await pass(6 * SECOND_MS);
  const { rows, headers } = await get<CryptoStatsAttributes>('top_15');
  expect(rows.map(({ id }) => id)).toEqual(['BTC', 'ETH', 'USDT']);
  expect(rows[0]?.attributes).toMatchObject({
    symbol: 'BTC',
    price_usd: '97250.5',
    change_24h: '-1.23456',
    change_7d: null,
    is_stale: false,
  });
  expect(headers).toMatchObject({ etag: expect.any(String), 'cache-control': 'public, max-age=15' });
  for (let i = 0; i < 6; i += 1) await first.turn();
  // Only USDT is exchanged here: five periods, the last one requested twice since only a year is free
  expect(standIn.calls.slice(1).map((call) => /coins\/(\w+)\/.*days=(\w+)/.exec(call)?.slice(1).join(' '))).toEqual(
    ['1', '7', '30', '365', 'max', '365'].map((days) => `tether ${days}`),
  );
  // By symbol or by code of a payment system, case-insensitive
  for (const id of ['usdt', 'USDTTRC20', 'usdttrc20']) expect((await get(`info/${id}`)).one.id).toBe('USDT');
  for (const id of ['SBERRUB', 'constructor', '%00', 'DOGE']) expect((await get(`info/${id}`)).status).toBe(404);
});

it('a chart without stored points uses the week of the list, and is fetched next because a reader viewed it', async () => {
  const chart = (await get<CryptoChartAttributes>('charts/eth')).one.attributes;
  expect(chart).toMatchObject({ period: 'day', is_stale: false });
  expect(chart.points.at(-1)).toEqual([chart.as_of, '3412.7']);
  expect(chart.points.length).toBeGreaterThan(20);
  expect((await get<CryptoChartAttributes>('charts/ETH?period=year')).one.attributes).toMatchObject({ as_of: null, points: [] });
  await pass(7 * SECOND_MS);
  const one = fetcher();
  for (let i = 0; i < 2; i += 1) await one.turn();
  expect(standIn.calls.slice(-2).map((call) => /coins\/(\w+)\/.*days=(\w+)/.exec(call)?.slice(1).join(' '))).toEqual([
    'ethereum 1',
    'ethereum 365',
  ]);
  await pass(7 * SECOND_MS);
  expect((await get<CryptoChartAttributes>('charts/ETH?period=year')).one.attributes.points).toHaveLength(365);
  expect((await get('charts/eth?period=decade')).status).toBe(400);
  const pair = (await get<CryptoChartAttributes>('charts/USDTTRC20/SBERRUB?period=week')).one;
  expect(pair).toMatchObject({ type: 'charts', attributes: { period: 'week', points: [] } });
  expect((await get('charts/USDTTRC20/NOSUCH')).status).toBe(404);
});

it('unchanged answers are recognized by their ETag, also in a new process', async () => {
  await world.pass(5 * MINUTE_MS);
  const before = standIn.unchanged;
  const { updatedAt } = standIn;
  await fetcher().turn();
  await world.pass(5 * MINUTE_MS);
  standIn.updatedAt = updatedAt;
  await fetcher().turn();
  expect(standIn.unchanged).toBeGreaterThan(before);
  expect((await findSource(world.deps.db)).failures).toBe(0);
});

it('waits as the provider asks, then twice as long each time; data becomes stale, one incident opens and closes', async () => {
  const one = fetcher();
  await pass(10 * MINUTE_MS);
  Object.assign(standIn, { mood: 429, retryAfter: '900' });
  await one.turn();
  const callCount = standIn.calls.length;
  await world.pass(14 * MINUTE_MS);
  await one.turn();
  expect(standIn.calls).toHaveLength(callCount);
  expect(await health()).toMatchObject({ health: 'failing', failures: 1, last_error: expect.stringContaining('HTTP 429') });
  standIn.retryAfter = undefined;
  for (const minutes of [4, 2, 35, 35]) {
    await world.pass(minutes * MINUTE_MS);
    await one.turn();
  }
  expect(standIn.calls).toHaveLength(callCount + 4);
  const firstRow = (await get<CryptoStatsAttributes>('top_10')).rows[0]?.attributes;
  expect(firstRow).toMatchObject({ price_usd: '97250.5', is_stale: true });
  expect(Date.parse(firstRow?.as_of ?? '')).toBeLessThan(world.deps.clock.now() - HOUR_MS);
  await one.turn();
  expect(await incidents()).toEqual([{ open: true }]);
  expect(await health()).toMatchObject({ health: 'lost', failures: 5 });

  // An operator's request ends the back-off and is not counted twice
  standIn.mood = 'well';
  await pass(0);
  expect((await treasurer.send('POST', '/api/office/v1/market/statistics/ask', {})).status).toBe(200);
  await one.turn();
  await one.turn();
  expect(await incidents()).toEqual([{ open: false }]);
  await world.pass(6 * SECOND_MS);
  expect((await get<CryptoStatsAttributes>('top_10')).rows[0]?.attributes.is_stale).toBe(false);
  expect(await world.deps.db.many(AnyRow, sql`select action from audit_log where action = 'ask_market_stats'`)).toHaveLength(1);
  const support = await office.person('support');
  expect((await support.send('POST', '/api/office/v1/market/statistics/ask', {})).status).toBe(403);
});

it('the claim of a process that died expires after half a minute', async () => {
  const now = world.deps.clock.now();
  await claimSource(world.deps.db, { now, until: now + 30 * SECOND_MS });
  await pass(20 * SECOND_MS);
  const before = standIn.calls.length;
  await fetcher().turn();
  expect(standIn.calls).toHaveLength(before);
  await pass(10 * MINUTE_MS);
  await fetcher().turn();
  expect(standIn.calls).toHaveLength(before + 1);
  await releaseSource(world.deps.db);
});

it('demo data is deleted when a real provider answers', async () => {
  await createStatsFetcher(world.deps, invented(), LIMITS).turn();
  await pass(10 * MINUTE_MS);
  await createStatsFetcher(world.deps, invented(), LIMITS).turn();
  await world.pass(6 * SECOND_MS);
  const demo = (await get<CryptoStatsAttributes>('top_15')).rows;
  expect(demo).toHaveLength(15);
  expect(demo.every(({ attributes }) => attributes.is_demo)).toBe(true);
  await pass(10 * MINUTE_MS);
  await fetcher().turn();
  await world.pass(6 * SECOND_MS);
  expect((await get<CryptoStatsAttributes>('top_15')).rows.map(({ id, attributes }) => [id, attributes.is_demo])).toEqual([
    ['BTC', false],
    ['ETH', false],
    ['USDT', false],
  ]);
});

it('returns nothing when switched off', async () => {
  const off = await createOffice(world, cryptoStatsRoutes(world.deps, { isOn: false }));
  const anybody = await off.person('support');
  expect((await anybody.send('GET', '/api/v1/crypto_stats/top_10')).rows).toEqual([]);
  expect((await anybody.send('GET', '/api/v1/crypto_stats/charts/BTC')).status).toBe(404);
  await off.close();
});
