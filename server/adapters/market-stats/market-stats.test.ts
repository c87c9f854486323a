import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HISTORY_PERIODS } from '#core/history/period.ts';
import { createSource } from '#server/adapters/rate-sources/index.ts';
import { type StatsStandIn, startStatsStandIn } from '#tests/make/stats-stand-in.ts';
import { marketStats } from './index.ts';
import { parseChart, parseCoins } from './coingecko.ts';
import { StatsUnavailable } from './port.ts';

const UPDATED = '2026-11-22T06:00:00.000Z';
const NOW = Date.parse(UPDATED) + 30_000;
const OURS = new Set(['BTC', 'LTC', 'USDT', 'RUB']);

let standIn: StatsStandIn;
beforeAll(async () => {
  standIn = await startStatsStandIn(UPDATED);
});
afterAll(() => standIn.close());
beforeEach(() => {
  Object.assign(standIn, { mood: 'well', retryAfter: undefined, isFree: true });
});
const outside = () => marketStats.coingecko({ url: standIn.url });

// One suite for every source: demo data has the same properties
describe.each([
  ['coingecko', outside],
  ['demo', () => marketStats.demo({ prices: createSource({ name: 'demo', url: undefined }) })],
] as const)('%s', (_, create) => {
  it('returns the largest coins with decimal texts, each symbol once', async () => {
    const answer = await create().top({ ourSymbols: OURS, etag: null, now: NOW });
    if (answer.kind !== 'changed') throw new Error('no data');
    expect(answer.value.length).toBeGreaterThanOrEqual(3);
    expect(new Set(answer.value.map(({ symbol }) => symbol)).size).toBe(answer.value.length);
    for (const coin of answer.value) {
      expect(coin.priceUsd).toMatch(/^\d+(\.\d+)?$/);
      expect(coin.change24h).toMatch(/^-?\d+(\.\d+)?$/);
      expect(coin.week).toHaveLength(168);
      expect(coin.asOf).toBeLessThanOrEqual(NOW);
    }
    expect(answer.value.map(({ rank }) => rank)).toEqual(answer.value.map((__, i) => i + 1));
  });

  it.each(HISTORY_PERIODS)('returns a chart of %s, ascending, up to now', async (period) => {
    const answer = await create().chart({ symbol: 'BTC', coinId: 'bitcoin', period, etag: null, now: NOW });
    if (answer?.kind !== 'changed') throw new Error('no data');
    const moments = answer.value.map(({ at }) => at);
    expect(moments.length).toBeGreaterThan(100);
    expect(moments).toEqual(moments.toSorted((a, b) => a - b));
    expect(Math.max(...moments)).toBeLessThanOrEqual(NOW);
  });
});

describe('CoinGecko’s protocol', () => {
  it('is requested with the last ETag, and with the query of the base URL', async () => {
    const source = marketStats.coingecko({ url: `${standIn.url}/?x_cg_demo_api_key=secret-key` });
    const first = await source.top({ ourSymbols: OURS, etag: null, now: NOW });
    const etag = first.kind === 'changed' ? first.etag : null;
    expect(await source.top({ ourSymbols: OURS, etag, now: NOW })).toEqual({ kind: 'unchanged' });
    expect(standIn.calls.at(-1)).toMatch(
      /^\/api\/v3\/coins\/markets\?x_cg_demo_api_key=secret-key&.*price_change_percentage=1h%2C24h%2C7d/,
    );
    standIn.mood = 500;
    await expect(source.top({ ourSymbols: OURS, etag: null, now: NOW })).rejects.not.toThrow(/secret-key/);
  });

  it.each([
    ['120', 120_000],
    ['Sun, 22 Nov 2026 06:10:30 GMT', 600_000],
    ['soon', null],
    ['999999999', 86_400_000],
  ] as const)('reads from Retry-After %s how long to wait', async (retryAfter, retryAfterMs) => {
    Object.assign(standIn, { mood: 429, retryAfter });
    await expect(outside().coins({ symbols: OURS, etag: null, now: NOW })).rejects.toMatchObject({ retryAfterMs });
  });

  it.each(['html', 'huge', 500, 302, 204] as const)('with the response %s is unavailable, not a fault', async (mood) => {
    standIn.mood = mood;
    await expect(outside().top({ ourSymbols: OURS, etag: null, now: NOW })).rejects.toBeInstanceOf(StatsUnavailable);
  });

  it('on the free plan gives one year instead of all; an unknown coin has no chart', async () => {
    const source = outside();
    const ask = (coinId: string) => source.chart({ symbol: 'BTC', coinId, period: 'all', etag: null, now: NOW });
    expect(await ask('bitcoin')).toMatchObject({ kind: 'changed', value: { length: 365 } });
    expect(await ask('none')).toBeUndefined();
    expect(standIn.calls.slice(-1)[0]).toContain('days=365');
    standIn.isFree = false;
    expect(await outside().chart({ symbol: 'BTC', coinId: 'bitcoin', period: 'all', etag: null, now: NOW })).toMatchObject({
      value: { length: 4_000 },
    });
  });

  it('is parsed as text: invisible characters are removed, unreadable coins and other coins with our symbols are skipped', () => {
    const coin = { id: 'bitcoin', symbol: 'btc', name: 'Bit\u202Ecoin<b>', current_price: 1e-8, last_updated: 'never' };
    const parsed = parseCoins(
      JSON.stringify([
        coin,
        { ...coin, id: 'bitcoin-2', symbol: 'BTC', name: 'Bitcoin' },
        { ...coin, id: 'x', symbol: '<script>' },
        { ...coin, id: 'zero', symbol: 'zero', current_price: 0 },
        { ...coin, id: 'hype', symbol: 'hype', name: 'Hype', current_price: 31.12345678901234, price_change_percentage_24h: -0 },
        'nonsense',
      ]),
      OURS,
      NOW,
    );
    expect(parsed).toMatchObject([
      { symbol: 'BTC', name: 'Bitcoin<b>', priceUsd: '0.00000001', asOf: NOW, week: [], rank: null },
      { symbol: 'HYPE', change24h: '0' },
    ]);
    expect(() => parseCoins('[{}]', OURS, NOW)).toThrow();
    expect(() => parseCoins('{}', OURS, NOW)).toThrow();
    const prices = [[NOW, 2], [NOW - 1, 1], [NOW, 3], ['x', 1], [NOW + 1e12, 9], [NOW - 2, 'x'], []];
    expect(parseChart(JSON.stringify({ prices }), NOW)).toEqual([
      { at: NOW - 1, price: '1' },
      { at: NOW, price: '3' },
    ]);
  });
});
