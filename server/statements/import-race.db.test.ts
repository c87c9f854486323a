import { sql } from '#server/platform/db/db.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { BankLineAttributes } from '#contract/office/money/bank-lines.ts';
import type { BankEntry } from '#core/statements/entry.ts';
import { MINUTE_MS } from '#core/time.ts';
import { expireOrders } from '#server/deadlines/order-deadlines.job.ts';
import { recordObservation } from '#server/deposits/record-observation.ts';
import { claimLease, releaseLease } from '#server/leases/lease.ts';
import { findOffer } from '#server/orders/queries.ts';
import { createManualWorld, type ManualWorld } from '#tests/make/manual-world.ts';
import { createOffice, type Office, type Person } from '#tests/make/office.ts';
import { addToPool } from '#tests/make/pool.ts';
import { until } from '#tests/make/product.ts';
import { as } from '#tests/make/rows.ts';
import { importLines } from './import-lines.ts';
import { officeBankLineRoutes } from './office-routes.ts';

const LINES = '/api/office/v1/bank_lines';

let world: ManualWorld;
let office: Office;
let requisiteId: string;
let orderId: string;
beforeEach(async () => {
  world = await createManualWorld();
  office = await createOffice(world, officeBankLineRoutes(world.deps));
  requisiteId = await addToPool(world.deps, world.roubles, { values: { account: '40000000001234' }, sharing: 'unique_amount' });
  const pair = { incomeCode: 'SBERRUB', outcomeCode: 'USDTTRC20' };
  const quoted = await world.deps.quotes.calculate(world.deps.db, { ...pair, side: 'income', amount: 900_000n });
  if (!quoted.ok) throw new Error('no quote');
  const order = await world.order({
    payment_system_from_id: 'SBERRUB',
    payment_system_to_id: 'USDTTRC20',
    income_amount: '9000',
    rate_calculation_id: world.deps.quotes.idOf(quoted.value),
  });
  orderId = order.id;
  // The order expires and the price falls: money now leads to a choice, and observations are still accepted
  await world.pass(20 * MINUTE_MS + 1);
  await expireOrders(world.deps);
  await world.prices('110');
});
afterEach(async () => {
  expect(await world.audit()).toEqual([]);
  await office.close();
  await world.close();
});

const entry = (reference: string, amount = 900_000n): BankEntry => ({
  amount,
  at: world.deps.clock.now(),
  isDayOnly: false,
  reference,
  lastDigits: null,
  sender: null,
  text: `transfer ${reference}`,
});

/** Takes one line, of 9,000 roubles unless said; `held` is awaited before its transaction commits. */
const importOf = async ({
  who,
  source,
  reference,
  amount,
  held,
}: {
  who: Person;
  source: 'hand' | 'csv';
  reference: string;
  amount?: bigint;
  held?: Promise<void>;
}) =>
  await world.deps.db.tx(async (tx) => {
    const system = world.roubles;
    const entries = [entry(reference, amount)];
    const taken = await importLines(world.deps, tx, { system, requisiteId, entries, source, isAutomatic: true, operatorId: who.id });
    await held;
    return taken.matched;
  });

const recordInTransaction = async (who: Person, held: Promise<void>, isReleased = false) =>
  await world.deps.db.tx(async (tx) => {
    const { version } = await world.read(orderId);
    await claimLease(world.deps, tx, { subject: { kind: 'order', id: orderId }, operatorId: who.id });
    const word = { orderId, version, amount: '9000', reference: 'SMS 12:01', seenAt: undefined, note: 'seen' };
    const recorded = await recordObservation(world.deps, tx, { ...word, beyondRail: false, isAnother: false, operatorId: who.id });
    if (isReleased) await releaseLease(world.deps, tx, { subject: { kind: 'order', id: orderId }, operatorId: who.id });
    await held;
    return recorded.ok;
  });

/** Waits until a session of this database meets the condition. */
const untilSessionIs = async (condition: ReturnType<typeof sql>) =>
  await until(async () => {
    const { n } = await world.database.adminDb.one(
      as<{ n: number }>(),
      sql`select count(*)::int as n from pg_stat_activity where datname = current_database() and ${condition}`,
    );
    expect(n).toBeGreaterThan(0);
  }, 20_000);
