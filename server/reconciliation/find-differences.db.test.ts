import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, type Instant } from '#core/time.ts';
import type { Rail, StatementLine } from '#server/adapters/rails/port.ts';
import { sql } from '#server/platform/db/db.ts';
import { as } from '#tests/make/rows.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { PERIOD_MS } from './find-differences.ts';
import { reconcile } from './reconcile.ts';

let world: World;
let now: Instant;
beforeAll(async () => {
  world = await createWorld();
  now = world.deps.clock.now();
});
afterAll(async () => await world.abandon());

/** A completed order that both books have, first seen so many days ago; the provider's entries are `lagMs` younger. */
async function bookedOrder(daysAgo: number, lagMs = 0): Promise<readonly string[]> {
  const order = await world.order();
  await world.deposit(order);
  await world.drain();
  const at = now - daysAgo * DAY_MS;
  const [payout] = await world.deps.db.many(
    as<{ id: string }>(),
    sql`update payouts set claimed_at = ${new Date(at)} where order_id = ${order.id} returning id`,
  );
  await world.database.adminDb.run(sql`update deposits set first_seen_at = ${new Date(at)} where order_id = ${order.id}`);
  const { incomeCode, outcomeCode, incomeAmount, outcomeAmount } = order;
  const received = `in-${order.id}`;
  const paid = payout?.id ?? '';
  world.rail.books.push(
    { direction: 'in', reference: received, paymentSystemCode: incomeCode, amount: incomeAmount, at: at + lagMs },
    { direction: 'out', reference: paid, paymentSystemCode: outcomeCode, amount: outcomeAmount, at: at + lagMs },
  );
  return [received, paid];
}

/** The rail of the world, and how many lines each of its lists had. */
function countingRail(statementOf: Rail['statement'] = world.rail.statement): { readonly rail: Rail; readonly counts: number[] } {
  const counts: number[] = [];
  const statement: Rail['statement'] = async (since, before) => {
    const listed = await statementOf(since, before);
    if (listed.outcome === 'listed') counts.push(listed.lines.length);
    return listed;
  };
  return { rail: { ...world.rail, statement }, counts };
}

const subjects = async (rail: Rail) => (await reconcile(world.deps, 0, [rail])).lines.map(({ subject }) => subject).toSorted();
const linesOf = (references: readonly string[]): StatementLine[] =>
  world.rail.books.filter(({ reference }) => references.includes(reference));

test('the whole past is compared by periods; each line is read once, and counterparts in other periods are found', async () => {
  const [first] = [
    await bookedOrder(400),
    await bookedOrder(399),
    await bookedOrder(200, 45 * DAY_MS),
    await bookedOrder(100, -20 * DAY_MS),
  ];
  // At the edge of a period
  await bookedOrder(400 - PERIOD_MS / DAY_MS, HOUR_MS);
  await bookedOrder(400 - PERIOD_MS / DAY_MS, -HOUR_MS);
  await bookedOrder(1);
  const { rail, counts } = countingRail();
  expect(await subjects(rail)).toEqual([]);
  expect(counts.length).toBeGreaterThan(10);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(14);
  expect(Math.max(...counts)).toBeLessThanOrEqual(6);

  const missing = linesOf(first);
  world.rail.books.splice(0, missing.length);
  const unknown = { direction: 'out', reference: world.deps.random.uuid(), paymentSystemCode: 'USDTTRC20', amount: 1n, at: now } as const;
  const lost = first.map((reference) => `test ${reference.startsWith('in-') ? 'in' : 'out'} ${reference}`);
  world.rail.books.push({ ...unknown, at: now - 500 * DAY_MS }, { ...unknown, reference: 'beside-us', at: now - 300 * DAY_MS });
  expect(await subjects(rail)).toEqual([...lost, `test out ${unknown.reference}`, 'test out beside-us'].toSorted());
  world.rail.books.splice(-2);
  world.rail.books.unshift(...missing);
  expect(await subjects(rail)).toEqual([]);
});

test('a line that is listed again because it changed meanwhile is no difference, nor is an oddity of every period several', async () => {
  const [again] = world.rail.books;
  const { rail } = countingRail(async (since, before) => {
    const listed = await world.rail.statement(since, before);
    if (listed.outcome === 'unavailable' || again === undefined) return listed;
    return { ...listed, lines: [...listed.lines, again], oddities: [{ subject: 'a', detail: 'foreign' }] };
  });
  expect(await subjects(rail)).toEqual(['test odd a']);
});

test('a rail that has no list of one period is not compared', async () => {
  const { rail } = countingRail(async (since, before) =>
    since > now - 100 * DAY_MS ? { outcome: 'unavailable', reason: 'down' } : await world.rail.statement(since, before),
  );
  expect(await reconcile(world.deps, 0, [rail])).toEqual({ lines: [], silent: [{ rail: 'test', reason: 'down' }] });
});
