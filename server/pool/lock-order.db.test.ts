import { AnyRow, col, rowType, sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { HOUR_MS } from '#core/time.ts';
import { expireOrders } from '#server/deadlines/order-deadlines.job.ts';
import { recordObservation } from '#server/deposits/record-observation.ts';
import { claimLease } from '#server/leases/lease.ts';
import { createManualWorld, type ManualWorld } from '#tests/make/manual-world.ts';
import { createOffice, type Office, type Person } from '#tests/make/office.ts';
import { addToPool } from '#tests/make/pool.ts';
import { sweepReservations } from './jobs.ts';

const ROUNDS = 4;
const ORDERS = 8;
const RUB_TO_USDT = { payment_system_from_id: 'SBERRUB', payment_system_to_id: 'USDTTRC20' } as const;

let world: ManualWorld;
let office: Office;
let cashier: Person;
beforeAll(async () => {
  world = await createManualWorld();
  await addToPool(world.deps, world.roubles, { values: { account: '4000000001' }, sharing: 'unique_amount' });
  office = await createOffice(world, []);
  cashier = await office.person('cashier');
});
afterAll(async () => {
  await office.close();
  await world.close();
});

const Count = rowType({ count: col.number });

/** PostgreSQL's count of deadlocks in this database; processes report it when they end. */
async function countDeadlocks(): Promise<number> {
  const { adminDb } = world.database;
  const others = sql`from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`;
  await adminDb.many(AnyRow, sql`select pg_terminate_backend(pid, 5000) as is_ended ${others}`);
  return (await adminDb.one(Count, sql`select deadlocks::int as count from pg_stat_database where datname = current_database()`)).count;
}

const runForEachOrder = async <T>(work: (n: number) => Promise<T>) =>
  await Promise.all(Array.from({ length: ORDERS }, async (_, n) => await work(n)));
const placeOrder = async () => await world.order(RUB_TO_USDT);

/** An operator records money of an order on the account. */
async function observePayment(id: string, amount = '9000', isAnother = false): Promise<void> {
  const { version } = await world.read(id);
  await world.deps.db.tx(async (tx) => {
    await claimLease(world.deps, tx, { subject: { kind: 'order', id }, operatorId: cashier.id });
    const word = { amount, reference: `bank-${id}-${amount}`, seenAt: undefined, note: 'seen', beyondRail: false, isAnother };
    const recorded = await recordObservation(world.deps, tx, { orderId: id, version, operatorId: cashier.id, ...word });
    expect(recorded).toMatchObject({ ok: true, value: { state: 'recorded' } });
  });
}

test('new orders, late money, endings and releases of one requisite and one reserve do not deadlock', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const late = await runForEachOrder(placeOrder);
    await world.pass(2 * HOUR_MS);
    await expireOrders(world.deps);
    const open = await runForEachOrder(placeOrder);
    // Late money gets a new promise; a payment in time keeps its promise
    await Promise.all([
      runForEachOrder(placeOrder),
      ...[...late, ...open].map(async ({ id }) => await observePayment(id)),
      runForEachOrder(async () => await sweepReservations(world.deps)),
    ]);
    for (const { id } of [...late, ...open]) expect((await world.read(id)).receivedAmount).toBeGreaterThan(0n);
    await world.pass(2 * HOUR_MS);
    // Unpaid orders expire while new orders are created
    await Promise.all([
      expireOrders(world.deps),
      runForEachOrder(placeOrder),
      runForEachOrder(async () => await sweepReservations(world.deps)),
    ]);
  }
  expect(await countDeadlocks()).toBe(0);
  expect(await world.audit()).toEqual([]);
});

const Waiting = rowType({ count: col.number });

test('money that causes a touch and then a posting does not lock the pool while it waits for the reserve', async () => {
  const { adminDb, db } = world.database;
  const order = await placeOrder();
  await observePayment(order.id, '5000');
  const Held = rowType({ requisite_id: col.text });
  const { requisite_id: id } = await adminDb.one(Held, sql`select requisite_id from pool_reservations where order_id = ${order.id}`);
  const done = await db.tx(async (tx) => {
    // Locks the reserve first, as a payment of another order of this requisite does
    await tx.many(AnyRow, sql`select 1 from reserves where wallet = ${world.roubles.incomeWallet} for update`);
    const seen = observePayment(order.id, '4000', true);
    await vi.waitFor(async () => {
      const { count } = await adminDb.one(
        Waiting,
        sql`select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(count).toBe(1);
    }, 30_000);
    await tx.run(sql`update pool_requisites set last_given_at = last_given_at where id = ${id}`);
    // A locked order past its time is skipped, not waited for
    await tx.many(AnyRow, sql`select 1 from pool_reservations where order_id = ${order.id} for update nowait`);
    return { seen };
  });
  await done.seen;
  expect(await world.read(order.id)).toMatchObject({ status: 'payout_pending', receivedAmount: 900_000n });
  expect(await countDeadlocks()).toBe(0);
});
