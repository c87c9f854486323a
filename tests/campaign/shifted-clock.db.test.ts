import { as } from '#tests/make/rows.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { AnyRow, sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#core/time.ts';
import {
  calculate,
  type GuestOrder,
  pay,
  provenOrder,
  readOrder,
  readSystems,
  requisitesOf,
  untilStatus,
  type OrderInput,
} from '#tests/make/customer.ts';
import { createProduct, type Product, type ProductProcess, until } from '#tests/make/product.ts';

const WISH: OrderInput = { from: 'USDTTRC20', to: 'TCSBRUB', side: 'income', amount: '50' };

/** Runs in a process before anything else: shifts its calendar clock, not its monotonic clock. */
const shiftBy = (ms: number): string => `
  const Real = Date;
  globalThis.Date = class extends Real {
    constructor(...given) { if (given.length === 0) super(Real.now() + ${ms}); else super(...given); }
    static now() { return Real.now() + ${ms}; }
  };`;

let product: Product;
let right: ProductProcess;
let ahead: ProductProcess;
let behind: ProductProcess;

const shifted = (ms: number) => ({
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(shiftBy(ms))}`,
  RATE_LIMITS: 'on',
});

beforeAll(async () => {
  product = await createProduct();
  right = await product.start({ RATE_LIMITS: 'on' });
  [ahead, behind] = await Promise.all([product.start(shifted(HOUR_MS)), product.start(shifted(-HOUR_MS))]);
});
afterAll(async () => {
  await product.close();
});

const waiting = async (at: ProductProcess): Promise<GuestOrder> => {
  const own = await provenOrder(at.api, WISH, await readSystems(at.api));
  await requisitesOf(at.api, own);
  return own;
};

it('processes whose clocks are an hour off expire nothing early, promise the same time and complete orders (R28)', async () => {
  const orders = await Promise.all([right, ahead, behind].map(waiting));
  // Several rounds of the deadline loops in every process
  await sleep(4 * SECOND_MS);
  for (const own of orders) {
    const ordersResult = await Promise.all([right, ahead, behind].map(async ({ api }) => await readOrder(api, own)));
    expect(ordersResult.map(({ status }) => status)).toEqual(Array.from({ length: 3 }, () => 'awaiting_payment'));
    const { now } = await product.database.db.one(as<{ now: Date }>(), sql`select clock_timestamp() as now`);
    // Compares with an hour: the time between the two reads on a busy machine does not matter
    for (const { server_time: serverTime } of ordersResult)
      expect(Math.abs(Date.parse(String(serverTime)) - now.getTime())).toBeLessThan(MINUTE_MS);
  }
  for (const [i, own] of orders.entries()) await pay([ahead, behind, right][i]?.api ?? right.api, own);
  for (const own of orders) await untilStatus(right.api, own, 'completed');
});

it('a quote of one process is valid in another whose clock is off', async () => {
  const quote = (await calculate(ahead.api, WISH)).resource();
  const expiresAt = Date.parse(String(quote.attributes['expires_at']));
  expect(Math.abs(expiresAt - Date.now())).toBeLessThan(HOUR_MS / 2);
});

it('sign-in attempts counted by one process count in one whose clock is off', async () => {
  const attributes = { email: 'nobody@exchange.test', password: 'wrong-1' };
  const waits: (string | undefined)[] = [];
  for (let i = 0; i < 4; i++)
    for (const { api } of [behind, right, ahead]) {
      const answer = await api.call('POST', '/api/v1/sessions', { type: 'sessions', attributes });
      waits.push(answer.status === 429 ? answer.headers['retry-after'] : undefined);
    }
  expect(waits.filter((wait) => wait === undefined).length).toBeLessThanOrEqual(6);
  expect(waits.slice(-3).map((wait) => Number(wait) > 0 && Number(wait) <= 60)).toEqual([true, true, true]);
});

it('the skew is shown in readiness and raises an incident', async () => {
  const skewOf = async ({ url }: ProductProcess) =>
    ((await (await fetch(`${url}/health/ready`)).json()) as { clock_skew_ms: number }).clock_skew_ms;
  expect(Math.round((await skewOf(ahead)) / 60_000)).toBe(60);
  expect(Math.round((await skewOf(behind)) / 60_000)).toBe(-60);
  expect(Math.abs(await skewOf(right))).toBeLessThan(2000);
  await until(async () => {
    const rows = await product.database.db.many(AnyRow, sql`select 1 from incidents where kind = 'clock_skew' and closed_at is null`);
    expect(rows).toHaveLength(1);
  });
});
