import { expect, it } from 'vitest';
import { fetchTransport } from '#contract/fetch-transport.ts';
import { limitsOf } from '#core/pricing/limits.ts';
import { formatAmount } from '#core/money/amount.ts';
import { DEMO_PAYMENT_SYSTEMS, DEMO_RESERVES, DEMO_SLOTS, demoDirections } from '#server/payment-systems/demo.ts';
import { rateRoutes } from '#server/rates/routes.ts';
import { createTestApp } from '#tests/make/app.ts';
import { makeCatalogue } from '#tests/make/catalogue.ts';
import { makeRates } from '#tests/make/rates.ts';
import { loadInitialQuote } from '#web/exchange/load-exchange.ts';
import type { System } from '#web/catalogue/systems.ts';

/** The part of a payment system that the first quote reads. */
const toSystem = ({ code, minAmount, maxAmount, scale }: (typeof DEMO_PAYMENT_SYSTEMS)[number]): System =>
  ({ id: code, min_amount: formatAmount(minAmount, scale), max_amount: formatAmount(maxAmount, scale) }) as System;

it('the first quote of every pair in the demo catalogue is within its limits', async () => {
  const catalogue = makeCatalogue({
    paymentSystems: DEMO_PAYMENT_SYSTEMS,
    directions: demoDirections(DEMO_PAYMENT_SYSTEMS),
    reserves: DEMO_RESERVES,
  });
  const rates = await makeRates({ catalogue, slots: DEMO_SLOTS.map((slot) => ({ ...slot, createdAt: 0 })) });
  const server = await createTestApp(rateRoutes(rates));
  const transport = fetchTransport({
    locale: 'en',
    fetch: async (url, { method, headers, body }) => {
      const response = await server.app.inject({ method: method as 'POST', url, headers, payload: String(body) });
      return {
        status: response.statusCode,
        headers: { get: (name) => String(response.headers[name] ?? '') },
        text: async () => response.body,
      };
    },
  });
  const directions = catalogue.directions().filter((direction) => direction.enabled);
  const outsideLimits: string[] = [];
  for (const { incomeCode, outcomeCode } of directions) {
    const [from, to] = [catalogue.paymentSystem(incomeCode), catalogue.paymentSystem(outcomeCode)];
    const price = rates.quotes.priceOf({ incomeCode, outcomeCode });
    if (!from?.incomeEnabled || !to?.outcomeEnabled || !price.ok) continue;
    const { minIncome, maxIncome } = limitsOf(price.value, catalogue.reserve(outcomeCode), null);
    if (minIncome > maxIncome) continue;
    const { response } = await loadInitialQuote(transport, { from: toSystem(from), to: toSystem(to) }, { amount: null, get: null });
    if (!response.ok || response.calculation === null)
      outsideLimits.push(`${incomeCode} ${outcomeCode} ${response.ok ? 'nothing' : JSON.stringify(response.problem)}`);
  }
  await server.close();
  expect(outsideLimits).toEqual([]);
  expect(directions.length).toBeGreaterThan(300);
});
