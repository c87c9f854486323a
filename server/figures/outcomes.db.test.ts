import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR_MS } from '#core/time.ts';
import { type Queryable, sql, type Sql } from '#server/platform/db/db.ts';
import { copyOrder } from '#tests/make/many-orders.ts';
import { as } from '#tests/make/rows.ts';
import { rowsRead } from '#tests/make/rows-read.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { uncounted } from './counted-period.ts';
import { countFigureOrders } from './store.ts';
import { countOutcomes } from './sums-store.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(async () => await world.abandon());

test('the outcomes of a period are counted from an index, without their orders', async () => {
  const admin = world.database.adminDb;
  const { id } = await world.order();
  await copyOrder(admin, id, {
    count: 4_000,
    changed: {
      id: sql`'ended' || n`,
      status: sql`case when n % 4 = 0 then 'expired' else 'completed' end`,
      status_changed_at: sql`now() - n * interval '1 minute'`,
    },
  });
  await admin.run(sql`vacuum analyze orders`);
  const now = Date.now();
  const period = { from: now - 2 * HOUR_MS, to: now, unit: 'hour' } as const;
  const statements: Sql[] = [];
  const { many } = world.deps.db;
  const db: Queryable = { ...world.deps.db, many: (row, statement) => (statements.push(statement), many(row, statement)) };
  const counted = await countOutcomes(db, uncounted(period));
  expect(counted.map(({ status }) => status)).toEqual(['completed', 'expired']);
  const [statement] = statements;
  const plan = await admin.many(as<{ 'QUERY PLAN': string }>(), sql`explain ${statement ?? sql`select`}`);
  expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('Index Only Scan using orders_ended_status');
});

test('orders without a price are counted from the results of their period', async () => {
  const admin = world.database.adminDb;
  await admin.run(sql`
    insert into order_results (order_id, ended_at, outcome, income_code, outcome_code, income_wallet, outcome_wallet, income_amount,
      outcome_amount, fees, spread, income_usd, outcome_usd)
    select id, status_changed_at, 'completed', income_code, outcome_code, income_wallet, outcome_wallet, 1, 1, 0, 0, 1,
      case when id <> 'ended1' then 1 end from orders where status = 'completed' and id <> 'ended2'`);
  await admin.run(sql`vacuum analyze order_results`);
  const now = Date.now();
  const filter = { period: { from: now - HOUR_MS, to: now, unit: 'hour' }, set: 'unknown' } as const;
  let unknown = 0;
  const read = await rowsRead(admin, async (db) => {
    unknown = await countFigureOrders(db, filter);
  });
  // One has no price, one no result
  expect(unknown).toBe(2);
  expect(read['order_results']).toBeLessThan(100);
});
