import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint.ts';
import { readConfig } from '#server/config/config.ts';
import { type App, assemble } from '#server/assemble.ts';
import type { Module } from '#server/module.ts';
import { MODULES } from '#server/modules.ts';
import { createLog } from '#server/platform/log.ts';
import { contractEndpoints } from '#tests/make/endpoints.ts';
import { freePort } from '#tests/make/process.ts';
import { p95, signIn } from './office-queue.ts';
import { FIRST_CUSTOMER, type LargeSize, openLargeShop, OWNER } from './seed.ts';

const OFFICE = '/api/office/v1/';
const JOB_DEADLINE_MS = 120_000;

interface Job {
  readonly name: string;
  readonly tick: () => Promise<unknown>;
}

/** A module that collects the periodic jobs of all modules instead of running them. */
const collectJobs = (jobs: Job[]): Module => ({
  name: 'collected-jobs',
  jobs(deps, context) {
    const every = (name: string, _everyMs: number, tick: Job['tick']) => void jobs.push({ name, tick });
    const queue = { ...deps.queue, declare: () => undefined, work: () => undefined, every };
    for (const module of MODULES) module.jobs?.({ ...deps, queue }, context);
  },
});

type Read = (path: string) => Promise<Response>;

/** Stands for the page that the list's link `last` names. */
const LAST_PAGE = 'page=last';

/** Paths of the office's reads with their queries. A parameter is the first item of the list above it. */
async function officePaths(read: Read): Promise<readonly string[]> {
  const endpoints = (await contractEndpoints()).map(({ endpoint }) => endpoint);
  const reads = endpoints.filter(({ method, path, reply }) => method === 'GET' && path.startsWith(OFFICE) && reply.kind !== 'stream');
  const found: string[] = [];
  for (const [path, endpoint] of new Map(reads.map((each) => [each.path, each]))) {
    const [list = '', rest] = path.split(/\/\{[^}]+\}/);
    if (rest === undefined) found.push(path, ...queriesOf(endpoint).map((query) => `${path}?${query}`));
    else if (!rest.includes('{')) {
      const answer = await read(list);
      const { data } = answer.ok ? ((await answer.json()) as { data?: unknown }) : {};
      const first = Array.isArray(data) ? (data as readonly { readonly id?: string }[])[0]?.id : undefined;
      if (first !== undefined) found.push(`${list}/${encodeURIComponent(first)}${rest}`);
    }
  }
  return found;
}

interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly enum?: readonly string[];
  readonly items?: JsonSchema;
}

/** One query for each filter value and sort key that the contract names, for the last page, and for rare and frequent searches. */
function queriesOf({ query }: Endpoint): readonly string[] {
  if (query === undefined) return [];
  const { properties = {} } = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  const named = Object.entries(properties).flatMap(([name, schema]) =>
    (schema.enum ?? schema.items?.enum ?? []).map((value) => `${name}=${encodeURIComponent(value)}`),
  );
  const search = properties['q'] === undefined ? [] : ['q=a', 'q=fam17', 'q=customer777%40example.org', 'q=1234'];
  return [...named, ...search, ...(properties['page'] === undefined ? [] : [LAST_PAGE])];
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

/** The path with the number of the list's last page; undefined: the list has no such link. */
async function atLastPage(read: Read, path: string): Promise<string | undefined> {
  const answer = await read(path.replace(`?${LAST_PAGE}`, ''));
  const { links } = (await answer.json()) as { readonly links?: { readonly last?: string | null } };
  return links?.last ?? undefined;
}

/** Reads of the customer with the most orders. */
const ACCOUNT_PATHS = ['/api/v1/orders', '/api/v1/orders?sort=-created_at', '/api/v1/orders?page=100', `/api/v1/orders?${LAST_PAGE}`];

/** 95th percentile of each read that succeeds. */
async function timeReads(url: string, rounds: number): Promise<Readonly<Record<string, number>>> {
  const found: Record<string, number> = {};
  for (const person of [OWNER, FIRST_CUSTOMER]) {
    const cookie = await signIn(url, person);
    const read: Read = async (path) => await fetch(url + path, { headers: { cookie } });
    for (const path of person === OWNER ? await officePaths(read) : ACCOUNT_PATHS) {
      const target = path.endsWith(LAST_PAGE) ? await atLastPage(read, path) : path;
      if (target === undefined || !(await read(target)).ok) continue;
      const times: number[] = [];
      for (let round = 0; round < rounds; round += 1) times.push(await timeOf(async () => await (await read(target)).text()));
      found[path] = p95(times);
    }
  }
  return found;
}

async function timeJobs(jobs: readonly Job[]): Promise<Readonly<Record<string, number>>> {
  const found: Record<string, number> = {};
  for (const { name, tick } of jobs)
    found[name] = await timeOf(() => Promise.race([tick(), sleep(JOB_DEADLINE_MS, undefined, { ref: false })]));
  return found;
}

async function startShop(env: Readonly<Record<string, string>>, jobs: Job[]): Promise<{ readonly app: App; readonly url: string }> {
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const config = readConfig({ ...env, ROLE: 'web', HOST: '127.0.0.1', PORT: port, PUBLIC_URL: url });
  const app = await assemble(config, { log: createLog({ level: 'error' }), modules: [collectJobs(jobs)] });
  await app.start();
  return { app, url };
}

export interface LargeTimes {
  readonly reads: Readonly<Record<string, number>>;
  /** One run of each periodic job. */
  readonly jobs: Readonly<Record<string, number>>;
}

/** Every read of the office, and every periodic job, on a shop of this size. `name`: the shop is kept for the next run. */
export async function measureLargeShop(size: LargeSize, { rounds, name }: { rounds: number; name?: string }): Promise<LargeTimes> {
  const shop = await openLargeShop(size, name);
  try {
    const jobs: Job[] = [];
    const { app, url } = await startShop(shop.env, jobs);
    const times = { reads: await timeReads(url, rounds), jobs: await timeJobs(jobs) };
    await app.stop();
    return times;
  } finally {
    await shop.close();
  }
}
