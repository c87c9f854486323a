import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stepOf } from '#core/money/decimals.ts';
import { incomeFor, outcomeFor } from '#core/pricing/convert.ts';
import type { DirectionPrice } from '#core/pricing/direction-price.ts';
import { limitsOf } from '#core/pricing/limits.ts';
import { DEMO_PAYMENT_SYSTEMS, DEMO_RESERVES, demoDirections } from '#server/payment-systems/demo.ts';
import { makeCatalogue } from '#tests/make/catalogue.ts';
import { makeRates } from '#tests/make/rates.ts';

const catalogue = makeCatalogue({
  paymentSystems: DEMO_PAYMENT_SYSTEMS,
  directions: demoDirections(DEMO_PAYMENT_SYSTEMS),
  reserves: DEMO_RESERVES,
});
const { db, quotes } = await makeRates({ catalogue });
const open = catalogue
  .directions()
  .filter(
    (one) =>
      one.enabled && catalogue.paymentSystem(one.incomeCode)?.incomeEnabled && catalogue.paymentSystem(one.outcomeCode)?.outcomeEnabled,
  );
const prices = new Map<string, DirectionPrice>();
for (const direction of open) {
  const price = quotes.priceOf(direction);
  if (price.ok) prices.set(`${direction.incomeCode}>${direction.outcomeCode}`, price.value);
}

describe('every direction of the demo catalogue', () => {
  it('has a price and possible limits, and quotes both limits from both sides', async () => {
    expect(prices.size).toBe(open.length);
    expect(prices.size).toBeGreaterThan(300);
    const refused: string[] = [];
    for (const [pair, price] of prices) {
      const limits = limitsOf(price, catalogue.reserve(price.outcome.code), null);
      const queries = [
        { side: 'income', amount: limits.minIncome },
        { side: 'income', amount: limits.maxIncome },
        { side: 'outcome', amount: limits.minOutcome },
        { side: 'outcome', amount: limits.maxOutcome },
      ] as const;
      for (const one of queries) {
        const made = await quotes.calculate(db, { ...price.direction, ...one });
        if (!made.ok) refused.push(`${pair} ${one.side} ${one.amount} ${made.refusals[0]?.code}`);
        else if (quotes.idOf(made.value).length >= 900) refused.push(`${pair} long id`);
      }
    }
    expect(refused).toEqual([]);
  });

  it('keeps the round trip for 200 amounts each (R11)', () => {
    const broken: string[] = [];
    for (const [pair, price] of prices) {
      const step = stepOf(price.income);
      const top = price.income.maxAmount / step;
      let before = 0n;
      for (let i = 1n; i <= 200n; i += 1n) {
        // From single steps up to the maximum, unevenly.
        const x = ((top * i * i * i) / 8_000_000n + i) * step;
        const y = outcomeFor(price, x);
        const back = y === 0n ? 0n : incomeFor(price, y);
        if (y < before || back > x || outcomeFor(price, back) < y) broken.push(`${pair} ${x}`);
        before = y;
      }
    }
    expect(broken).toEqual([]);
  });

  it('gains nothing in any chain of up to three exchanges (R11)', () => {
    const codes = [...new Set(open.map((one) => one.incomeCode))];
    const anyCode = fc.constantFrom(...codes);
    fc.assert(
      fc.property(anyCode, anyCode, fc.option(anyCode, { nil: undefined }), fc.bigInt({ min: 1n, max: 10n ** 9n }), (a, b, c, steps) => {
        const path = [a, b, ...(c === undefined ? [] : [c]), a];
        let amount = steps * stepOf(DEMO_PAYMENT_SYSTEMS.find((system) => system.code === a) ?? { scale: 0, precision: 0 });
        const began = amount;
        for (const [i, to] of path.slice(1).entries()) {
          const price = prices.get(`${path[i]}>${to}`);
          if (!price) return;
          amount = outcomeFor(price, amount);
        }
        expect(amount <= began).toBe(true);
      }),
      { numRuns: 20_000 },
    );
  });
});
