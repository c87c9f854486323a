import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createApi } from '#tests/make/call-api.ts';
import {
  fillForm,
  type GuestOrder,
  inParallel,
  order,
  orderOf,
  pay,
  readOrder,
  readSystems,
  sendForm,
  untilStatus,
} from '#tests/make/customer.ts';
import { errorsIn, type ProductProcess } from '#tests/make/product.ts';
import { makeFolder, postgresOf, readyServerOf, removeFolder, startApp, supervisorOf } from '#tests/make/process.ts';

const WISH = { from: 'ADVCUSD', to: 'SBERRUB', side: 'income', amount: '50' } as const;
/** A few in the short form. */
const KILLS = Number(process.env['KILLS'] ?? 6);

const folder = makeFolder();
let apps: readonly ProductProcess[] = [];

async function start(): Promise<ProductProcess> {
  const app = await startApp({ DATA_DIR: folder, RATE_LIMITS: 'off' });
  return { ...app, api: createApi(app.url) };
}

beforeAll(async () => {
  apps = await Promise.all([start(), start()]);
});
afterAll(async () => {
  await Promise.all(apps.map((app) => app.kill()));
  await vi.waitFor(() => expect(postgresOf(folder)).toEqual([]), { timeout: 20_000, interval: 50 });
  removeFolder(folder);
});

interface Load {
  readonly acknowledged: GuestOrder[];
  readonly statuses: Map<string, number>;
  /** Readiness reported by the first process. */
  readonly readiness: Set<string>;
  end(): Promise<void>;
}

/** Guests who create orders one after the other on each process; every response is recorded. */
async function load(lanes: number): Promise<Load> {
  const acknowledged: GuestOrder[] = [];
  const statuses = new Map<string, number>();
  const count = (what: string) => statuses.set(what, (statuses.get(what) ?? 0) + 1);
  const systems = await readSystems((apps[0] as ProductProcess).api);
  let isOver = false;
  const lane = async ({ api }: ProductProcess): Promise<void> => {
    let form = await fillForm(api, WISH, systems);
    while (!isOver) {
      const answer = await sendForm(api, form).catch(() => undefined);
      count(
        answer === undefined ? 'no answer' : answer.status === 503 ? `503 after ${answer.headers['retry-after']}` : String(answer.status),
      );
      if (answer?.status === 201) acknowledged.push(orderOf(answer));
      // In a long run the quote expires
      if (answer?.status === 409) form = await fillForm(api, WISH, systems).catch(() => form);
      await sleep(answer?.status === 201 ? 20 : 100);
    }
  };
  const readiness = new Set<string>();
  const watch = async (app: ProductProcess): Promise<void> => {
    while (!isOver) {
      readiness.add(JSON.stringify(await readinessOf(app)));
      await sleep(5);
    }
  };
  const running = [...apps.flatMap((app) => Array.from({ length: lanes }, () => lane(app))), watch(apps[0] as ProductProcess)];
  return {
    acknowledged,
    statuses,
    readiness,
    async end() {
      isOver = true;
      await Promise.all(running);
    },
  };
}

async function readinessOf({ url }: ProductProcess): Promise<readonly [number, string]> {
  const page = await fetch(`${url}/health/ready`);
  return [page.status, ((await page.json()) as { readonly status: string }).status];
}

const ready = async ({ url }: ProductProcess): Promise<boolean> => (await fetch(`${url}/health/ready`)).ok;

/**
 * Kills the servers of the data folder, with their supervisors on request. Their sessions still answer for a moment, so readiness does not
 * show the recovery: `untilRecovered` waits for another server.
 */
function killServers({ withSupervisor }: { readonly withSupervisor: boolean }): readonly number[] {
  const servers = postgresOf(folder);
  for (const pid of servers) {
    if (withSupervisor) process.kill(supervisorOf(pid), 'SIGKILL');
    process.kill(pid, 'SIGKILL');
  }
  return servers;
}

/** Waits until a server that is none of `killed` accepts connections and both processes use it. */
async function untilRecovered(killed: readonly number[]): Promise<void> {
  await vi.waitFor(
    () => {
      expect(readyServerOf(folder)).toEqual(expect.any(Number));
      expect(killed).not.toContain(readyServerOf(folder));
      expect(postgresOf(folder)).toHaveLength(1);
    },
    { timeout: 90_000, interval: 50 },
  );
  await vi.waitFor(async () => expect(await Promise.all(apps.map(ready))).toEqual([true, true]), { timeout: 90_000, interval: 50 });
}

it('a server killed under load recovers: no process dies, nothing acknowledged is lost, no one sees a 500', async () => {
  const guests = await load(3);
  for (let killed = 0; killed < KILLS; killed++) {
    await sleep(400);
    await untilRecovered(killServers({ withSupervisor: killed % 2 === 1 }));
  }
  await guests.end();
  expect([...guests.statuses.keys()].filter((what) => !/^(?:201|409|422|503 after 3)$/.test(what))).toEqual([]);
  expect(guests.statuses.get('503 after 3')).toBeGreaterThan(0);
  // The outage is longer than the interval of the readiness checks, so at least one check fails even on a busy machine
  expect([...guests.readiness]).toContain('[503,"failed"]');
  const [first, second] = apps as [ProductProcess, ProductProcess];
  await inParallel(guests.acknowledged, 4, async (own) => expect(await readOrder(second.api, own)).toHaveProperty('status'));
  // The queues continue: an order from before the last kill and a new one are completed
  const last = guests.acknowledged.at(-1) as GuestOrder;
  const newOrder = await order(first.api, WISH);
  for (const own of [last, newOrder]) await pay(first.api, own);
  for (const own of [last, newOrder]) await untilStatus(second.api, own, 'completed', 45_000);
  expect(apps.flatMap((app) => [...app.api.findings, ...errorsIn(app.output())])).toEqual([]);
}, 600_000);

it('pages announce a temporary problem, in the reader’s language, and retry automatically', async () => {
  const [app] = apps as [ProductProcess];
  const own = await order(app.api, WISH);
  const killed: number[] = [];
  // A request after the recovery gets 200, so the next one kills again
  const page = await vi.waitFor(
    async () => {
      killed.push(...killServers({ withSupervisor: false }));
      const response = await fetch(`${app.url}/en/order/${own.id}`);
      expect(response.status).toBe(503);
      return response;
    },
    { timeout: 60_000, interval: 50 },
  );
  expect(page.headers.get('retry-after')).toBe('5');
  const text = await page.text();
  expect(text).toContain('Back in a moment');
  expect(text).toContain('http-equiv="refresh"');
  await untilRecovered(killed);
});
