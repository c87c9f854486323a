import { sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE_MS } from '#core/time.ts';
import { insertUser } from '#server/users/change-user.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { copyOrder } from '#tests/make/many-orders.ts';
import { rowsRead } from '#tests/make/rows-read.ts';
import { listOwnOrders } from './store.ts';

const userId = '6f1c1c1e-0000-4000-8000-000000000001';
let world: World;
let newestFirst: readonly string[];
beforeAll(async () => {
  world = await createWorld();
  const user = { id: userId, email: 'own@example.org', passwordHash: 'x', fullName: null, role: 'customer', locale: 'ru' } as const;
  await world.deps.db.tx((tx) => insertUser(tx, { ...user, emailVerifiedAt: null, createdAt: world.deps.clock.now() }));
  const ids: string[] = [];
  for (let i = 0; i < 5; i += 1) {
    ids.unshift((await world.order()).id);
    await world.pass(MINUTE_MS);
  }
  await world.order();
  await world.database.adminDb.run(sql`update orders set user_id = ${userId} where id = any(${ids})`);
  newestFirst = ids;
});
afterAll(async () => await world.abandon());

const page = async (number: number, sort?: readonly string[]) => {
  const { rows, total } = await listOwnOrders(world.deps.db, userId, { limit: 2, offset: (number - 1) * 2, from: undefined, sort });
  return { ids: rows.map(({ id }) => id), total };
};

test('pages of own orders neither overlap nor miss one, and the total is exact', async () => {
  const pages = [await page(1), await page(2), await page(3), await page(4)];
  expect(pages.map(({ ids }) => ids)).toEqual([newestFirst.slice(0, 2), newestFirst.slice(2, 4), newestFirst.slice(4), []]);
  expect(pages.map(({ total }) => total)).toEqual([5, 5, 5, 5]);
});

test('in the requested order', async () => {
  expect((await page(1, ['created_at'])).ids).toEqual(newestFirst.toReversed().slice(0, 2));
});

test('a page of a long list reads the rows of its page, and those that it skips', async () => {
  const admin = world.database.adminDb;
  await copyOrder(admin, newestFirst[0] ?? '', {
    count: 4_000,
    changed: { id: sql`'own' || md5(n::text)`, created_at: sql`now() - n * interval '1 minute'`, user_id: sql`${userId}::uuid` },
  });
  await admin.run(sql`vacuum analyze orders`);
  const others = sql`select w.id, w.created_at, w.expires_at, w.status from withdrawals w where w.user_id = ${userId}`;
  const read = async (offset: number) =>
    await rowsRead(admin, async (db) => {
      const part = { limit: 20, offset, from: undefined, sort: undefined };
      const counting = { ...db, one: world.deps.db.one };
      await listOwnOrders(counting, userId, part, { filter: sql`true`, others });
    });
  expect((await read(0))['orders']).toBeLessThan(60);
  expect((await read(200))['orders']).toBeLessThan(260);
});
