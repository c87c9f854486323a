import { expect, it } from 'vitest';
import { fetchTransport } from '#contract/fetch-transport.ts';
import { limitsOf } from '#core/pricing/limits.ts';
import { formatAmount } from '#core/money/amount.ts';
import { demoDirections } from '#server/payment-systems/demo-directions.ts';
import { DEMO_PAYMENT_SYSTEMS, DEMO_RESERVES } from '#server/payment-systems/demo-payment-systems.ts';
import { DEMO_SLOTS } from '#server/payment-systems/demo-slots.ts';
import { rateRoutes } from '#server/rates/routes.ts';
import { createTestApp } from '#tests/make/app.ts';
import { makeCatalogue } from '#tests/make/catalogue.ts';
import { makeRates } from '#tests/make/rates.ts';
import { openingNumbers } from '#web/exchange/load-exchange.ts';
import type { System } from '#web/exchange/systems.ts';

/** As little of a payment system as the opening of a page looks at. */
const shown = ({ code, minAmount, maxAmount, scale }: (typeof DEMO_PAYMENT_SYSTEMS)[number]): System =>
  ({ id: code, min_amount: formatAmount(minAmount, scale), max_amount: formatAmount(maxAmount, scale) }) as System;

it('every pair of the demo catalogue opens within its own limits, without an error nobody caused', async () => {
  const catalogue = makeCatalogue({
    paymentSystems: DEMO_PAYMENT_SYSTEMS,
    directions: demoDirections(DEMO_PAYMENT_SYSTEMS),
    reserves: DEMO_RESERVES,
  });
  const rates = await makeRates({ catalogue, slots: DEMO_SLOTS.map((slot) => ({ ...slot, createdAt: 0 })) });
  const made = await createTestApp(rateRoutes(rates));
  const transport = fetchTransport({
    locale: 'en',
    fetch: async (url, { method, headers, body }) => {
      const answer = await made.app.inject({ method: method as 'POST', url, headers, payload: String(body) });
      return { status: answer.statusCode, headers: { get: (name) => String(answer.headers[name] ?? '') }, text: async () => answer.body };
    },
  });
  const open = catalogue.directions().filter((one) => one.enabled);
  const wrong: string[] = [];
  for (const { incomeCode, outcomeCode } of open) {
    const [from, to] = [catalogue.paymentSystem(incomeCode), catalogue.paymentSystem(outcomeCode)];
    const price = rates.quotes.priceOf({ incomeCode, outcomeCode });
    if (!from?.incomeEnabled || !to?.outcomeEnabled || !price.ok) continue;
    const { minIncome, maxIncome } = limitsOf(price.value, catalogue.reserve(outcomeCode), null);
    if (minIncome > maxIncome) continue;
    const { answer } = await openingNumbers(transport, { from: shown(from), to: shown(to) }, { amount: null, get: null });
    if (!answer.ok || answer.calculation === null)
      wrong.push(`${incomeCode} ${outcomeCode} ${answer.ok ? 'nothing' : JSON.stringify(answer.problem)}`);
  }
  await made.close();
  expect(wrong).toEqual([]);
  expect(open.length).toBeGreaterThan(300);
});
