import { col, rowType, sql } from '#server/platform/db/db.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { BankEntry } from '#core/statements/entry.ts';
import { HOUR_MS, MINUTE_MS } from '#core/time.ts';
import { expireOrders } from '#server/deadlines/order-deadlines.job.ts';
import { recordObservation } from '#server/deposits/record-observation.ts';
import { claimLease } from '#server/leases/lease.ts';
import { orderTokenOf } from '#server/orders/access.ts';
import { claimPayment } from '#server/orders/customer/customer-moves.ts';
import { findOffer } from '#server/orders/queries.ts';
import { importLines } from '#server/statements/import-lines.ts';
import { createManualWorld, type ManualWorld } from '#tests/make/manual-world.ts';
import { createOffice, type Office, type Person } from '#tests/make/office.ts';
import { addToPool } from '#tests/make/pool.ts';
import { as } from '#tests/make/rows.ts';
import { createManualReceiving } from './give-requisite.ts';
import { findPoolOf, pooledOf, releaseReservation } from './store.ts';

let world: ManualWorld;
let office: Office;
let cashier: Person;
let requisiteId: string;
beforeEach(async () => {
  world = await createManualWorld();
  office = await createOffice(world, []);
  cashier = await office.person('cashier');
});
afterEach(async () => {
  expect(await world.audit()).toEqual([]);
  await office.close();
  await world.close();
});

const fillPool = async (sharing: 'single' | 'unique_amount' = 'single') => {
  requisiteId = await addToPool(world.deps, world.roubles, { values: { account: '40000000001234' }, sharing });
};
const createRoubleOrder = async (kopecks = 900_000n) => {
  const pair = { incomeCode: 'SBERRUB', outcomeCode: 'USDTTRC20' };
  const quoted = await world.deps.quotes.calculate(world.deps.db, { ...pair, side: 'income', amount: kopecks });
  if (!quoted.ok) throw new Error(`no quote: ${quoted.refusals[0]?.code}`);
  return await world.order({
    payment_system_from_id: 'SBERRUB',
    payment_system_to_id: 'USDTTRC20',
    income_amount: String(kopecks / 100n),
    rate_calculation_id: world.deps.quotes.idOf(quoted.value),
  });
};
const pool = async () => (await findPoolOf(world.deps.db, 'SBERRUB', world.deps.clock.now())).map(pooledOf);
const heldCount = async () => (await pool()).reduce((sum, { openOrders: held }) => sum + held.length, 0);
const askedAmountOf = async (id: string) => (await findOffer(world.deps.db, id))?.amount ?? 0n;

/** Records money on the account as an operator. */
const observePayment = async (orderId: string, amount: string) => {
  const { version } = await world.read(orderId);
  const word = { orderId, version, amount, reference: `bank-${amount}`, seenAt: undefined, note: 'seen', beyondRail: false };
  await world.deps.db.tx(async (tx) => {
    await claimLease(world.deps, tx, { subject: { kind: 'order', id: orderId }, operatorId: cashier.id });
    const recorded = await recordObservation(world.deps, tx, { ...word, isAnother: false, operatorId: cashier.id });
    expect(recorded).toMatchObject({ ok: true, value: { state: 'recorded' } });
  });
};

let lines = 0;
/** Imports the bank's line about money on the account. */
const importBankLine = async (amount: bigint) => {
  lines += 1;
  const entry: BankEntry = {
    amount,
    at: world.deps.clock.now(),
    isDayOnly: false,
    reference: `line-${lines}`,
    lastDigits: null,
    sender: null,
    text: 'transfer',
  };
  const input = { system: world.roubles, requisiteId, entries: [entry], source: 'hand', isAutomatic: true } as const;
  const taken = await world.deps.db.tx(async (tx) => await importLines(world.deps, tx, { ...input, operatorId: cashier.id }));
  await world.drain();
  return taken.matched;
};
const claimOrderPayment = async (orderId: string) => {
  const caller = { visitor: { kind: 'guest' }, orderToken: orderTokenOf(world.deps, orderId) } as const;
  await world.deps.db.tx((tx) => claimPayment(world.deps, tx, { orderId, caller, invoiceId: undefined, txHash: undefined }));
};
const passTime = async (ms: number) => {
  await world.pass(ms);
  await expireOrders(world.deps);
};
const Suspense = rowType({ total: col.text });
const inSuspense = async () =>
  (await world.deps.db.one(Suspense, sql`select coalesce(sum(amount), 0)::text as total from bank_lines where state = 'unmatched'`)).total;

