import { as } from '#tests/make/rows.ts';
import { AnyRow, sql } from '#server/platform/db/db.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/make/database.ts';
import { createLive } from '#server/platform/live-postgres.ts';
import type { Live } from '#server/platform/live.ts';
import { createQueue, type DrainableQueue } from './pg-boss-queue.ts';

const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
let database: TestDatabase;
let live: Live;
let queue: DrainableQueue;

beforeEach(async () => {
  database = await createTestDatabase();
  live = createLive({ url: database.appUrl, log });
  await live.start();
  queue = createQueue({ url: database.appUrl, log, live });
});
afterEach(async () => {
  await queue.stop();
  await live.stop();
  await database.drop();
});

const jobs = () =>
  database.db.many(as<{ state: string }>(), sql`select state::text as state from pgboss.job where name = 'mail' order by created_on`);

it('runs a job once its transaction commits, never when it rolls back', async () => {
  const done: unknown[] = [];
  queue.declare('mail');
  queue.work('mail', async (data) => void done.push(data['id']));
  await queue.start('all');
  await database.db
    .tx(async (tx) => {
      await queue.send(tx, 'mail', { id: 'lost' });
      throw new Error('rolled back');
    })
    .catch(() => undefined);
  await database.db.tx((tx) => queue.send(tx, 'mail', { id: 'kept' }));
  await vi.waitFor(() => expect(done).toEqual(['kept']), { timeout: 5000 });
});

it('accepts jobs as soon as it is open, and runs them when it is started', async () => {
  const done: unknown[] = [];
  queue.declare('mail');
  queue.work('mail', async (data) => void done.push(data['id']));
  await queue.open();
  await database.db.tx((tx) => queue.send(tx, 'mail', { id: 'early' }));
  expect(await jobs()).toEqual([{ state: 'created' }]);
  expect(done).toEqual([]);
  await queue.start('all');
  await vi.waitFor(() => expect(done).toEqual(['early']), { timeout: 5000 });
});

it('is woken by a commit of another process, long before its next poll', async () => {
  const tooLate = { timeout: 1000, interval: 5 };
  const done: unknown[] = [];
  queue.declare('mail');
  queue.work('mail', async (data) => void done.push(data['id']));
  await queue.start('all');
  const elsewhere = createLive({ url: database.appUrl, log });
  await elsewhere.start();
  const web = createQueue({ url: database.appUrl, log, live: elsewhere });
  web.declare('mail');
  await web.start('web');
  // One after the other: polling alone would be too slow for all of them
  for (let id = 0; id < 5; id += 1) {
    await database.db.tx((tx) => web.send(tx, 'mail', { id }));
    await vi.waitFor(() => expect(done.at(-1)).toBe(id), tooLate);
  }
  await web.stop();
  await elsewhere.stop();
});

it('keeps one waiting job per key and any number without a key', async () => {
  queue.declare('mail');
  await queue.start('web');
  await Promise.all(Array.from({ length: 10 }, () => database.db.tx((tx) => queue.send(tx, 'mail', {}, { key: 'order-1' }))));
  expect(await jobs()).toHaveLength(1);
  await database.db.tx(async (tx) => {
    await queue.send(tx, 'mail', {});
    await queue.send(tx, 'mail', {});
  });
  expect(await jobs()).toHaveLength(3);
});

it('retries a failing job and leaves it visible if it never succeeds', async () => {
  let tries = 0;
  queue.declare('mail', { retryLimit: 1, retryDelaySeconds: 0 });
  queue.work('mail', async () => {
    tries++;
    throw new Error('the mail server is down');
  });
  await queue.start('jobs');
  await database.db.tx((tx) => queue.send(tx, 'mail', {}, { key: 'k' }));
  await vi.waitFor(async () => expect(await jobs()).toEqual([{ state: 'failed' }]), { timeout: 20_000, interval: 100 });
  expect(tries).toBe(2);
});

it('a web process runs no worker and no loop', async () => {
  const worked = vi.fn(async () => undefined);
  const ticked = vi.fn(async () => undefined);
  queue.declare('mail');
  queue.work('mail', worked);
  queue.every('sweep', 1, ticked);
  await queue.start('web');
  await database.db.tx((tx) => queue.send(tx, 'mail', {}));
  const elsewhere = createLive({ url: database.appUrl, log });
  await elsewhere.start();
  const other = createQueue({ url: database.appUrl, log, live: elsewhere });
  const done = vi.fn(async () => undefined);
  other.declare('mail');
  other.work('mail', done);
  await other.start('jobs');
  await vi.waitFor(() => expect(done).toHaveBeenCalledTimes(1), { timeout: 5000 });
  await other.stop();
  await elsewhere.stop();
  expect(worked).not.toHaveBeenCalled();
  expect(ticked).not.toHaveBeenCalled();
});

it('a loop never overlaps itself and continues after a tick that throws', async () => {
  let at = 0;
  let most = 0;
  let ticks = 0;
  queue.every('sweep', 1, async () => {
    most = Math.max(most, ++at);
    await new Promise((resolve) => setImmediate(resolve));
    at--;
    if (ticks++ === 0) throw new Error('first');
  });
  await queue.start('all');
  await vi.waitFor(() => expect(ticks).toBeGreaterThan(3));
  expect(most).toBe(1);
});

it('accepts jobs until it has stopped, for the next process to run', async () => {
  const worked = vi.fn(async () => undefined);
  queue.declare('mail');
  queue.work('mail', worked);
  await queue.start('all');
  await queue.drain();
  await database.db.tx((tx) => queue.send(tx, 'mail', {}));
  await queue.stop();
  expect(worked).not.toHaveBeenCalled();
  expect(await jobs()).toEqual([{ state: 'created' }]);
});

it('adds no NOTIFY to transactions, not even for a queue of an earlier release', async () => {
  queue.declare('mail');
  await queue.start('web');
  await database.adminDb.run(sql`update pgboss.queue set notify = true where name = 'mail'`);
  const later = createQueue({ url: database.appUrl, log, live });
  later.declare('mail');
  await later.open();
  expect(await database.db.many(AnyRow, sql`select notify from pgboss.queue`)).toEqual([{ notify: false }]);
  await later.stop();
});

it('a backlog without notifications is processed without pauses, by all workers', async () => {
  const done: unknown[] = [];
  queue.declare('mail');
  queue.work('mail', async (data) => void done.push(data['id']), { concurrency: 2 });
  await queue.open();
  const ids = Array.from({ length: 40 }, (_, id) => id);
  await database.db.tx(async (tx) => {
    for (const id of ids) await queue.send(tx, 'mail', { id });
  });
  await queue.start('all');
  await vi.waitFor(() => expect(new Set(done)).toEqual(new Set(ids)), { timeout: 8000 });
});
