import { as } from '#tests/make/rows.ts';
import { sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Resource } from '#tests/make/call-api.ts';
import { readBothBooks } from '#tests/make/compare-books.ts';
import {
  type GuestOrder,
  inParallel,
  order,
  pay,
  readOrder,
  readSystems,
  setFaults,
  untilStatus,
  type OrderInput,
} from '#tests/make/customer.ts';
import { createProduct, type Product, type ProductProcess, until } from '#tests/make/product.ts';

const SWIFT: OrderInput = { from: 'ADVCUSD', to: 'SBERRUB', side: 'income', amount: '50' };
/** Eight confirmations: many reports of one payment, duplicated, reordered or lost. */
const CONFIRMED: OrderInput = { from: 'USDTTRC20', to: 'TCSBRUB', side: 'income', amount: '50' };
const WISHES = [SWIFT, CONFIRMED, SWIFT, CONFIRMED] as const;

let product: Product;
let app: ProductProcess;
let systems: ReadonlyMap<string, Resource>;
const all: GuestOrder[] = [];

beforeAll(async () => {
  product = await createProduct();
  app = await product.start();
  systems = await readSystems(app.api);
});
afterAll(async () => {
  await product.close();
});

async function paidOrders(): Promise<readonly GuestOrder[]> {
  const made = await inParallel(WISHES, 4, async (wish) => {
    const own = await order(app.api, wish, systems);
    await pay(app.api, own);
    return own;
  });
  all.push(...made);
  return made;
}

const moneyOut = async (orders: readonly GuestOrder[]): Promise<readonly string[]> => {
  const { bank } = await readBothBooks(product.database.db, app.api);
  return bank.filter((line) => line.includes(' out ') && orders.some(({ id }) => line.startsWith(id)));
};

/** Completed, with exactly one payout of the right amount in the bank's books. */
async function checkCompleted(orders: readonly GuestOrder[]): Promise<void> {
  await inParallel(orders, 4, async (own) => untilStatus(app.api, own, 'completed', 45_000));
  const expected = orders.map(({ id, outcomeAmount }, i) => `${id} out ${WISHES[i]?.to} ${outcomeAmount}`);
  expect(await moneyOut(orders)).toEqual(expected.sort());
}

describe('a failing provider', () => {
  it.each([
    ['timeout_after_execute', 'drop'],
    ['error_500', 'reorder'],
    ['unknown_late', 'duplicate'],
    ['ok', 'drop'],
  ])('payouts %s, callbacks %s: every order ends completed, paid exactly once (R06, R07, R22)', async (payouts, callbacks) => {
    await setFaults(app.api, { payouts, callbacks });
    await checkCompleted(await paidOrders());
  });

  it('executes nothing while down, with no final state, and pays once afterwards', async () => {
    await setFaults(app.api, { payouts: 'error_before_execute', callbacks: 'duplicate' });
    const orders = await paidOrders();
    await inParallel(orders, 4, async (own) => untilStatus(app.api, own, 'payout_sent'));
    expect(await moneyOut(orders)).toEqual([]);
    const payoutResult = await until(async () => {
      const unknown = await product.database.db.many(as<{ order_id: string }>(), sql`select order_id from payouts where state = 'unknown'`);
      if (unknown.length !== orders.length) throw new Error(`${unknown.length} attempts are unknown`);
      return unknown;
    });
    expect(payoutResult.map(({ order_id }) => order_id).sort()).toEqual(orders.map(({ id }) => id).sort());
    for (const own of orders) expect(await readOrder(app.api, own)).toMatchObject({ status: 'payout_sent', status_group: 'processing' });
    await setFaults(app.api, { payouts: 'ok', callbacks: 'ok' });
    await checkCompleted(orders);
  });

  it('a definite refusal fails the attempt and leaves the money with us', async () => {
    await setFaults(app.api, { payouts: 'refuse', callbacks: 'ok' });
    const orders = await paidOrders();
    await inParallel(orders, 4, async (own) => untilStatus(app.api, own, 'payout_failed'));
    expect(await moneyOut(orders)).toEqual([]);
    expect(await product.audit()).toEqual([]);
    all.splice(all.length - orders.length);
  });

  it('afterwards the books agree with the bank’s, and every response kept the contract', async () => {
    expect(await product.audit()).toEqual([]);
    const { bank, ours } = await readBothBooks(product.database.db, app.api);
    expect(ours).toEqual(bank);
    expect(all).toHaveLength(WISHES.length * 5);
    expect(product.findings()).toEqual([]);
  });
});
