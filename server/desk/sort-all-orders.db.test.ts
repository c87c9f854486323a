import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Queryable, raw, sql } from '#server/platform/db/db.ts';
import type { PageStart } from '#server/platform/db/list-page.ts';
import { copyOrder } from '#tests/make/many-orders.ts';
import { as } from '#tests/make/rows.ts';
import { rowsRead } from '#tests/make/rows-read.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { listOfficeOrders, type OrderFilter } from './store.ts';

const ORDERS = 4_000;
const PER_PAGE = 10;
const ALL: OrderFilter = {
  view: 'all',
  attentions: [],
  status: undefined,
  statusGroup: undefined,
  q: undefined,
  partnerId: undefined,
  days: {},
};

let world: World;
beforeAll(async () => {
  world = await createWorld();
  const { id } = await world.order();
  const admin = world.database.adminDb;
  await copyOrder(admin, id, {
    count: ORDERS,
    changed: {
      id: sql`'s' || md5(n::text)`,
      status: sql`case when n % 20 > 0 then 'completed' when n % 40 = 0 then 'awaiting_payment' else 'payout_pending' end`,
      expires_at: sql`case when n % 40 = 0 then now() + (n * 7 % 1000) * interval '1 second' end`,
      created_at: sql`now() - n * interval '1 minute'`,
      status_changed_at: sql`now() - (n * 37 % 5000) * interval '1 minute'`,
    },
  });
  await admin.run(sql`analyze orders`);
});
afterAll(async () => await world.abandon());

const read = (sort: string, part: { offset?: number; from?: PageStart }, db: Queryable = world.deps.db) =>
  listOfficeOrders(db, ALL, {
    limit: PER_PAGE,
    offset: part.offset ?? 0,
    from: part.from,
    sort: [sort],
    ranking: { now: world.deps.clock.now(), worth: { codes: [], usd: [] } },
  });
const idsOf = (page: Awaited<ReturnType<typeof read>>): readonly string[] => page.rows.map(({ id }) => id);

const SORTS = ['created_at', 'status_changed_at', 'expires_at', 'status'].flatMap((key) => [key, `-${key}`]);

test.each(SORTS)('all orders by %s are sorted across their parts, by page number and by cursor', async (sort) => {
  const direction = raw(sort.startsWith('-') ? 'desc' : 'asc');
  const sorted = await world.deps.db.many(
    as<{ id: string }>(),
    sql`select id from orders order by ${raw(sort.replace('-', ''))} ${direction} nulls last, created_at desc, id`,
  );
  const expected = sorted.map(({ id }) => id);
  // The end of the first part of each sorting, and the beginning and end of all
  for (const start of [0, 90, 190, 3_790, 3_890, ORDERS - 10]) {
    const page = await read(sort, { offset: start });
    expect(idsOf(page)).toEqual(expected.slice(start, start + PER_PAGE));
    const { before, after } = page.ends;
    const next = after && (await read(sort, { from: { direction: 'after', place: after, asOf: null } }));
    if (next) expect(idsOf(next)).toEqual(expected.slice(start + PER_PAGE, start + 2 * PER_PAGE));
    const previous = before && (await read(sort, { from: { direction: 'before', place: before, asOf: null } }));
    if (previous) expect(idsOf(previous)).toEqual(expected.slice(start - PER_PAGE, start));
  }
});

test.each(SORTS)('a page of all orders by %s reads a few rows of each part', async (sort) => {
  const first = await read(sort, {});
  const cursor: PageStart = { direction: 'after', place: first.ends.after ?? [], asOf: null };
  const offsets = [{}, { offset: 20 }, { from: cursor }];
  for (const part of offsets) {
    const { orders = 0 } = await rowsRead(world.database.adminDb, (db) => read(sort, part, db));
    expect(orders).toBeGreaterThan(PER_PAGE);
    expect(orders).toBeLessThan(ORDERS / 8);
  }
});
