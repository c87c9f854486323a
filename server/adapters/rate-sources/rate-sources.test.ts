import { describe, expect, it } from 'vitest';
import { compare, fromPpm, multiply, subtract } from '#core/money/fraction.ts';
import { rateSources } from './index.ts';

const NOW = 1_800_000_000_000;
const SYMBOLS = ['RUB', 'EUR', 'KZT', 'UAH', 'USDT', 'USDC', 'BTC', 'ETH', 'LTC', 'TRX', 'XMR', 'SOL', 'GRAM', 'DOGE', 'XRP', 'BNB'];

// One suite over every registered source; a source of the outside world is given recorded answers here.
describe.each(Object.entries(rateSources))('rate source %s', (name, create) => {
  const source = create();

  it('answers under its own name with positive, timed prices for what it knows', async () => {
    expect(source.name).toBe(name);
    const prices = await source.fetch(SYMBOLS, NOW);
    expect(prices.map((price) => price.symbol).toSorted()).toEqual(SYMBOLS.toSorted());
    for (const price of prices) {
      expect(price.usd.num > 0n && price.usd.den > 0n).toBe(true);
      expect(Math.abs(price.at - NOW)).toBeLessThan(60_000);
    }
  });

  it('leaves out what it does not know', async () => {
    expect(await source.fetch(['NO_SUCH_SYMBOL', 'constructor'], NOW)).toEqual([]);
  });
});

describe('the demo source', () => {
  const source = rateSources.demo();

  it('says that its prices are invented', () => expect(source.isDemo).toBe(true));

  it('is a pure function of symbol and time', async () => {
    expect(await source.fetch(SYMBOLS, NOW)).toEqual(await rateSources.demo().fetch(SYMBOLS, NOW));
  });

  it('moves like a market: every few seconds a little, in a day noticeably, never far', async () => {
    const priceOf = async (at: number) => {
      const [price] = await source.fetch(['BTC'], at);
      if (!price) throw new Error('no price');
      return price.usd;
    };
    const first = await priceOf(NOW);
    let [low, high, before] = [first, first, first];
    for (let i = 1; i <= 2_000; i += 1) {
      const usd = await priceOf(NOW + i * 3_000);
      const moved = compare(usd, before) > 0 ? subtract(usd, before) : subtract(before, usd);
      expect(compare(moved, multiply(before, fromPpm(2_000)))).toBe(-1);
      if (compare(usd, low) < 0) low = usd;
      if (compare(usd, high) > 0) high = usd;
      before = usd;
    }
    const range = subtract(high, low);
    expect(compare(range, multiply(first, fromPpm(5_000)))).toBe(1);
    expect(compare(range, multiply(first, fromPpm(70_000)))).toBe(-1);
    expect(compare(await priceOf(NOW + 3_000), first)).not.toBe(0);
  });
});
