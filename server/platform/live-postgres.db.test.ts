import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { AnyRow, sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/make/database.ts';
import { createLive } from './live-postgres.ts';
import type { Live } from './live.ts';

const log = { info: () => undefined, warn: () => undefined };
let database: TestDatabase;
let here: Live;
let there: Live;

beforeAll(async () => {
  database = await createTestDatabase();
  here = createLive({ url: database.appUrl, log });
  there = createLive({ url: database.appUrl, log });
  await Promise.all([here.start(), there.start()]);
});
afterAll(async () => {
  await Promise.all([here.stop(), there.stop()]);
  await database.drop();
});

it('notifies other processes when the transaction commits, and never when it rolls back', async () => {
  const received: string[] = [];
  const stop = there.subscribe('order_changed', (payload) => received.push(payload));
  await database.db
    .tx(async (tx) => {
      await here.notify(tx, 'order_changed', 'lost');
      throw new Error('rolled back');
    })
    .catch(() => undefined);
  await database.db.tx((tx) => here.notify(tx, 'order_changed', 'kept'));
  await vi.waitFor(() => expect(received).toContain('kept'));
  expect(received).not.toContain('lost');
  stop();
});

it('reconnects after its connection was cut, calls the listeners, and receives again', async () => {
  const reconnected = vi.fn();
  const onNotice = vi.fn();
  there.onReconnect(reconnected);
  there.subscribe('order_changed', onNotice);
  await database.adminDb.run(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'razmen live' and datname = current_database()`,
  );
  await vi.waitFor(() => expect(reconnected).toHaveBeenCalled(), { timeout: 5000 });
  await database.db.tx((tx) => here.notify(tx, 'order_changed', 'again'));
  await vi.waitFor(() => expect(onNotice).toHaveBeenCalledWith('again'));
});

it('receives notifications that an administrator sends by hand, also for later subscribers', async () => {
  const onNotice = vi.fn();
  there.subscribe('said_by_hand', onNotice);
  await vi.waitFor(
    async () => {
      await database.adminDb.run(sql`notify said_by_hand, 'in psql'`);
      expect(onNotice).toHaveBeenCalledWith('in psql');
    },
    { timeout: 5000, interval: 100 },
  );
});

it('refuses a channel name that needs quoting', async () => {
  expect(() => here.subscribe('Order"; drop table orders', () => undefined)).toThrow(/Channel/);
});

it('runs one query at a time on its connection, with any number of new subscribers', async () => {
  const warnings: string[] = [];
  const onWarning = (warning: Error) => warnings.push(warning.message);
  process.on('warning', onWarning);
  const received: string[] = [];
  const channels = ['first_channel', 'second_channel', 'third_channel'];
  for (const channel of channels) there.subscribe(channel, () => received.push(channel));
  await vi.waitFor(async () => {
    await database.db.tx(async (tx) => {
      for (const channel of channels) await here.notify(tx, channel, 'x');
    });
    expect(new Set(received)).toEqual(new Set(channels));
  });
  process.off('warning', onWarning);
  expect(warnings).toEqual([]);
});

/** Program of a process that is killed directly after its commit. */
const DIE_AFTER_COMMIT = `
import { createDb, createPool } from '#server/platform/db/pool.ts';
import { createLive } from '#server/platform/live-postgres.ts';
const log = { info: () => undefined, warn: () => undefined };
const url = process.argv[1];
const live = createLive({ url, log });
await live.start();
await createDb(createPool({ url, max: 1, log })).tx(async (tx) => {
  tx.onCommit(() => process.kill(process.pid, 'SIGKILL'));
  await live.notify(tx, 'order_changed', 'last words');
});
`;

it('receives notices of a process that was killed after its commit', async () => {
  const onNotice = vi.fn();
  const stop = there.subscribe('order_changed', onNotice);
  const child = spawn(process.execPath, ['--input-type=module', '-e', DIE_AFTER_COMMIT, database.appUrl], { stdio: 'inherit' });
  expect((await once(child, 'exit'))[1]).toBe('SIGKILL');
  await vi.waitFor(() => expect(onNotice).toHaveBeenCalledWith('last words'), { timeout: 3000 });
  stop();
});

it('keeps the order within a transaction, and misses no transaction that began earlier and committed later', async () => {
  const received: string[] = [];
  const stop = there.subscribe('order_changed', (payload) => received.push(payload));
  let finish = (): void => undefined;
  const isHeard = new Promise<void>((resolve) => (finish = resolve));
  let hasBegun = (): void => undefined;
  const started = new Promise<void>((resolve) => (hasBegun = resolve));
  const slow = database.db.tx(async (tx) => {
    await here.notify(tx, 'order_changed', 'slow');
    hasBegun();
    await isHeard;
  });
  await started;
  await database.db.tx(async (tx) => {
    for (const payload of ['1', '2', '3']) await here.notify(tx, 'order_changed', payload);
  });
  // One slow listener does not delay the others
  await vi.waitFor(() => expect(received).toEqual(['1', '2', '3']));
  finish();
  await slow;
  await vi.waitFor(() => expect(received).toEqual(['1', '2', '3', 'slow']));
  stop();
});

it('delivers hints after the commit, repeated ones once, and none after a rollback', async () => {
  const received: string[] = [];
  const stops = [here, there].map((live, i) => live.subscribe('job_sent', (payload) => received.push(`${i} ${payload}`)));
  await database.db.tx(async (tx) => {
    for (const payload of ['pay', 'pay', 'tell']) here.hint(tx, 'job_sent', payload);
  });
  await database.db
    .tx(async (tx) => {
      here.hint(tx, 'job_sent', 'lost');
      throw new Error('rolled back');
    })
    .catch(() => undefined);
  await database.db.tx(async (tx) => here.hint(tx, 'job_sent', 'end'));
  await vi.waitFor(() => expect(received).toContain('1 end'));
  expect(received.filter((line) => line.startsWith('1'))).toEqual(['1 pay', '1 tell', '1 end']);
  expect(new Set(received)).toEqual(new Set(['0 pay', '0 tell', '0 end', '1 pay', '1 tell', '1 end']));
  for (const stop of stops) stop();
});

it('a listener that throws affects neither the other listeners nor the transaction', async () => {
  const onNotice = vi.fn();
  const stops = [
    here.subscribe('order_changed', () => {
      throw new Error('stumbled');
    }),
    here.subscribe('order_changed', onNotice),
  ];
  await database.db.tx((tx) => here.notify(tx, 'order_changed', 'on'));
  await vi.waitFor(() => expect(onNotice).toHaveBeenCalledWith('on'));
  for (const stop of stops) stop();
});

it('deletes notices that every process had time to read; a process that paused longer reloads everything', async () => {
  const quick = createLive({ url: database.appUrl, log, pace: { pollMs: 20, cleanupMs: 50 } });
  const late = createLive({ url: database.appUrl, log, pace: { pollMs: 400, cleanupMs: 50 } });
  const lateAnew = vi.fn();
  late.onReconnect(lateAnew);
  await Promise.all([quick.start(), late.start()]);
  await database.db.tx((tx) => here.notify(tx, 'order_changed', 'old'));
  await vi.waitFor(async () => expect(await database.db.many(AnyRow, sql`select 1 from notices`)).toEqual([]), { timeout: 5000 });
  await vi.waitFor(() => expect(lateAnew).toHaveBeenCalled());
  await Promise.all([quick.stop(), late.stop()]);
});
