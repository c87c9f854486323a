import { as } from '#tests/make/rows.ts';
import { sql, type Sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Order } from '#core/order/order.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/time.ts';
import { closeIncident } from '#server/incidents/office-routes.ts';
import { chainHead, chainTransfers } from '#server/ledger-chain/chain-transfers.ts';
import { createObserver } from '#tests/make/observe.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { auditNightly, auditNow } from './nightly-audit.ts';
import { reconcile } from './reconcile.ts';

let world: World;
let operatorId: string;

beforeAll(async () => {
  world = await createWorld();
  operatorId = world.deps.random.uuid();
  await world.deps.db.run(sql`insert into users (id, email, role) values (${operatorId}, 'op@example.org', 'cashier')`);
});
afterAll(async () => await world.close());

const noPause = { pauseMs: 0 };
const raised = async () =>
  (
    await world.deps.db.many(
      as<{ kind: string; subject: string }>(),
      sql`select kind, subject from incidents where closed_at is null order by kind, subject`,
    )
  ).map(({ kind, subject }) => `${kind}: ${subject}`);
const lines = async () => (await reconcile(world.deps, 0)).lines.map(({ subject }) => subject);

/** A completed order in our books and the provider's. */
async function doneOnBoth(): Promise<{ order: Order; payoutId: string }> {
  const order = await world.order();
  await world.deposit(order);
  await world.drain();
  const { id: payoutId } = await world.deps.db.one(as<{ id: string }>(), sql`select id from payouts where order_id = ${order.id}`);
  const at = world.deps.clock.now();
  const { incomeCode, outcomeCode, incomeAmount, outcomeAmount } = order;
  world.rail.books.push(
    { direction: 'in', reference: `in-${order.id}`, paymentSystemCode: incomeCode, amount: incomeAmount, at },
    { direction: 'out', reference: payoutId, paymentSystemCode: outcomeCode, amount: outcomeAmount, at },
  );
  return { order, payoutId };
}
/** Explains all differences, so that the next test starts with equal books. */
const explainAll = async () => {
  await auditNow(world.deps, noPause);
  const rows = await world.deps.db.many(as<{ id: string }>(), sql`select id from incidents where closed_at is null`);
  for (const { id } of rows) await world.deps.db.tx((tx) => closeIncident(world.deps, tx, { id, note: 'explained by a test', operatorId }));
};

test('equal books raise nothing; a difference is raised after its grace period', async () => {
  const { order, payoutId } = await doneOnBoth();
  await world.pass(11 * MINUTE_MS);
  expect(await auditNow(world.deps, noPause)).toBe(0);
  const [received, paid] = world.rail.books.splice(0);
  expect((await lines()).toSorted()).toEqual([`test in in-${order.id}`, `test out ${payoutId}`]);
  if (!received || !paid) throw new Error('two lines');
  world.rail.books.push(received, { ...paid, amount: paid.amount + 1n }, { ...paid, reference: 'paid-beside-us' });
  expect((await lines()).toSorted()).toEqual([`test out ${payoutId}`, 'test out paid-beside-us'].toSorted());
  await explainAll();
  world.rail.books.splice(0, 3, received, paid);
});

test('a manual deposit that the rail never saw is a difference until the rail reports it or an operator explains it', async () => {
  const operator = await createObserver(world);
  const [covered, never] = [await world.order(), await world.order()];
  for (const order of [covered, never]) expect(await operator.see(order)).toMatchObject({ ok: true });
  await world.drain();
  for (const { id, amount } of await world.deps.db.many(
    as<{ id: string; amount: string }>(),
    sql`
    select id, amount from payouts where order_id in (${covered.id}, ${never.id})`,
  ))
    world.rail.books.push({
      direction: 'out',
      reference: id,
      paymentSystemCode: 'SBERRUB',
      amount: BigInt(amount),
      at: world.deps.clock.now(),
    });
  await world.pass(11 * MINUTE_MS);
  expect((await lines()).filter((subject) => subject.startsWith('test in by hand'))).toHaveLength(2);
  await world.deposit(covered);
  const at = world.deps.clock.now();
  const { incomeCode: paymentSystemCode, incomeAmount: amount } = covered;
  world.rail.books.push({ direction: 'in', reference: `in-${covered.id}`, paymentSystemCode, amount, at });
  await world.pass(11 * MINUTE_MS);
  const { lines: left } = await reconcile(world.deps, 0);
  expect(left).toMatchObject([{ explanation: null, detail: expect.stringContaining(`order ${never.id}: recorded by`) as string }]);
  await auditNow(world.deps, noPause);
  expect(await raised()).toEqual([`books_differ: ${left[0]?.subject}`]);
  await explainAll();
  expect((await reconcile(world.deps, 0)).lines).toMatchObject([{ explanation: 'explained by a test' }]);
  expect(await auditNow(world.deps, noPause)).toBe(0);
});

test('a broken equation and a provider without a list raise an incident each', async () => {
  await world.database.adminDb.run(sql`update reserves set held = held + 1 where wallet = 'SBERRUB'`);
  const silent = { ...world.rail, statement: async () => ({ outcome: 'unavailable', reason: 'down' }) as const };
  await auditNow({ ...world.deps, rails: new Map([['test', silent]]) }, noPause);
  expect(await raised()).toEqual(['audit_failed: cached holds = open holds', 'audit_failed: list of test']);
  await world.database.adminDb.run(sql`update reserves set held = held - 1 where wallet = 'SBERRUB'`);
  await explainAll();
});

test('a transfer that was changed after it was linked raises an incident', async () => {
  await vi.waitFor(
    async () => {
      await chainTransfers(world.deps);
      expect(await chainHead(world.deps)).toBeDefined();
    },
    { timeout: 20_000, interval: 20 },
  );
  const tamper = (change: Sql) =>
    world.database.adminDb.tx(async (tx) => {
      await tx.run(sql`set local session_replication_role = replica`);
      await tx.run(sql`update ledger_transfers set actor = ${change} where id = (select transfer_id from ledger_chain where number = 1)`);
    });
  await tamper(sql`actor || 'x'`);
  await auditNow(world.deps, noPause);
  expect(await raised()).toEqual(['audit_failed: ledger chain']);
  await tamper(sql`left(actor, -1)`);
  await explainAll();
});

test('an audit that throws raises an incident', async () => {
  const broken = { ...world.rail, statement: async () => Promise.reject(new Error('nonsense')) };
  await auditNow({ ...world.deps, rails: new Map([['test', broken]]) }, noPause);
  expect(await raised()).toEqual(['audit_failed: the audit itself']);
  await explainAll();
});

test('it runs once a night, in one of many processes, and not on the database’s first day', async () => {
  const night = async () => await Promise.all(Array.from({ length: 5 }, async () => await auditNightly(world.deps, noPause)));
  expect((await night()).filter(Boolean)).toHaveLength(0);
  await world.pass(DAY_MS);
  expect((await night()).filter(Boolean)).toHaveLength(1);
  await world.pass(HOUR_MS / 2);
  expect((await night()).filter(Boolean)).toHaveLength(0);
  await world.pass(DAY_MS);
  expect((await night()).filter(Boolean)).toHaveLength(1);
});
