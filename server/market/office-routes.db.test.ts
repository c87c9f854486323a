import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type {
  MarketPriceAttributes,
  RateEvidenceAttributes,
  RateSourceAttributes,
  RateSourceChoiceAttributes,
} from '#contract/office/catalogue/market.ts';
import type { ChangeAttributes, ChangeItemDocument } from '#contract/office/catalogue/changes.ts';
import { fraction } from '#core/money/fraction.ts';
import { NO_CONDITIONS } from '#core/pricing/price-terms.ts';
import { SECOND_MS } from '#core/time.ts';
import { officeChangeRoutes } from '#server/changes/office-routes.ts';
import { AnyRow, sql } from '#server/platform/db/db.ts';
import { as } from '#tests/make/rows.ts';
import { createOffice, type Office, type Person } from '#tests/make/office.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { officeMarketRoutes } from './office-routes.ts';
import { createMarket, type Market } from './run-market.ts';

const MARKET = '/api/office/v1/market';

let world: World;
let office: Office;
let treasurer: Person;
let owner: Person;
let market: Market;
let usd = fraction(2n, 1n);
/** Time of the last request to the source. */
let askedAt = 0;
let now = 0;

beforeAll(async () => {
  world = await createWorld();
  now = world.deps.clock.now();
  await world.order();
  // The prices that `createWorld` stores have no source
  await world.database.adminDb.run(sql`delete from rate_snapshots`);
  const deps = { ...world.deps, clock: { now: () => now } };
  office = await createOffice(world, [...officeMarketRoutes(deps), ...officeChangeRoutes(deps)]);
  treasurer = await office.person('treasurer');
  owner = await office.person('owner');
  market = createMarket(
    { ...deps, conditionsAt: () => NO_CONDITIONS },
    {
      environment: { names: [], urls: {} },
      fallback: ['demo'],
      create: ({ name }) => ({
        name,
        isDemo: false,
        kind: 'market',
        intervalMs: 10,
        deadlineMs: SECOND_MS,
        maxAgeMs: 10 * SECOND_MS,
        async read(symbols, at) {
          askedAt = at;
          return [...symbols].map((base) => ({ base, quote: 'USD', bid: usd, ask: usd, volume: null, at }));
        },
      }),
    },
  );
  await market.begin();
});
afterAll(async () => {
  await market.stop();
  await office.close();
  await world.close();
});

const choice = async () => (await treasurer.send<RateSourceChoiceAttributes>('GET', `${MARKET}/source_choice`)).one.attributes;
const priceOf = async (symbol: string) => (await treasurer.send<MarketPriceAttributes>('GET', `${MARKET}/prices/${symbol}`)).one.attributes;
/** Advances the clock, waits until the source was read, then runs one turn. */
async function advance(): Promise<void> {
  now += 4 * SECOND_MS;
  await sleep(50);
  // The timeout allows for a busy machine
  await vi.waitFor(() => expect(askedAt).toBe(now), { timeout: 20_000, interval: 5 });
  await setImmediate();
  await market.turn();
}

test('prices come with their evidence, now and by the snapshot id of an order', async () => {
  const price = await priceOf('RUB');
  expect(price).toMatchObject({
    usd: '2',
    origin: 'markets',
    sources_used: 1,
    sources_dropped: 0,
    said: [{ source: 'demo', path: ['RUB/USD'], dropped: null }],
    rule: { min_sources: 2, band_ppm: 30_000 },
    rule_changed: [],
    fixed: null,
  });
  const { rows } = await treasurer.send<MarketPriceAttributes>('GET', `${MARKET}/prices?sort=symbol`);
  expect(rows.map(({ id }) => id)).toEqual(['BTC', 'EUR', 'RUB', 'USD', 'USDT']);
  const evidence = await treasurer.send<RateEvidenceAttributes>('GET', `${MARKET}/evidence/${price.snapshot_id}`);
  expect(evidence.one.attributes.prices.find(({ symbol }) => symbol === 'RUB')).toMatchObject({ usd: '2', said: price.said });
  expect((await treasurer.send('GET', `${MARKET}/prices/NOSUCH`)).status).toBe(404);
  expect((await treasurer.send('GET', `${MARKET}/evidence/nothing`)).status).toBe(404);
});

