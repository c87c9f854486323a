import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare, fraction, multiply, ONE, ZERO, type Fraction } from '#core/money/fraction.ts';
import { combineSources, type CombineInput } from './combine-sources.ts';
import { isWithin, median } from './median.ts';
import type { Reading, SourceKind } from './reading.ts';
import { defaultRule } from './symbol-rules.ts';

const NOW = 1_800_000_000_000;
const MINUTE = 60_000;
const RULE = defaultRule('BTC');

const decimal = (text: string): Fraction => {
  const [whole = '', decimals = ''] = text.split('.');
  return fraction(BigInt(whole + decimals), 10n ** BigInt(decimals.length));
};
const reading = (source: string, pair: string, price: string | Fraction, change: Partial<Reading> = {}): Reading => {
  const [base = '', quote = ''] = pair.split('/');
  const value = typeof price === 'string' ? decimal(price) : price;
  return { source, kind: 'market', base, quote, bid: value, ask: value, volume: null, at: NOW, maxAgeMs: 30_000, ...change };
};
const daily = (source: string, pair: string, price: string) =>
  reading(source, pair, price, { kind: 'reference', maxAgeMs: 10 * 86_400_000 });

function combine(readings: readonly Reading[], change: Partial<CombineInput> = {}) {
  const kinds = new Map<string, SourceKind>(readings.map(({ source, kind }) => [source, kind]));
  const empty = { rules: new Map(), fixed: new Map(), confirmed: new Map(), memory: new Map() };
  const sources = Array.from(kinds, ([name, kind]) => ({ name, kind }));
  return combineSources({ symbols: ['BTC'], readings, sources, ...empty, now: NOW, ...change });
}
const usdOf = (readings: readonly Reading[], symbol = 'BTC', change: Partial<CombineInput> = {}) =>
  combine(readings, { symbols: [symbol], ...change }).prices.get(symbol)?.usd;
const [A, B] = [reading('a', 'BTC/USD', '100000'), reading('b', 'BTC/USD', '100100')];

describe('the market price', () => {
  it('is the median of sources that agree, each with the middle of bid and ask', () => {
    const c = reading('c', 'BTC/USD', '1', { bid: decimal('100400'), ask: decimal('100600') });
    const { prices, missing } = combine([A, B, c]);
    expect(prices.get('BTC')).toMatchObject({ usd: decimal('100100'), origin: 'markets' });
    expect(prices.get('BTC')?.candidates.map(({ source, usd, dropped }) => [source, usd, dropped])).toEqual([
      ['a', decimal('100000'), null],
      ['b', decimal('100100'), null],
      ['c', decimal('100500'), null],
    ]);
    expect(missing).toEqual([]);
  });

  it.each<[string, string, Partial<Reading>]>([
    ['ten times', 'outside_band', { bid: decimal('1000000'), ask: decimal('1000000') }],
    ['a tenth', 'outside_band', { bid: decimal('10000'), ask: decimal('10000') }],
    ['zero', 'not_positive', { bid: ZERO }],
    ['an hour-old price', 'stale', { at: NOW - 60 * MINUTE }],
    ['a price of the future', 'ahead', { at: NOW + MINUTE }],
    ['swapped bid and ask', 'crossed_book', { bid: decimal('100200'), ask: decimal('99900') }],
    ['an order book without trades', 'no_volume', { volume: ZERO }],
    ['a spread from half to double', 'wide_spread', { bid: decimal('50000'), ask: decimal('200000') }],
  ])('equals the other two sources when one of three quotes %s (R26)', (_, why, change) => {
    const liar = reading('c', 'BTC/USD', '100050', change);
    const price = combine([A, B, liar]).prices.get('BTC');
    expect(price?.usd).toEqual(decimal('100050'));
    const dropped = [...(price?.candidates ?? []), ...(price?.rejected ?? [])].filter((word) => word.dropped !== null);
    expect(dropped.map((word) => [word.source, word.dropped])).toEqual([['c', why]]);
  });

  it('is missing with one of two sources, and present with a single configured one', () => {
    expect(combine([A, reading('b', 'BTC/USD', '100100', { at: NOW - 31_000 })]).missing).toMatchObject([
      { symbol: 'BTC', reason: 'too_few_sources', rejected: [{ source: 'b', dropped: 'stale' }] },
    ]);
    expect(usdOf([A, reading('b', 'BTC/USD', '1000000')])).toBeUndefined();
    expect(usdOf([A])).toEqual(decimal('100000'));
    expect(combine([]).prices.size).toBe(2);
  });

  it('follows the rule of its symbol: sources, minimum number, band, age', () => {
    const ruled = (rule: object) => usdOf([A, B], 'BTC', { rules: new Map([['BTC', rule]]) });
    expect(ruled({ minSources: 5 })).toEqual(decimal('100050'));
    expect(ruled({ sources: ['b'] })).toEqual(decimal('100100'));
    expect(ruled({ bandPpm: 100 })).toBeUndefined();
    expect(usdOf([A, { ...B, at: NOW - 20_000 }], 'BTC', { rules: new Map([['BTC', { maxAgeMs: 10_000 }]]) })).toBeUndefined();
    expect(usdOf([A, { ...B, at: NOW - 20_000 }], 'BTC', { rules: new Map([['BTC', { minSources: 1, maxAgeMs: 10_000 }]]) })).toEqual(
      decimal('100000'),
    );
  });

  it('has at most 15 digits, however long the fractions of the sources are', () => {
    const long = (n: bigint) => fraction(10n ** 40n + n, 10n ** 36n + 3n);
    expect(usdOf([reading('a', 'BTC/USD', long(7n)), reading('b', 'BTC/USD', long(9n))])?.den.toString().length).toBeLessThan(16);
  });
});

