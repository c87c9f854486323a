import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Fraction } from '#core/money/fraction.ts';
import { isWithin } from '#core/pricing/median.ts';
import { pricesFromJson } from '#server/market/snapshot.ts';
import { createProduct, type Product, type ProductProcess, until } from '#tests/make/product.ts';
import { startStandIns } from '#tests/make/rate-stand-ins.ts';
import { as } from '#tests/make/rows.ts';

const startAll = () => startStandIns('binance', 'okx', 'gate', 'cbr');

let product: Product;
let sources: Awaited<ReturnType<typeof startAll>>;
let processes: ProductProcess[];

beforeAll(async () => {
  sources = await startAll();
  product = await createProduct();
  const env = { RATE_SOURCES: 'binance,okx,gate,cbr', RATE_SOURCE_URLS: sources.urls };
  // The first reads the sources
  processes = [await product.start(env), await product.start(env)];
});
afterAll(async () => {
  await product.close();
  await sources.close();
});

interface Published {
  readonly at: number;
  readonly prices: ReadonlyMap<string, Fraction>;
  readonly btc: Fraction | undefined;
}

/** Every set of prices since a time of the database, oldest first. */
async function publishedSince(at: number): Promise<readonly Published[]> {
  const rows = await product.database.db.many(
    as<{ taken_at: Date; prices: unknown }>(),
    sql`select taken_at, prices from rate_snapshots where taken_at > ${new Date(at)} order by taken_at`,
  );
  return rows.map((row) => {
    const prices = pricesFromJson(row.prices);
    return { at: row.taken_at.getTime(), prices, btc: prices.get('BTC') };
  });
}
async function newest(): Promise<Published> {
  const found = (await publishedSince(0)).at(-1);
  if (!found) throw new Error('no prices');
  return found;
}
const requestQuote = (app: ProductProcess) => {
  const attributes = { income_payment_system_id: 'BTC', outcome_payment_system_id: 'SBERRUB', income_amount: '0.01' };
  return app.api.call('POST', '/api/v1/rate_calculations/from_income', { type: 'rate_calculations', attributes });
};
const openSubjects = async (kind: string) =>
  (
    await product.database.db.many(as<{ subject: string }>(), sql`select subject from incidents where kind = ${kind} and closed_at is null`)
  ).map(({ subject }) => subject);

/** Prices of the faulty source for each coin: ten times, a tenth, zero, not a number, an inverted order book. */
const LIES: Readonly<Record<string, readonly [bid: string, ask: string]>> = {
  BTC: ['972501', '972503'],
  ETH: ['341.2', '341.3'],
  TRX: ['0', '0'],
  EUR: ['-1', 'NaN'],
  LTC: ['0.0011', '0.0009'],
};

it('a source with tenfold or tenth prices, invalid numbers, a page, an error or no answer changes no price and delays no other', async () => {
  const before = await newest();
  const honest = sources.gate.pairs;
  sources.gate.pairs = honest.map((pair) => {
    const [bid, ask] = LIES[pair.base] ?? [pair.bid, pair.ask];
    return { ...pair, bid, ask };
  });
  await sleep(4_500);
  for (const mood of ['html', 500, 'hang'] as const) {
    sources.gate.mood = mood;
    await sleep(3_500);
  }
  const published = await publishedSince(before.at);
  expect(published.length).toBeGreaterThan(0);
  const moved = Object.keys(LIES).filter((symbol) => {
    const was = before.prices.get(symbol);
    return published.some(({ prices }) => {
      const is = prices.get(symbol);
      return !was || !is || !isWithin(is, was, 5_000);
    });
  });
  expect(moved).toEqual([]);
  expect(sources.gate.calls.all).toBeGreaterThan(4);
  sources.gate.pairs = honest;
});

it('a dead source closes its directions within ten seconds and reopens them when it returns, with an incident that ends', async () => {
  // Two of three sources fail: one source alone is not enough
  const { now: diedAt } = await product.database.db.one(as<{ now: Date }>(), sql`select now() as now`);
  sources.okx.mood = 'html';
  await until(async () => expect((await newest()).btc).toBeUndefined(), 20_000);
  const closed = (await publishedSince(diedAt.getTime())).find(({ btc }) => !btc);
  expect((closed?.at ?? Infinity) - diedAt.getTime()).toBeLessThan(11_000);
  await until(
    async () => expect((await requestQuote(processes[0] as ProductProcess)).errors.map(({ code }) => code)).toEqual(['rate_unavailable']),
    5_000,
  );
  expect(await openSubjects('price_missing')).toContain('BTC');
  sources.okx.mood = 'well';
  sources.gate.mood = 'well';
  await until(async () => expect((await newest()).btc).toBeDefined(), 20_000);
  await until(async () => expect(await openSubjects('price_missing')).not.toContain('BTC'), 5_000);
});

it('both processes quote the same, and when the one that reads sources is killed the other takes over before any price is stale', async () => {
  await until(async () => {
    const [one, other] = await Promise.all(processes.map(requestQuote));
    expect(one?.status).toBe(200);
    expect(one?.resource().attributes['outcome_amount']).toBe(other?.resource().attributes['outcome_amount']);
  }, 20_000);
  sources.binance.pairs = sources.binance.pairs.map((pair) => (pair.base === 'BTC' ? { ...pair, bid: '97251.9', ask: '97252.5' } : pair));
  const { at } = await newest();
  await processes[0]?.kill();
  await until(async () => expect((await newest()).at).toBeGreaterThan(at + 10_000), 40_000);
  const published = [at, ...(await publishedSince(at)).map((one) => one.at)];
  const gaps = published.slice(1).map((one, n) => one - (published[n] ?? one));
  expect(Math.max(...gaps)).toBeLessThan(25_000);
  expect((await requestQuote(processes[1] as ProductProcess)).status).toBe(200);
}, 120_000);