test('a choice of sources applies without a restart, is validated and audited, and refuses an outdated version', async () => {
  const { names: inUse, version, known } = await choice();
  expect(version).toBe(0);
  expect(inUse).toEqual(['demo']);
  expect(known).toContain('binance');
  const choose = (names: readonly string[], from = version, urls = {}) =>
    owner.send<RateSourceChoiceAttributes>('PUT', `${MARKET}/source_choice`, { names, urls, version: from });
  for (const [name, message] of [
    ['nosuch', 'nosuch'],
    ['own=ftp://x', 'ftp://x'],
    ['own=file:/etc/passwd', 'file:/etc/passwd'],
    ['Own=https://x.test', 'Own'],
  ] as const) {
    const refused = await choose([name]);
    expect(refused).toMatchObject({ status: 422, error: { code: 'invalid_format', source: { pointer: '/data/attributes/names' } } });
    expect(refused.error.detail).toContain(message);
  }
  expect(await choose(['okx'], version, { okx: 'javascript:1' })).toMatchObject({ status: 422 });
  const [one, other] = await Promise.all([choose(['okx', 'own=https://list.test/prices?key=canary']), choose(['cbr'])]);
  expect(new Set([one.status, other.status])).toEqual(new Set([200, 409]));
  if (other.status === 200) expect((await choose(['okx', 'own=https://list.test/prices?key=canary'], 1)).status).toBe(200);
  // An address decides the price: operators other than the owner choose among known sources only
  const by = async (names: readonly string[]) =>
    await treasurer.send('PUT', `${MARKET}/source_choice`, { names, urls: {}, version: (await choice()).version });
  expect(await by(['okx', 'own=https://mine.test/prices'])).toMatchObject({ status: 403, error: { code: 'access_denied' } });
  expect((await by(['cbr', 'own=https://list.test/prices?key=canary'])).status).toBe(200);
  expect((await by(['okx', 'own=https://list.test/prices?key=canary'])).status).toBe(200);
  await advance();
  await advance();
  const sources = await treasurer.send<RateSourceAttributes>('GET', `${MARKET}/sources`);
  expect(sources.rows.map(({ id, attributes }) => [id, attributes.health, attributes.chosen_by])).toEqual([
    ['okx', 'live', 'office'],
    ['own', 'live', 'office'],
  ]);
  expect(sources.rows[0]?.attributes).toMatchObject({ used_ppm: 1_000_000, failures: 0, last_error: null });
  const lines = await world.deps.db.many(AnyRow, sql`select detail::text as detail from audit_log where action = 'choose_rate_sources'`);
  expect(lines.length).toBeGreaterThan(0);
  expect(JSON.stringify(lines)).not.toContain('canary');
});

test('a jump is confirmed by its level, with a note', async () => {
  usd = fraction(5n, 1n);
  await advance();
  const jumped = await priceOf('RUB');
  expect(jumped).toMatchObject({ usd: null, reason: 'jump', level: '5' });
  const confirm = (level: string, note: string, person = treasurer) => person.send('POST', `${MARKET}/prices/RUB/confirm`, { level, note });
  expect(await confirm('5', ' ')).toMatchObject({ status: 422, error: { code: 'required' } });
  expect(await confirm('many', 'news')).toMatchObject({ status: 422, error: { code: 'invalid_format' } });
  expect(await confirm('6', 'news')).toMatchObject({ status: 409, error: { code: 'edit_conflict' } });
  expect(await confirm('5', 'news', await office.person('support'))).toMatchObject({ status: 403 });
  expect((await confirm('5', 'news')).status).toBe(200);
  await advance();
  expect(await priceOf('RUB')).toMatchObject({ usd: '5', reason: null });
  expect(await confirm('5', 'news')).toMatchObject({ status: 409 });
});