describe('a requisite of the pool is free again', () => {
  test('while its order waits for a choice: the next order gets it at once, not after 72 hours', async () => {
    await fillPool();
    const short = await createRoubleOrder();
    await observePayment(short.id, '8900');
    expect((await world.read(short.id)).status).toBe('requote');
    expect(await heldCount()).toBe(0);
    const next = await createRoubleOrder(1_000_000n);
    expect(next.status).toBe('awaiting_payment');
    expect(await askedAmountOf(next.id)).toBe(1_000_000n);
  });

  test('at the end of its payment window, although its customer claims a payment that was not seen', async () => {
    await fillPool();
    const claimed = await createRoubleOrder();
    await claimOrderPayment(claimed.id);
    expect(await heldCount()).toBe(1);
    await passTime(20 * MINUTE_MS);
    expect((await world.read(claimed.id)).status).toBe('payment_claimed');
    expect(await heldCount()).toBe(0);
    expect((await createRoubleOrder(1_000_000n)).status).toBe('awaiting_payment');
  });

  test('while its order is in moderation, and after the end of an unpaid order', async () => {
    await fillPool('unique_amount');
    const [claimed, unpaid] = [await createRoubleOrder(), await createRoubleOrder()];
    await claimOrderPayment(claimed.id);
    expect(await heldCount()).toBe(2);
    await passTime(20 * MINUTE_MS);
    await passTime(HOUR_MS);
    expect([(await world.read(claimed.id)).status, (await world.read(unpaid.id)).status]).toEqual(['moderation', 'expired']);
    expect(await heldCount()).toBe(0);
  });
});

describe('a late deposit on a requisite that another order holds', () => {
  test('is credited to its own order if the amounts differ, and the other order does not change', async () => {
    await fillPool();
    const late = await createRoubleOrder();
    await passTime(20 * MINUTE_MS);
    const now = await createRoubleOrder(1_000_000n);
    expect(await importBankLine(900_000n)).toBe(1);
    expect((await world.read(late.id)).creditedAmount).toBe(900_000n);
    expect(await world.read(now.id)).toMatchObject({ status: 'awaiting_payment', receivedAmount: 0n });
    expect(await importBankLine(1_000_000n)).toBe(1);
    expect((await world.read(now.id)).status).toBe('completed');
  });

  test('waits in suspense if both orders were asked for the same amount', async () => {
    await fillPool();
    const late = await createRoubleOrder();
    await passTime(20 * MINUTE_MS);
    const now = await createRoubleOrder();
    expect(await importBankLine(900_000n)).toBe(0);
    expect(await inSuspense()).toBe('900000');
    for (const { id } of [late, now]) expect((await world.read(id)).receivedAmount).toBe(0n);
  });

  test('that tops up a short payment is never credited to a new order of the same amount', async () => {
    await fillPool();
    const short = await createRoubleOrder();
    await observePayment(short.id, '8000');
    const next = await createRoubleOrder(100_000n);
    expect(await importBankLine(100_000n)).toBe(0);
    expect(await inSuspense()).toBe('100000');
    expect(await world.read(next.id)).toMatchObject({ status: 'awaiting_payment', receivedAmount: 0n });
  });

  test('is distinguished by its kopecks if the bank shows them: no other order gets the missing amount', async () => {
    await fillPool('unique_amount');
    const short = await createRoubleOrder();
    await observePayment(short.id, '8000');
    const next = await createRoubleOrder(100_000n);
    expect(await askedAmountOf(next.id)).toBe(100_001n);
    expect(await importBankLine(100_000n)).toBe(1);
    expect(await world.read(short.id)).toMatchObject({ receivedAmount: 900_000n });
    expect((await world.read(short.id)).status).not.toBe('requote');
    expect(await importBankLine(100_001n)).toBe(1);
    await world.drain();
    expect((await world.read(next.id)).status).toBe('completed');
  });
});

test('a requisite that was released before it was shown is given to one order only', async () => {
  await fillPool();
  const second = await addToPool(world.deps, world.roubles, { values: { account: '40000000005678' }, sharing: 'single' });
  const people = createManualReceiving(world.deps);
  const texts = { payerRequisites: {}, locale: 'ru', successUrl: '', failureUrl: '' } as const;
  const request = (orderId: string) => ({ orderId, paymentSystem: world.roubles, amount: 500_000n, ...texts });
  const { db, clock } = world.deps;
  const taken = await db.tx(async (tx) => await people.reserve(tx, request('a')));
  expect(taken.outcome).toBe('taken');
  const first = (await db.one(as<{ id: string }>(), sql`select requisite_id::text as id from pool_reservations where order_id = 'a'`)).id;
  expect(await db.tx(async (tx) => await releaseReservation(tx, { id: first, orderId: 'a', now: clock.now() }))).toBe(true);
  const offers = [await people.receive(request('b')), await people.receive(request('a')), await people.receive(request('a'))];
  const accounts = offers.map((one) =>
    one.outcome === 'offered' && one.offer.kind === 'requisites' ? one.offer.fields[0]?.value : one.outcome,
  );
  expect(new Set(accounts.slice(0, 2)).size).toBe(2);
  expect(accounts[2]).toBe(accounts[1]);
  expect([requisiteId, second]).toContain(first);
  // No requisite is left: the next order waits
  expect((await people.receive(request('c'))).outcome).toBe('later');
});