describe('the chosen sources `cbr,binance,okx`', () => {
  const pairs = [
    ['BTC/USDT', '97250'],
    ['ETH/USDT', '3412.5'],
    ['LTC/BTC', '0.001'],
    ['EUR/USDT', '1.158'],
  ] as const;
  const world = [
    daily('cbr', 'USD/RUB', '80'),
    daily('cbr', 'EUR/RUB', '92.8'),
    daily('cbr', 'KZT/RUB', '0.16'),
    ...['binance', 'okx'].flatMap((name) => pairs.map(([pair, price]) => reading(name, pair, price))),
  ];
  const symbols = ['RUB', 'EUR', 'KZT', 'USDT', 'BTC', 'ETH', 'LTC'];

  it('prices everything that such a shop needs without a rule, and reports the path', () => {
    const { prices, missing } = combine(world, { symbols });
    expect(missing).toEqual([]);
    const of = (symbol: string) => [prices.get(symbol)?.usd, prices.get(symbol)?.origin, prices.get(symbol)?.candidates[0]?.path];
    expect(of('RUB')).toEqual([fraction(1n, 80n), 'references', ['USD/RUB']]);
    expect(of('KZT')).toEqual([fraction(2n, 1_000n), 'references', ['KZT/RUB', 'USD/RUB']]);
    expect(of('USDT')).toEqual([ONE, 'peg', ['EUR/USDT', 'EUR']]);
    expect(of('BTC')).toEqual([decimal('97250'), 'markets', ['BTC/USDT', 'USDT']]);
    expect(of('LTC')).toEqual([decimal('97.25'), 'markets', ['LTC/BTC', 'BTC']]);
    expect(of('EUR')).toEqual([decimal('1.158'), 'markets', ['EUR/USDT', 'USDT']]);
  });

  it('is missing for a coin whose peg is broken, and for what is crossed through it', () => {
    const broken = world.map((one) =>
      one.quote === 'USDT' ? { ...one, bid: multiply(one.bid, decimal('1.1')), ask: multiply(one.ask, decimal('1.1')) } : one,
    );
    const { prices, missing } = combine(broken, { symbols });
    expect(missing.map(({ symbol }) => symbol)).toEqual(['USDT', 'BTC', 'ETH', 'LTC']);
    expect(prices.get('EUR')).toMatchObject({ origin: 'references', usd: decimal('1.16') });
  });

  it('uses dollar markets of such a coin before its peg, a single one only near the peg', () => {
    const direct = (price: string) => [...world, reading('kraken', 'USDT/USD', price)];
    expect(usdOf(direct('0.9991'), 'USDT')).toEqual(decimal('0.9991'));
    expect(usdOf(direct('0.9'), 'USDT')).toEqual(ONE);
    expect(usdOf([...direct('0.95'), reading('gate', 'USDT/USD', '0.95')], 'USDT')).toEqual(decimal('0.95'));
  });

  it('uses reference rates only where markets do not suffice', () => {
    const roubles = (price: string) => [...world, ...['gate', 'htx'].map((name) => reading(name, 'USDT/RUB', price))];
    const price = combine(roubles('82'), { symbols: ['RUB'] }).prices.get('RUB');
    expect(price?.origin).toBe('markets');
    expect(compare(price?.usd ?? ONE, fraction(1n, 82n))).toBeLessThanOrEqual(0);
    expect(price?.candidates.find(({ source }) => source === 'cbr')?.dropped).toBe('reference_not_needed');
  });
});

describe('a price set by an operator', () => {
  const fixed = new Map([['GRAM', { base: 'GRAM', quote: 'USDT', price: decimal('2.5'), until: NOW + 1 }]]);
  it('applies until its end, regardless of market prices', () => {
    const readings = [reading('a', 'GRAM/USD', '2'), reading('b', 'GRAM/USD', '2')];
    expect(combine(readings, { symbols: ['GRAM'], fixed }).prices.get('GRAM')).toMatchObject({ usd: decimal('2.5'), origin: 'fixed' });
    expect(usdOf(readings, 'GRAM', { fixed, now: NOW + 1 })).toEqual(decimal('2'));
    expect(usdOf([], 'GRAM', { fixed })).toEqual(decimal('2.5'));
  });
  it('may be given in either direction', () => {
    const roubles = new Map([['RUB', { base: 'USD', quote: 'RUB', price: decimal('80'), until: NOW + 1 }]]);
    expect(usdOf([], 'RUB', { fixed: roubles })).toEqual(fraction(1n, 80n));
  });
});