test('a rule and a fixed price change through `changes`, apply at once, and end when they are removed', async () => {
  const submit = (items: readonly ChangeItemDocument[]) =>
    treasurer.send<ChangeAttributes>('POST', '/api/office/v1/changes', { items, note: 'why' });
  const byHand = (price: string, more: object = {}): ChangeItemDocument => {
    const after = { symbol: 'RUB', base: 'RUB', quote: 'USD', price, until: new Date(now + 60_000).toISOString(), ...more };
    return { entity: 'fixed_price', key: 'RUB', before: null, after };
  };
  const rule: ChangeItemDocument = { entity: 'symbol_rule', key: 'RUB', before: null, after: { symbol: 'RUB', bandPpm: 10_000 } };
  for (const wrong of [byHand('0'), byHand('five'), byHand('5', { quote: 'GRAM' }), { ...rule, after: { symbol: 'RUB', bandPpm: 0 } }])
    expect((await submit([wrong])).status).toBe(422);
  // The market price is 5: a price this far away needs a second person
  expect((await submit([byHand('5.5')])).one.attributes).toMatchObject({ state: 'waiting' });
  const done = await submit([byHand('5.1'), rule]);
  expect(done.one.attributes).toMatchObject({ state: 'applied' });
  now += 2 * SECOND_MS;
  await advance();
  expect(await priceOf('RUB')).toMatchObject({
    usd: '5.1',
    origin: 'fixed',
    fixed: { price: '5.1' },
    rule: { band_ppm: 10_000, min_sources: 2 },
    rule_changed: ['band_ppm'],
  });
  expect((await treasurer.send('POST', `/api/office/v1/changes/${done.one.id}/roll_back`, { note: 'back' })).status).toBe(200);
  now += 2 * SECOND_MS;
  await advance();
  expect(await priceOf('RUB')).toMatchObject({ usd: '5', origin: 'markets', fixed: null, rule_changed: [] });
  await submit([byHand('5.1')]);
  now += 70 * SECOND_MS;
  await advance();
  expect(await priceOf('RUB')).toMatchObject({ origin: 'markets', fixed: null });
});

test('a price off the market needs two people, in one step or in several', async () => {
  const price = async (change: Partial<{ symbol: string; price: string }>, before: object | null = null) => {
    const after = { symbol: 'RUB', base: 'RUB', quote: 'USD', price: '5.1', until: new Date(now + 60_000).toISOString(), ...change };
    const item = { entity: 'fixed_price', key: after.symbol, before, after: { ...after, base: after.symbol } };
    const { one } = await treasurer.send<ChangeAttributes>('POST', '/api/office/v1/changes', { items: [item], note: 'why' });
    return { after: item.after, told: [one.attributes.state, ...one.attributes.guards.map(({ guard }) => guard)] };
  };
  const [{ until } = { until: '' }] = await world.deps.db.many(as<{ until: Date }>(), sql`select until from fixed_prices`);
  const first = await price({}, { price: '5.1', until: new Date(until).toISOString() });
  expect(first.told).toEqual(['applied']);
  now += 2 * SECOND_MS;
  await advance();
  expect(await priceOf('RUB')).toMatchObject({ usd: '5.1', origin: 'fixed' });
  expect((await price({ price: '5.2' }, { price: '5.1', until: first.after.until })).told).toEqual(['waiting', 'rate_off_market']);
  expect((await price({ symbol: 'XAU', price: '99999' })).told).toEqual(['waiting', 'unconfirmed_price']);
  const rule = async (members: object) => {
    const item = { entity: 'symbol_rule', key: 'BTC', before: null, after: { symbol: 'BTC', ...members } };
    const { one } = await treasurer.send<ChangeAttributes>('POST', '/api/office/v1/changes', { items: [item], note: 'why' });
    return one.attributes.guards.map(({ guard }) => guard);
  };
  for (const weaker of [{ bandPpm: 200_000 }, { jumpPpm: 900_000 }, { minSources: 1 }, { sources: ['own'] }])
    expect(await rule(weaker)).toEqual(['unconfirmed_price']);
  expect(await rule({ bandPpm: 10_000, minSources: 3 })).toEqual([]);
});

test('support reads, customers and guests see nothing', async () => {
  expect((await (await office.person('support')).send('GET', `${MARKET}/prices`)).status).toBe(200);
  expect((await (await office.person('customer')).send('GET', `${MARKET}/sources`)).status).toBe(403);
  expect((await office.guest.send('GET', `${MARKET}/prices`)).status).toBe(401);
  expect(await (await office.person('support')).send('PUT', `${MARKET}/source_choice`, { names: [], urls: {}, version: 9 })).toMatchObject({
    status: 403,
  });
});
