import { describe, expect, it } from 'vitest';
import { compare, fraction, ONE, type Fraction } from '#core/money/fraction.ts';
import { combineSources, DEFAULT_RULES, median, type Reading } from './combine-sources.ts';

const NOW = 1_800_000_000_000;
const reading = (source: string, usd: Fraction, ageMs = 0): Reading => ({ source, symbol: 'BTC', usd, at: NOW - ageMs, maxAgeMs: 30_000 });
const whole = (dollars: bigint): Fraction => fraction(dollars, 1n);
const combine = (readings: readonly Reading[], previous?: { readonly usd: Fraction; readonly at: number }) =>
  combineSources({ symbols: ['BTC'], readings, previous: new Map(previous ? [['BTC', previous]] : []), now: NOW, rules: DEFAULT_RULES });
const [A, B] = [reading('a', whole(100_000n)), reading('b', whole(100_100n))];

describe('combineSources', () => {
  it('takes the median of sources that agree and names them', () => {
    const { prices, missing } = combine([A, B, reading('c', whole(100_500n))]);
    expect(prices.get('BTC')).toEqual({
      usd: whole(100_100n),
      sources: [A, B, reading('c', whole(100_500n))].map(({ source, usd, at }) => ({ name: source, usd, at })),
    });
    expect(missing).toEqual([]);
  });

  it.each([
    ['ten times', fraction(1_000_000n, 1n), 0],
    ['a tenth', fraction(10_000n, 1n), 0],
    ['zero', fraction(0n, 1n), 0],
    ['frozen for an hour', fraction(90_000n, 1n), 3_600_000],
    ['from the future', fraction(100_050n, 1n), -60_000],
  ])('moves by at most half a percent when one of three says %s (R26)', (_name, usd, ageMs) => {
    const { prices } = combine([A, B, reading('c', usd, ageMs)]);
    const found = prices.get('BTC');
    expect(found?.usd).toEqual(whole(100_050n));
    expect(found?.sources.map((source) => source.name)).toEqual(['a', 'b']);
  });

  it('has no price with one source left, and says who was not believed', () => {
    expect(combine([A]).missing).toEqual([{ symbol: 'BTC', reason: 'too_few_sources', dropped: [] }]);
    expect(combine([A, reading('b', whole(100_100n), 31_000)]).missing).toEqual([
      { symbol: 'BTC', reason: 'too_few_sources', dropped: ['b'] },
    ]);
    expect(combine([A, reading('b', whole(1_000_000n))]).missing).toEqual([
      { symbol: 'BTC', reason: 'too_few_sources', dropped: ['a', 'b'] },
    ]);
    expect(combine([]).prices.size).toBe(0);
  });

  it('closes on a jump that all sources share, until the guard window is over', () => {
    const before = whole(80_000n);
    expect(combine([A, B], { usd: before, at: NOW - 3_000 }).missing).toEqual([{ symbol: 'BTC', reason: 'jump', dropped: [] }]);
    expect(combine([A, B], { usd: before, at: NOW - DEFAULT_RULES.jumpWindowMs - 1 }).prices.has('BTC')).toBe(true);
    expect(combine([A, B], { usd: whole(95_000n), at: NOW - 3_000 }).prices.has('BTC')).toBe(true);
  });

  it('counts the base currency as one without a source', () => {
    const { prices } = combineSources({ symbols: ['USD'], readings: [], previous: new Map(), now: NOW, rules: DEFAULT_RULES });
    expect(prices.get('USD')).toEqual({ usd: ONE, sources: [] });
  });

  it('publishes prices of at most 15 digits, however long the fractions of the sources are', () => {
    const { prices } = combine([
      reading('a', fraction(10n ** 40n + 7n, 10n ** 36n + 3n)),
      reading('b', fraction(10n ** 40n + 9n, 10n ** 36n + 1n)),
    ]);
    expect(prices.get('BTC')?.usd.den.toString().length).toBeLessThan(16);
  });
});

describe('median', () => {
  it('is the middle one, or the mean of two', () => {
    expect(median([])).toBeUndefined();
    expect(median([whole(3n), whole(1n), whole(2n)])).toEqual(whole(2n));
    expect(compare(median([whole(1n), whole(2n)]) ?? ONE, fraction(3n, 2n))).toBe(0);
  });
});
