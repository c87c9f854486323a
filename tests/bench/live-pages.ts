import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '#server/platform/db/db.ts';
import pg from 'pg';
import { startEmbedded } from '#server/platform/db/embedded.ts';
import { withDatabase } from '#server/platform/db/url.ts';
import { createDb, createPool } from '#server/platform/db/pool.ts';
import { createLive } from '#server/platform/live-postgres.ts';
import { createApi } from '#tests/make/call-api.ts';
import { fillForm, type GuestOrder, inParallel, orderOf, readSystems, sendForm } from '#tests/make/customer.ts';
import { freePort, makeFolder, removeFolder, startApp } from '#tests/make/process.ts';
import type { Extent } from './extent.ts';
import type { Arrival, StreamRequest } from './stream-clients.ts';

const EXTENT = {
  full: { streams: 10_000, orders: 500, onOne: 9_500, rounds: 5, quietMs: 1_000 },
  short: { streams: 20, orders: 10, onOne: 15, rounds: 1, quietMs: 100 },
} as const;
const DEADLINE_MS = 15_000;
/** Kernel clock ticks per second, the unit of a process's CPU time. */
const TICK_MS = 10;
const OUTCOMES = ['SBERRUB', 'TCSBRUB', 'SBPRUB', 'ACRUB', 'TBRUB'];
const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

async function makeOrders(url: string, count: number): Promise<readonly GuestOrder[]> {
  const api = createApi(url);
  const systems = await readSystems(api);
  return await inParallel(Array.from({ length: count }), 10, async (_, i) => {
    const wish = { from: 'USDTTRC20', to: OUTCOMES[i % OUTCOMES.length] ?? 'SBERRUB', side: 'income', amount: '16' } as const;
    return orderOf(await sendForm(api, await fillForm(api, wish, systems)));
  });
}

const residentMb = (pid: number): number => Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

/** CPU time of a process, which other work on the machine affects less than wall time. */
function cpuMs(pid: number): number {
  const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

async function answerOf<T>(child: ChildProcess, message: StreamRequest | 'collect'): Promise<T> {
  child.send(message);
  return (await once(child, 'message'))[0] as T;
}

export interface LivePages {
  /** From the commit to the page, in milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly rssMb: number;
  /** CPU time of the serving process for one change of all these orders. */
  readonly cpuMs: number;
  /** Time until all streams were open. */
  readonly openedMs: number;
}

interface Shop {
  readonly rounds: number;
  /** Before a measurement and after its clients are gone. */
  readonly quietMs: number;
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** Commits a new version of each of these orders; returns the time of each commit. */
  readonly change: (ids: readonly string[]) => Promise<ReadonlyMap<string, number>>;
}

async function measure(shop: Shop, orders: readonly GuestOrder[], changed: readonly string[]): Promise<LivePages> {
  const child = fork(path.join(import.meta.dirname, 'stream-clients.ts'), { serialization: 'advanced' });
  try {
    const started = performance.now();
    const opened = await answerOf<string>(child, { port: shop.port, streams: orders.map(({ id, token }) => ({ id, token })) });
    if (opened !== 'open') throw new Error(opened);
    const openedMs = performance.now() - started;
    const took: number[] = [];
    let busy = 0;
    for (let round = 0; round < shop.rounds; round += 1) {
      await sleep(shop.quietMs);
      await answerOf(child, 'collect');
      const busyMs = cpuMs(shop.pid);
      const committed = await shop.change(changed);
      const watching = orders.filter(({ id }) => committed.has(id)).length;
      const arrivals: Arrival[] = [];
      for (const until = performance.now() + DEADLINE_MS; arrivals.length < watching; await sleep(100)) {
        arrivals.push(...(await answerOf<readonly Arrival[]>(child, 'collect')));
        if (performance.now() > until) throw new Error(`${arrivals.length} of ${watching} pages were told`);
      }
      busy += cpuMs(shop.pid) - busyMs;
      took.push(...arrivals.map(({ stream, at }) => at - (committed.get(orders[stream]?.id ?? '') ?? 0)));
    }
    const sorted = took.toSorted((a, b) => a - b);
    const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;
    return { p50: at(0.5), p99: at(0.99), rssMb: residentMb(shop.pid), openedMs, cpuMs: busy / shop.rounds };
  } finally {
    child.kill();
    await sleep(shop.quietMs);
  }
}

/** G5: a commit by another process until it is on 10,000 live pages of one process, spread over orders and nearly all on one. */
export async function measureLivePages(extent: Extent): Promise<{ readonly spread: LivePages; readonly onOne: LivePages }> {
  const { streams, orders: count, onOne: most, rounds, quietMs } = EXTENT[extent];
  const folder = makeFolder();
  const server = await startEmbedded(folder);
  const admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
  await admin.query('create database live_pages');
  await admin.end();
  const url = withDatabase(server.url, 'live_pages');
  const port = await freePort();
  const environment = { DATABASE_URL: url, DATA_DIR: folder, PORT: String(port), RATE_LIMITS: 'off', LOG_LEVEL: 'error' };
  await (await startApp(environment)).stop();
  // Without jobs prices do not change, and orders change only when this bench changes them
  const app = await startApp({ ...environment, ROLE: 'web' });
  const db = createDb(createPool({ url, max: 10, log: quiet }));
  const live = createLive({ url, log: quiet });
  await live.start();
  const change: Shop['change'] = async (ids) => {
    const done = await inParallel(ids, 10, async (id) => {
      await db.tx(async (tx) => {
        await tx.run(sql`update orders set version = version + 1 where id = ${id}`);
        await live.notify(tx, 'order_changed', `${id}:`);
      });
      return [id, performance.timeOrigin + performance.now()] as const;
    });
    return new Map(done);
  };
  try {
    const shop = { rounds, quietMs, url: app.url, port, pid: app.pid, change };
    const orders = await makeOrders(app.url, count);
    const [first] = orders;
    if (!first) throw new Error('no order');
    const inTurns = (pages: number): readonly GuestOrder[] => Array.from({ length: pages }, (_, i) => orders[i % count] ?? first);
    const spread = await measure(
      shop,
      inTurns(streams),
      orders.slice(0, count / 10).map(({ id }) => id),
    );
    const onOne = await measure(shop, [...Array.from({ length: most }, () => first), ...inTurns(streams - most)], [first.id]);
    return { spread, onOne };
  } finally {
    await live.stop();
    await db.close();
    await app.stop();
    await server.stop();
    removeFolder(folder);
  }
}
