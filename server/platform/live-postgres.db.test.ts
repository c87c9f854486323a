import sql from 'sql-template-tag';
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

it('tells other processes when the transaction commits, and never when it rolls back', async () => {
  const heard: string[] = [];
  const stop = there.subscribe('order_changed', (payload) => heard.push(payload));
  await database.db.run(sql`select 1`);
  await vi.waitFor(async () => {
    await database.db.tx((tx) => here.notify(tx, 'order_changed', 'ready'));
    expect(heard).toContain('ready');
  });
  heard.length = 0;
  await database.db
    .tx(async (tx) => {
      await here.notify(tx, 'order_changed', 'lost');
      throw new Error('rolled back');
    })
    .catch(() => undefined);
  await database.db.tx((tx) => here.notify(tx, 'order_changed', 'kept'));
  await vi.waitFor(() => expect(heard).toContain('kept'));
  expect(heard).not.toContain('lost');
  stop();
});

it('comes back after its connection was cut, says so, and hears again', async () => {
  const reconnected = vi.fn();
  const heard = vi.fn();
  there.onReconnect(reconnected);
  there.subscribe('order_changed', heard);
  await database.adminDb.run(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'razmen live' and datname = current_database()`,
  );
  await vi.waitFor(() => expect(reconnected).toHaveBeenCalled(), { timeout: 5000 });
  await database.db.tx((tx) => here.notify(tx, 'order_changed', 'again'));
  await vi.waitFor(() => expect(heard).toHaveBeenCalledWith('again'));
});

it('refuses a channel name that would be quoted wrong', async () => {
  expect(() => here.subscribe('Order"; drop table orders', () => undefined)).toThrow(/Channel/);
});

it('asks its connection one thing at a time, however many begin to listen at once', async () => {
  const warnings: string[] = [];
  const onWarning = (warning: Error) => warnings.push(warning.message);
  process.on('warning', onWarning);
  const heard: string[] = [];
  const channels = ['first_channel', 'second_channel', 'third_channel'];
  for (const channel of channels) there.subscribe(channel, () => heard.push(channel));
  await vi.waitFor(async () => {
    await database.db.tx(async (tx) => {
      for (const channel of channels) await here.notify(tx, channel, 'x');
    });
    expect(new Set(heard)).toEqual(new Set(channels));
  });
  process.off('warning', onWarning);
  expect(warnings).toEqual([]);
});
