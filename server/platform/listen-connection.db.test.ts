import { setTimeout as sleep } from 'node:timers/promises';
import { col, rowType, sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/make/database.ts';
import { type ProxyMode, serverOf, startTcpProxy, type TcpProxy, urlThrough } from '#tests/make/tcp-proxy.ts';
import { createLive } from './live-postgres.ts';
import type { Live } from './live.ts';

const log = { info: () => undefined, warn: () => undefined };
/** Long enough for several attempts and for a query without a response; `OUTAGE_MS=30000` for a longer manual run. */
const OUTAGE_MS = Number(process.env['OUTAGE_MS'] ?? 3_000);
const BACK_WITHIN_MS = 10_000;

const CountRow = rowType({ count: col.number });

let database: TestDatabase;
let proxy: TcpProxy;
let live: Live;

beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await startTcpProxy(serverOf(database.appUrl));
  live = createLive({ url: urlThrough(database.appUrl, proxy.port), log });
  await live.start();
});
afterAll(async () => {
  await live.stop();
  await proxy.close();
  await database.drop();
});

it.each<ProxyMode>(['refuse', 'close', 'hang', 'cut'])(
  'there is one listening connection after an outage with the error "%s"',
  async (mode) => {
    const onNotice = vi.fn();
    const stop = live.subscribe('order_changed', onNotice);
    const reconnected = vi.fn();
    const stopReconnect = live.onReconnect(reconnected);
    proxy.takeAccepted();
    await proxy.set(mode);
    await sleep(OUTAGE_MS);
    // Backed off: 100, 200, 400, 800, 1,600 ms and then 3 s, half of it at least, from one owner
    expect(proxy.takeAccepted()).toBeLessThan(12 + OUTAGE_MS / 1_500);
    await proxy.set('pass');
    await vi.waitFor(() => expect(reconnected).toHaveBeenCalled(), { timeout: BACK_WITHIN_MS, interval: 20 });
    await database.db.tx((tx) => live.notify(tx, 'order_changed', mode));
    await vi.waitFor(() => expect(onNotice).toHaveBeenCalledWith(mode), { timeout: 5_000 });
    // No other connection attempt follows
    await sleep(1_000);
    expect(proxy.open()).toBe(1);
    const [row] = await database.adminDb.many(
      CountRow,
      sql`select count(*)::int as count from pg_stat_activity where application_name = 'razmen live' and datname = current_database()`,
    );
    expect(row?.count).toBe(1);
    stop();
    stopReconnect();
  },
);

it('a stop during an outage ends the reconnect attempts', async () => {
  const own = await startTcpProxy(serverOf(database.appUrl));
  const stopped = createLive({ url: urlThrough(database.appUrl, own.port), log });
  await stopped.start();
  await own.set('hang');
  await stopped.stop();
  await own.set('pass');
  own.takeAccepted();
  await sleep(1_000);
  expect([own.open(), own.takeAccepted()]).toEqual([0, 0]);
  await own.close();
});