describe('the jump breaker', () => {
  const before = new Map([['BTC', { last: { usd: decimal('80000'), at: NOW - 3_000 }, level: null }]]);
  const jumped = combine([A, B], { memory: before });
  const later = (readings: readonly Reading[], ms: number, change: Partial<CombineInput> = {}) =>
    combine(
      readings.map((one) => ({ ...one, at: NOW + ms })),
      { memory: jumped.memory, now: NOW + ms, ...change },
    );

  it('has no price after a jump of all sources, and reports the new level', () => {
    expect(jumped.missing).toMatchObject([{ symbol: 'BTC', reason: 'jump', level: decimal('100050') }]);
    expect(usdOf([reading('a', 'BTC/USD', '87000'), reading('b', 'BTC/USD', '87000')], 'BTC', { memory: before })).toEqual(
      decimal('87000'),
    );
  });

  it('accepts the new level once enough sources have confirmed it for the whole window', () => {
    expect(later([A, B], RULE.jumpWindowMs - 1).prices.has('BTC')).toBe(false);
    expect(later([A, B], RULE.jumpWindowMs).prices.get('BTC')?.usd).toEqual(decimal('100050'));
  });

  it('starts again when the level moves, or when too few sources quote', () => {
    const moved = [reading('a', 'BTC/USD', '110000'), reading('b', 'BTC/USD', '110000')];
    expect(later(moved, RULE.jumpWindowMs).missing).toMatchObject([{ reason: 'jump' }]);
    const silent = later([A], MINUTE, { sources: [A, B].map(({ source, kind }) => ({ name: source, kind })) });
    expect(silent.memory.get('BTC')).toMatchObject({ last: { usd: decimal('80000') }, level: null });
  });

  it('accepts the level that an owner confirms, not another or an old one', () => {
    const confirmed = (usd: string, at: number) => later([A, B], 10_000, { confirmed: new Map([['BTC', { usd: decimal(usd), at }]]) });
    expect(confirmed('100000', NOW).prices.has('BTC')).toBe(true);
    expect(confirmed('90000', NOW).prices.has('BTC')).toBe(false);
    expect(confirmed('100000', NOW - RULE.jumpWindowMs).prices.has('BTC')).toBe(false);
  });
});

describe('with any readings of one source', () => {
  const honest = fc.integer({ min: 99_800, max: 100_200 });
  const anything = fc.oneof(fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.bigInt({ min: 90_000n, max: 110_000n }));
  const liar = fc.record({
    bid: anything,
    ask: anything,
    den: fc.bigInt({ min: 1n, max: 10n ** 20n }).map((den) => (den % 3n === 0n ? 1n : den)),
    at: fc.oneof(fc.constant(NOW), fc.integer({ min: NOW - 10 ** 9, max: NOW + 10 ** 9 })),
    pair: fc.constantFrom('BTC/USD', 'USD/BTC', 'BTC/USDT', 'USDT/USD', 'BTC/RUB', 'USD/RUB'),
    volume: fc.constantFrom(null, ZERO, ONE),
  });

  it('the price stays within the band of the other sources, or is missing (R26)', () => {
    const holds = fc.check(
      fc.property(fc.array(honest, { minLength: 1, maxLength: 5 }), fc.array(liar, { minLength: 1, maxLength: 4 }), (prices, lies) => {
        const others = prices.map((price, i) => reading(`honest${i}`, 'BTC/USD', fraction(BigInt(price), 1n)));
        const lyingReadings = lies.map(({ bid, ask, den, at, pair, volume }) =>
          reading('liar', pair, ONE, { bid: fraction(bid, den), ask: fraction(ask, den), at, volume }),
        );
        const sources = [...others, ...lyingReadings].map(({ source, kind }) => ({ name: source, kind }));
        const unique = [...new Map(sources.map((one) => [one.name, one])).values()];
        const usd = usdOf([...others, ...lyingReadings], 'BTC', { sources: unique });
        const center = median(others.map(({ bid }) => bid)) ?? ONE;

        return usd === undefined || isWithin(usd, center, RULE.bandPpm + 5_000);
      }),
      { numRuns: 3_000 },
    );
    expect(holds.counterexample).toBeNull();
  });
});

describe('median', () => {
  it('is the middle one, or the mean of two', () => {
    expect(median([])).toBeUndefined();
    expect(median([3n, 1n, 2n].map((n) => fraction(n, 1n)))).toEqual(fraction(2n, 1n));
    expect(median([ONE, fraction(2n, 1n)])).toEqual(fraction(3n, 2n));
  });
});
