import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRateLimits } from '#server/platform/http/rate-limits.ts';
import { createTestApp, type TestApp } from '#tests/make/app.ts';
import { statementsOf } from '#tests/make/count-statements.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { rateRoutes } from './routes.ts';

let world: World;
let made: TestApp;
let url: string;
beforeAll(async () => {
  world = await createWorld();
  const { deps } = world;
  made = await createTestApp(rateRoutes(deps), { db: deps.db, limits: await createRateLimits(deps) });
  // Calls without a connection would not be counted by the limits
  url = await made.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await made.close();
  await world.close();
});

/** Prices, reserves, country rules and the counters of rate limits are in memory. Raise the number only with a reason. */
test.each(['from_income', 'from_outcome'] as const)('a quote %s takes no statement', async (call) => {
  const amount = call === 'from_income' ? { income_amount: '500' } : { outcome_amount: '50000' };
  const attributes = { ...amount, income_payment_system_id: 'USDTTRC20', outcome_payment_system_id: 'SBERRUB' };
  const statements = await statementsOf(async () => {
    const answer = await fetch(`${url}/api/v1/rate_calculations/${call}`, {
      method: 'POST',
      headers: { 'content-type': 'application/vnd.api+json', 'site-locale': 'en' },
      body: JSON.stringify({ data: { type: 'rate_calculations', attributes } }),
    });
    expect(answer.status, await answer.text()).toBe(200);
  });
  expect(statements).toEqual([]);
});