const untilIdleInTransaction = () => untilSessionIs(sql`state = 'idle in transaction'`);
const untilBlocked = () => untilSessionIs(sql`wait_event_type = 'Lock'`);

const received = async (): Promise<bigint> => (await world.read(orderId)).receivedAmount;

test('one transfer in two concurrent imports is one payment', async () => {
  const [cashier, other] = [await office.person('cashier'), await office.person('cashier', 'other')];
  const gate = Promise.withResolvers<void>();
  const first = importOf({ who: cashier, source: 'csv', reference: 'bank-77', held: gate.promise });
  await untilIdleInTransaction();
  const second = importOf({ who: other, source: 'hand', reference: 'sms-1' });
  await untilBlocked();
  gate.resolve();
  expect([await first, await second]).toEqual([1, 0]);
  expect(await received()).toBe(900_000n);
});

test('a transfer that an operator records while it is imported is one payment', async () => {
  const [cashier, other] = [await office.person('cashier'), await office.person('cashier', 'other')];
  const gate = Promise.withResolvers<void>();
  const word = recordInTransaction(other, gate.promise);
  await untilIdleInTransaction();
  const taken = importOf({ who: cashier, source: 'csv', reference: 'bank-77' });
  await untilBlocked();
  gate.resolve();
  expect([await word, await taken]).toEqual([true, 0]);
  expect(await received()).toBe(900_000n);
});

test('a transfer that one operator records while another matches its line is one payment, and the second is refused', async () => {
  const [cashier, other] = [await office.person('cashier'), await office.person('cashier', 'other')];
  const system = world.roubles;
  const taken = await world.deps.db.tx(
    async (tx) =>
      await importLines(world.deps, tx, {
        system,
        requisiteId,
        entries: [entry('bank-77')],
        source: 'csv',
        isAutomatic: false,
        operatorId: cashier.id,
      }),
  );
  expect(taken).toMatchObject({ added: 1, matched: 0 });
  const lines = await cashier.send<BankLineAttributes>('GET', LINES);
  const [line] = lines.rows;
  expect(line?.attributes.suggestions).toMatchObject([{ order_id: orderId, kind: 'exact' }]);
  const gate = Promise.withResolvers<void>();
  const word = recordInTransaction(other, gate.promise, true);
  await untilIdleInTransaction();
  const match = cashier.send('POST', `${LINES}/${line?.id}/match`, { order_id: orderId, is_same: false });
  await untilBlocked();
  gate.resolve();
  expect(await word).toBe(true);
  const { status, error } = await match;
  expect([status, error.code, error.detail]).toEqual([409, 'order_state_conflict', expect.stringMatching(/Another operator has recorded/)]);
  expect(await received()).toBe(900_000n);
  // The line matches the colleague's observation, once
  const [now] = (await cashier.send<BankLineAttributes>('GET', LINES)).rows;
  expect(now?.attributes.suggestions).toMatchObject([{ order_id: orderId, kind: 'recorded' }]);
  const same = { order_id: orderId, is_same: true, kind: 'recorded' };
  expect((await cashier.send('POST', `${LINES}/${line?.id}/match`, same)).error).toEqual({});
  expect(await received()).toBe(900_000n);
});

test('one number with two amounts in two concurrent imports pays one order', async () => {
  const [cashier, other] = [await office.person('cashier'), await office.person('cashier', 'other')];
  const second = await world.order({ payment_system_from_id: 'SBERRUB', payment_system_to_id: 'USDTTRC20' });
  const { amount = 0n } = (await findOffer(world.deps.db, second.id)) ?? {};
  expect(amount).not.toBe(900_000n);
  const gate = Promise.withResolvers<void>();
  const first = importOf({ who: cashier, source: 'hand', reference: 'ref-1', held: gate.promise });
  await untilIdleInTransaction();
  const corrected = importOf({ who: other, source: 'hand', reference: 'ref-1', amount });
  await untilBlocked();
  gate.resolve();
  expect([await first, await corrected]).toEqual([1, 0]);
  expect([await received(), (await world.read(second.id)).receivedAmount]).toEqual([900_000n, 0n]);
});
