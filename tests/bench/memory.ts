import { setTimeout as sleep } from 'node:timers/promises';
import { createApi } from '#tests/make/call-api.ts';
import { calculate, type GuestOrder, order, readSystems } from '#tests/make/customer.ts';
import { freePort, makeFolder, removeFolder, startApp } from '#tests/make/process.ts';
import type { Extent } from './extent.ts';
import { line } from './line.ts';

const EXTENT = {
  full: { loadMs: Number(process.env['BENCH_MINUTES'] ?? 3) * 60_000, warmMs: 20_000, restMs: 15_000, streams: 200 },
  short: { loadMs: 500, warmMs: 100, restMs: 100, streams: 2 },
} as const;
const PAUSE_MS = 20;
const PATHS = ['/', '/en', '/exchange/btc-sberrub', '/en/exchange/eth-sbprub?amount=2', '/terms', '/exchange/ltc-xrp?amount=0.0001'];
const WISH = { from: 'USDTTRC20', side: 'income', amount: '20' } as const;
const OUTCOMES = ['SBERRUB', 'TCSBRUB', 'SBPRUB', 'ACRUB', 'TBRUB', 'CARDRUB'];

interface Memory {
  readonly rss: number;
  readonly heap: number;
}

async function memoryOf(metricsUrl: string): Promise<Memory> {
  const text = await (await fetch(metricsUrl)).text();
  const value = (name: string): number => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]) / 2 ** 20;
  return { rss: value('process_resident_memory_bytes'), heap: value('nodejs_heap_size_used_bytes') };
}

/** The minimum of several readings while idle: garbage between two collections does not count. */
async function readIdleMemory(metricsUrl: string, idleMs: number): Promise<Memory> {
  const looks: Memory[] = [];
  for (let i = 0; i < 5; i += 1) {
    await sleep(idleMs / 5);
    looks.push(await memoryOf(metricsUrl));
  }
  return { rss: Math.min(...looks.map(({ rss }) => rss)), heap: Math.min(...looks.map(({ heap }) => heap)) };
}

/** Repeats an action until the time is over; returns the number of repetitions. */
async function lane(until: number, work: (i: number) => Promise<unknown>): Promise<number> {
  let count = 0;
  while (Date.now() < until) {
    await work(count);
    count += 1;
    await sleep(PAUSE_MS);
  }
  return count;
}

function openStream(url: string, { id, token }: GuestOrder, signal: AbortSignal): void {
  void fetch(`${url}/api/v1/orders/${id}/events`, { headers: { 'order-token': token, accept: 'text/event-stream' }, signal })
    .then(async ({ body }) => {
      for await (const chunk of body ?? []) void chunk;
    })
    .catch(() => undefined);
}

/** Memory of the process before and after minutes of mixed load: pages, quotes, orders, and live pages that open and close. */
export async function benchMemory(extent: Extent): Promise<void> {
  const { loadMs, warmMs, restMs: idleMs, streams: most } = EXTENT[extent];
  const folder = makeFolder();
  const metricsPort = await freePort();
  const app = await startApp({ DATA_DIR: folder, RATE_LIMITS: 'off', LOG_LEVEL: 'error', METRICS_PORT: String(metricsPort) });
  const metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
  const streams = new AbortController();
  try {
    const api = createApi(app.url);
    const systems = await readSystems(api);
    const page = async (i: number, headers: Readonly<Record<string, string>> = {}) =>
      (await fetch(app.url + (PATHS[i % PATHS.length] ?? '/'), { headers })).text();
    // Warm-up: compiled code, connection pools
    await lane(Date.now() + warmMs, (i) => Promise.all([page(i), calculate(api, { ...WISH, to: 'SBERRUB' })]));
    const before = await readIdleMemory(metricsUrl, idleMs);
    const until = Date.now() + loadMs;
    const opened: GuestOrder[] = [];
    const counts = await Promise.all([
      lane(until, page),
      lane(until, (i) => page(i, { cookie: 'unknown=1' })),
      lane(until, (i) => calculate(api, { ...WISH, to: OUTCOMES[i % OUTCOMES.length] ?? 'SBERRUB', amount: String(20 + (i % 500)) })),
      lane(until, async (i) => {
        const made = await order(api, { ...WISH, to: OUTCOMES[i % OUTCOMES.length] ?? 'SBERRUB' }, systems);
        if (opened.push(made) <= most) openStream(app.url, made, streams.signal);
        await api.call('DELETE', `/api/v1/orders/${made.id}`, { headers: { 'order-token': made.token } });
      }),
    ]);
    streams.abort();
    const after = await readIdleMemory(metricsUrl, idleMs);
    const [cachedPages, uncachedPages, quotes, orders] = counts;
    line(
      'mixed load',
      `${loadMs / 60_000} min`,
      `${cachedPages} kept pages, ${uncachedPages} own pages, ${quotes} quotes, ${orders} orders, up to ${most} live pages`,
    );
    for (const name of ['rss', 'heap'] as const)
      line(`memory, ${name}: before, after`, `${Math.round(before[name])}, ${Math.round(after[name])} MB`, 'goal: no growth');
  } finally {
    streams.abort();
    await app.stop();
    removeFolder(folder);
  }
}
