import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '#server/platform/db/db.ts';
import { createProduct, type Product, type ProductProcess } from '#tests/make/product.ts';
import { as } from '#tests/make/rows.ts';

/** Demo mode invents past statistics in its first minutes. */
const WITHOUT_INVENTED_DATA = { MARKET_STATS_URL: 'off', RATE_SOURCES: 'demo' };
const SETTLE_SECONDS = 10;
const SECONDS = 20;
/** Measured: 38. */
const MAX_TRANSACTIONS_PER_SECOND = 50;
/** Measured: 68. */
const MAX_CONTEXT_SWITCHES_PER_SECOND = 150;

let product: Product;
let app: ProductProcess;

beforeAll(async () => {
  product = await createProduct();
  app = await product.start(WITHOUT_INVENTED_DATA);
});
afterAll(async () => await product.close());

async function transactions(): Promise<number> {
  const { count } = await product.database.db.one(
    as<{ count: number }>(),
    sql`select (xact_commit + xact_rollback)::int as count from pg_stat_database where datname = current_database()`,
  );
  return count;
}

/** How often the main thread went to sleep. */
const contextSwitches = (): number =>
  Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(fs.readFileSync(`/proc/${app.pid}/status`, 'utf8'))?.[1]);

it('an idle process seldom asks the database, and seldom wakes', async () => {
  await sleep(SETTLE_SECONDS * 1000);
  const before = { transactions: await transactions(), contextSwitches: contextSwitches() };
  await sleep(SECONDS * 1000);
  const perSecond = (count: number) => Math.round(count / SECONDS);
  const counted = {
    transactions: perSecond((await transactions()) - before.transactions),
    contextSwitches: perSecond(contextSwitches() - before.contextSwitches),
  };
  expect(counted.transactions).toBeLessThan(MAX_TRANSACTIONS_PER_SECOND);
  expect(counted.contextSwitches).toBeLessThan(MAX_CONTEXT_SWITCHES_PER_SECOND);
});
