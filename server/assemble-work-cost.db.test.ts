import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FINAL_STATUSES } from '#core/order/status.ts';
import { join, type Queryable, sql, type Sql } from '#server/platform/db/db.ts';
import { statementsOf } from '#tests/make/count-statements.ts';
import { copyOrder } from '#tests/make/many-orders.ts';
import { as } from '#tests/make/rows.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { WORK } from '#tests/make/registries.ts';
import { countWork, findLateWork } from './work/lane.ts';

const OPEN = ['awaiting_payment', 'awaiting_payment', 'payment_claimed', 'moderation', 'payout_sent', 'payout_pending', 'refund_pending'];
const SIZE = { open: 700, ended: 14_000 };

let world: World;
beforeAll(async () => {
  world = await createWorld();
  const { id } = await world.order();
  const admin = world.database.adminDb;
  const ago = sql`now() - n * interval '7 seconds'`;
  await copyOrder(admin, id, {
    count: SIZE.open + SIZE.ended,
    changed: {
      id: sql`'b' || md5(n::text || 'order')`,
      email: sql`md5(n::text) || '@example.org'`,
      status: sql`case when n <= ${SIZE.open}::int then (array[${join(OPEN)}]::text[])[1 + n % ${OPEN.length}::int] else 'completed' end`,
      status_changed_at: ago,
      created_at: ago,
    },
  });
  const ended = sql`status in (${join([...FINAL_STATUSES])})`;
  await admin.run(sql`
    insert into approvals (id, kind, subject, payload, hash, note, needs, state, decided_at, proposed_at, expires_at)
    select gen_random_uuid(), 'pay_out', id, '{"why":["above_limit"]}', id, '', 1, case when ${ended} then 'overtaken' else 'open' end,
      case when ${ended} then now() end, now(), now() + interval '1 day' from orders where status in ('payout_pending', 'completed')`);
  await admin.run(sql`
    insert into payouts (id, order_id, purpose, attempt, rail, payment_system_code, wallet, amount, state, claimed_at, updated_at)
    select gen_random_uuid(), id, 'payout', 1, 'test', outcome_code, outcome_wallet, outcome_amount,
      case when ${ended} then 'executed' else 'accepted' end, now(), now() from orders where status in ('completed', 'payout_sent')`);
  await admin.run(sql`
    insert into order_events (order_id, version, move, actor, from_status, to_status, at)
    select id, 1, 'pay', 'provider', 'awaiting_payment', 'paid', now() from orders where ${ended}`);
  await admin.run(sql`analyze`);
});
afterAll(async () => await world.abandon());

/** The statements sent to the database while `work` runs. */
async function sentStatements(work: (db: Queryable) => Promise<unknown>): Promise<readonly Sql[]> {
  const queries: Sql[] = [];
  const { db } = world.deps;
  await work({ ...db, many: async (row, query) => (queries.push(query), await db.many(row, query)) });
  return queries;
}
/** Tables that a statement reads completely. */
async function scannedBy(query: Sql): Promise<readonly string[]> {
  const plan = await world.database.adminDb.many(as<Record<'QUERY PLAN', string>>(), sql`explain (analyze) ${query}`);
  const scans = plan.flatMap((row) => [...(/Seq Scan on (\w+).*actual/.exec(row['QUERY PLAN'])?.slice(1) ?? [])]);
  return [...new Set(scans)];
}
const LARGE = ['orders', 'order_events', 'payouts', 'approvals'];

test('the counts of the menu and the alarms take one statement each, for every role', async () => {
  for (const role of ['owner', 'cashier', 'compliance', 'verifier'])
    expect(await statementsOf(async () => await countWork(world.deps, world.deps.db, WORK, { userId: randomUUID(), role }))).toHaveLength(
      1,
    );
  expect(await statementsOf(async () => await findLateWork(world.deps, world.deps.db, WORK))).toHaveLength(1);
});

test('neither statement scans all orders, payouts, proposals or events of a shop with many closed orders', async () => {
  const queries = [
    ...(await sentStatements(async (db) => await countWork(world.deps, db, WORK, { userId: randomUUID(), role: 'owner' }))),
    ...(await sentStatements(async (db) => await countWork(world.deps, db, WORK, { userId: randomUUID(), role: 'cashier' }))),
    ...(await sentStatements(async (db) => await findLateWork(world.deps, db, WORK))),
  ];
  expect(queries).toHaveLength(3);
  for (const query of queries) expect((await scannedBy(query)).filter((table) => LARGE.includes(table))).toEqual([]);
});
