import { col, rowType, sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Order } from '#core/order/order.ts';
import { HOUR_MS, MINUTE_MS } from '#core/time.ts';
import { findClosingNotes } from '#server/incidents/queries.ts';
import { listOpenSubjects } from '#tests/make/list-open-subjects.ts';
import { createObserver } from '#tests/make/observe.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { reconcile } from './reconcile.ts';
import { watchPaid } from './watch-paid.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(async () => await world.close());

const noPause = { pauseMs: 0 };
const openSubjects = async () => await listOpenSubjects(world.deps.db, 'books_differ');
const PayoutRow = rowType({ id: col.text, amount: col.text });

/** The provider's list has the order's payout, and its payment if `isPaid`. */
async function list(order: Order, isPaid: boolean): Promise<void> {
  await world.drain();
  const at = world.deps.clock.now();
  const payouts = await world.deps.db.many(PayoutRow, sql`select id, amount from payouts where order_id = ${order.id}`);
  for (const { id, amount } of payouts)
    world.rail.books.push({ direction: 'out', reference: id, paymentSystemCode: order.outcomeCode, amount: BigInt(amount), at });
  if (!isPaid) return;
  const { incomeCode: paymentSystemCode, incomeAmount: amount } = order;
  world.rail.books.push({ direction: 'in', reference: `in-${order.id}`, paymentSystemCode, amount, at });
}

test('a rail without payments is not queried', async () => {
  const references: string[] = [];
  const rails = new Map(
    [...world.deps.rails].map(([name, rail]) => [
      name,
      { ...rail, statement: async (since: number) => (references.push(name), await rail.statement(since)) },
    ]),
  );
  await watchPaid({ ...world.deps, rails }, noPause);
  expect(references).toEqual([]);
});

test('a credit by an operator or a report that the provider’s list lacks raises an incident within minutes, once', async () => {
  const operator = await createObserver(world);
  const [paid, word, report] = [await world.order(), await world.order(), await world.order()];
  await world.deposit(paid);
  await list(paid, true);
  expect(await operator.see(word)).toMatchObject({ ok: true });
  await list(word, false);
  await world.deposit(report);
  await list(report, false);
  await watchPaid(world.deps, noPause);
  // The provider's list may lag
  expect(await openSubjects()).toEqual([]);
  await world.pass(11 * MINUTE_MS);
  await watchPaid(world.deps, noPause);
  await watchPaid(world.deps, noPause);
  const calls = await openSubjects();
  expect(calls).toHaveLength(2);
  expect(calls).toEqual(expect.arrayContaining([`test in in-${report.id}`, expect.stringContaining('test in by hand')]));
  const Times = rowType({ times: col.number });
  expect(await world.deps.db.many(Times, sql`select times from incidents where kind = 'books_differ'`)).toEqual([
    { times: 1 },
    { times: 1 },
  ]);
});

test('an explained difference is not raised again', async () => {
  await world.database.adminDb.run(sql`update incidents set closed_at = now(), note = 'seen at the bank' where kind = 'books_differ'`);
  await watchPaid(world.deps, noPause);
  expect(await openSubjects()).toEqual([]);
});

test('a payment that is only seen covers a manual deposit, and the incident is resolved by the rail’s final report', async () => {
  const operator = await createObserver(world);
  const [seen, never] = [await world.order(), await world.order()];
  const raisedFor = async (order: Order) => (await openSubjects()).filter((subject) => subject.includes(order.id));
  for (const order of [seen, never]) expect(await operator.see(order)).toMatchObject({ ok: true });
  for (const order of [seen, never]) await list(order, false);
  await world.deposit(seen, { state: 'seen' });
  await world.pass(11 * MINUTE_MS);
  await watchPaid(world.deps, noPause);
  // Confirmations take time
  expect([await raisedFor(seen), (await raisedFor(never)).length]).toEqual([[], 1]);
  // Never confirmed: a seen payment does not cover it any more
  await world.deposit(seen, { state: 'failed' });
  await watchPaid(world.deps, noPause);
  expect((await raisedFor(seen)).length).toBe(1);
  // Final after a delay: the incident is resolved
  for (const order of [seen, never]) {
    await world.deposit(order, { state: 'seen' });
    await watchPaid(world.deps, noPause);
    expect((await raisedFor(order)).length).toBe(1);
    await world.deposit(order);
    const { incomeCode: paymentSystemCode, incomeAmount: amount } = order;
    world.rail.books.push({ direction: 'in', reference: `in-${order.id}`, paymentSystemCode, amount, at: world.deps.clock.now() });
    await watchPaid(world.deps, noPause);
    expect(await raisedFor(order)).toEqual([]);
  }
  // Resolved automatically, without an explanation: may be raised again
  const explained = await findClosingNotes(world.deps.db, 'books_differ');
  expect([...explained.keys()].filter((subject) => subject.includes(never.id))).toEqual([]);
});

test('a payment that stays unconfirmed for hours is raised', async () => {
  const operator = await createObserver(world);
  const order = await world.order();
  expect(await operator.see(order)).toMatchObject({ ok: true });
  await world.deposit(order, { state: 'seen' });
  await world.drain();
  const handLines = async () =>
    (await reconcile(world.deps, order.createdAt)).lines.filter(({ subject }) => subject.includes(` by hand ${order.id}`));
  await world.pass(6 * HOUR_MS);
  expect(await handLines()).toEqual([]);
  await world.pass(11 * MINUTE_MS);
  expect(await handLines()).toHaveLength(1);
});
