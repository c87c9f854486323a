import { afterEach, describe, expect, it } from 'vitest';
import { compare, fraction, fromPpm, multiply, subtract } from '#core/money/fraction.ts';
import { KNOWN_SOURCES } from '#contract/office/catalogue/rate-source-choice.ts';
import { EXCHANGE_STAND_INS, type StandInName } from '#tests/make/rate-protocols.ts';
import { type RateStandIn, startStandIn } from '#tests/make/rate-stand-ins.ts';
import { createSource, rateSources } from './index.ts';
import type { SourceQuote } from './port.ts';

const NOW = Date.now();
const SYMBOLS = new Set(['USD', 'USDT', 'EUR', 'RUB', 'BTC', 'ETH', 'LTC', 'TRX', 'GRAM']);
/** All sources except the demo source and the owner's list. */
const OUTSIDE: readonly StandInName[] = [...EXCHANGE_STAND_INS, 'cbr', 'ecb', 'coingecko', 'own'];

let standIn: RateStandIn | undefined;
afterEach(async () => {
  await standIn?.close();
  standIn = undefined;
});

async function started(name: StandInName) {
  standIn = await startStandIn(name);
  const source = createSource({ name, url: name === 'own' ? `${standIn.url}/prices.json` : standIn.url });
  return { standIn, source };
}
const pairOf = ({ base, quote }: SourceQuote): string => `${base}/${quote}`;

it('has a stub server for every external source', () => {
  expect(['demo', ...OUTSIDE].toSorted()).toEqual([...KNOWN_SOURCES, 'own'].toSorted());
});

// One suite for every source, against a stand-in server
describe.each(OUTSIDE)('rate source %s', (name) => {
  it('returns exact quotes of the requested symbols only', async () => {
    const { standIn: server, source } = await started(name);
    expect(source.name).toBe(name);
    const before = Date.now();
    const quotes = (await source.read(SYMBOLS, before)) ?? [];
    const pairNames = server.pairs.map(({ base, quote }) => `${base}/${quote}`);
    expect(quotes.map(pairOf).toSorted()).toEqual(pairNames.toSorted());
    for (const quote of quotes) {
      const pair = server.pairs.find((one) => `${one.base}/${one.quote}` === pairOf(quote));
      const [bid, ask] = [pair?.bid ?? '', pair?.ask ?? ''].map((text) =>
        fraction(BigInt(text.replace('.', '')), 10n ** BigInt(text.split('.')[1]?.length ?? 0)),
      );
      expect([quote.bid, quote.ask]).toEqual([bid, ask]);
      expect(before - quote.at).toBeLessThan(source.maxAgeMs);
    }
    const strangers = await source.read(new Set(['NOSUCH', 'constructor']), before).catch(() => []);
    expect((strangers ?? []).map(pairOf)).not.toContain('BTC/USDT');
  });

  it.each<[string, (server: RateStandIn) => void]>([
    ['a page', (server) => (server.mood = 'html')],
    ['an error', (server) => (server.mood = 500)],
  ])('fails at %s and works again afterwards', async (_, spoil) => {
    const { standIn: server, source } = await started(name);
    spoil(server);
    await expect(source.read(SYMBOLS, NOW)).rejects.toThrow();
    server.mood = 'well';
    expect(await source.read(SYMBOLS, NOW)).not.toHaveLength(0);
  });
});

describe('malformed numbers', () => {
  it.each(['-97250.1', 'NaN', '', 'many', '0'])('a pair with the bid "%s" is skipped', async (bid) => {
    const { standIn: server, source } = await started('okx');
    server.pairs = server.pairs.map((pair) => (pair.base === 'BTC' ? { ...pair, bid } : pair));
    expect((await source.read(SYMBOLS, NOW))?.map(pairOf)).not.toContain('BTC/USDT');
  });

  it('a bid above the ask and an empty market are returned unmodified', async () => {
    const { standIn: server, source } = await started('gate');
    server.pairs = [{ base: 'BTC', quote: 'USDT', bid: '5', ask: '4', volume: '0' }];
    expect(await source.read(SYMBOLS, NOW)).toMatchObject([{ bid: fraction(5n, 1n), ask: fraction(4n, 1n), volume: fraction(0n, 1n) }]);
  });

  it('a number with many digits is read exactly', async () => {
    const { standIn: server, source } = await started('htx');
    server.pairs = [{ base: 'BTC', quote: 'USDT', bid: '97250.123456789012345678', ask: '97251', volume: '1' }];
    expect(await source.read(SYMBOLS, NOW)).toMatchObject([{ bid: fraction(97_250_123_456_789_012_345_678n, 10n ** 18n) }]);
  });
});

it('an unchanged table is requested with validators and not sent again', async () => {
  const { standIn: server, source } = await started('cbr');
  expect(await source.read(SYMBOLS, NOW)).toHaveLength(2);
  expect(await source.read(SYMBOLS, NOW)).toBeUndefined();
  expect(server.calls).toEqual({ all: 2, unchanged: 1 });
});

describe('the demo source', () => {
  const source = rateSources.demo({ name: 'demo', url: undefined });
  const coins = new Set(['RUB', 'EUR', 'KZT', 'USDT', 'BTC', 'ETH', 'XMR']);

  it('is marked as demo, and has every symbol of the demo catalogue', async () => {
    expect(source.isDemo).toBe(true);
    expect((await source.read(coins, NOW))?.map(({ base }) => base)).toEqual([...coins]);
    expect(await source.read(new Set(['NO_SUCH_SYMBOL', 'constructor']), NOW)).toEqual([]);
  });

  it('is a pure function of symbol and time', async () => {
    expect(await source.read(coins, NOW)).toEqual(await rateSources.demo({ name: 'demo', url: undefined }).read(coins, NOW));
  });

  it('moves like a market: a little every few seconds, noticeably in a day, never far', async () => {
    const start = 1_800_000_000_000;
    const priceOf = async (at: number) => {
      const [price] = (await source.read(new Set(['BTC']), at)) ?? [];
      if (!price) throw new Error('no price');
      return price.bid;
    };
    const first = await priceOf(start);
    let [low, high, before] = [first, first, first];
    for (let i = 1; i <= 2_000; i += 1) {
      const usd = await priceOf(start + i * 3_000);
      const moved = compare(usd, before) > 0 ? subtract(usd, before) : subtract(before, usd);
      expect(compare(moved, multiply(before, fromPpm(2_000)))).toBe(-1);
      if (compare(usd, low) < 0) low = usd;
      if (compare(usd, high) > 0) high = usd;
      before = usd;
    }
    const range = subtract(high, low);
    expect(compare(range, multiply(first, fromPpm(5_000)))).toBe(1);
    expect(compare(range, multiply(first, fromPpm(70_000)))).toBe(-1);
    expect(compare(await priceOf(start + 3_000), first)).not.toBe(0);
  });
});
