import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Queryable, sql } from '#server/platform/db/db.ts';
import { rowsRead } from '#tests/make/rows-read.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { findThreads } from './office-store.ts';

const THREADS = 1_000;

let world: World;
let admin: Queryable;
beforeAll(async () => {
  world = await createWorld();
  admin = world.database.adminDb;
  // The newest thread has the largest number
  await admin.run(sql`
    insert into chat_threads (id, guest_hash, email, state, locale, created_at, last_at, last_nr)
    select md5(n::text)::uuid, decode(md5('guest' || n), 'hex'), 'guest' || n || '@example.org', 'closed', 'ru', now(),
      now() - n * interval '-1 minute', n * 10 from generate_series(1, ${THREADS}::int) n`);
  await admin.run(sql`
    insert into chat_messages (nr, id, thread_id, author, text, at) overriding system value
    select n, gen_random_uuid(), md5(((n + 9) / 10)::text)::uuid, 'customer',
      case n when 25 then 'Где МОЙ перевод 100%_?' when 35 then 'Line without' else 'Where is my money? Line ' || n end, now()
    from generate_series(1, ${THREADS * 10}::int) n`);
  await admin.run(sql`vacuum analyze chat_threads, chat_messages`);
});
afterAll(async () => await world.abandon());

const found = async (text: string, limit = 12) => (await findThreads(world.deps.db, text, limit)).map(({ email }) => email);
const guests = (...numbers: readonly number[]) => numbers.map((n) => `guest${n}@example.org`);

test('chats are found by a part of a text, in any case and with every sign', async () => {
  expect(await found('перевод 100%_')).toEqual(guests(3));
  expect(await found('мой пер')).toEqual(guests(3));
  expect(await found('e without')).toEqual(guests(4));
  expect(await found('100_')).toEqual([]);
  expect(await found('guest77@')).toEqual(guests(77));
});

test('the newest chats with a text come first, however many there are', async () => {
  expect(await found('MONEY', 3)).toEqual(guests(THREADS, THREADS - 1, THREADS - 2));
  expect(await found('line 77', 14)).toEqual(guests(780, 779, 778, 777, 776, 775, 774, 773, 772, 771, 770, 78, 77, 8));
});

test('messages are not compared one by one', async () => {
  for (const text of ['money', 'line 7777', 'nowhere'])
    expect((await rowsRead(admin, async (db) => await findThreads(db, text, 3)))['chat_messages'] ?? 0, text).toBeLessThan(THREADS * 4);
});
