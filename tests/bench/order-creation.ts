import pg from 'pg';
import { assemble } from '#server/assemble.ts';
import { readConfig } from '#server/config/config.ts';
import { startEmbedded } from '#server/platform/db/embedded.ts';
import { withDatabase } from '#server/platform/db/url.ts';
import { createPool } from '#server/platform/db/pool.ts';
import { type Api, createApi } from '#tests/make/call-api.ts';
import { fillForm, inParallel, orderOf, readSystems, sendForm } from '#tests/make/customer.ts';
import { freePort, makeFolder, removeFolder, startApp } from '#tests/make/process.ts';
import type { Extent } from './extent.ts';
import { type Measured, measure, type Until } from './load.ts';

const CONNECTIONS = 20;
/** As many connections as the app's own pool. */
const POOL = 10;
const EXTENT = {
  full: { seconds: 4, rounds: 2, recorded: 5_000 },
  short: { requests: 40, rounds: 1, recorded: 40 },
} as const;
const INCOME = 'USDTTRC20';
const ONE = ['SBERRUB'];
const MANY = ['SBERRUB', 'TCSBRUB', 'SBPRUB', 'ACRUB', 'TBRUB', 'CARDRUB', 'YAMRUB', 'WIRERUB', 'KSPBKZT', 'CARDKZT'];
const TEMPLATE = 'bench_template';
const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

type Statement = pg.QueryConfig;
type Transaction = readonly Statement[];

/** The database server of the bench: embedded, with real fsync. */
interface Bench {
  readonly folder: string;
  readonly serverUrl: string;
  /** A fresh copy of a seeded exchange, with prices of this moment. */
  copy(name: string): Promise<string>;
  close(): Promise<void>;
}

const environment = (bench: Pick<Bench, 'folder'>, url: string) => ({
  DATABASE_URL: url,
  DATA_DIR: bench.folder,
  ROLE: 'web',
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'error',
});

async function openBench(): Promise<Bench> {
  const folder = makeFolder();
  const server = await startEmbedded(folder);
  const admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
  await admin.query(`create database ${TEMPLATE}`);
  const templateUrl = withDatabase(server.url, TEMPLATE);
  const seeding = await startApp({ ...environment({ folder }, templateUrl), ROLE: 'all' });
  const api = createApi(seeding.url);
  const formAt = await formsOf(api, MANY);
  for (const turn of MANY.keys()) orderOf(await sendForm(api, await formAt(turn)));
  await seeding.stop();
  return {
    folder,
    serverUrl: server.url,
    async copy(name) {
      await admin.query(`create database ${name} template ${TEMPLATE}`);
      const url = withDatabase(server.url, name);
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query('update rate_snapshots set taken_at = now()');
      await client.end();
      return url;
    },
    async close() {
      await admin.end();
      await server.stop();
      removeFolder(folder);
    },
  };
}

/** More orders than a machine of today makes in a second (G17). */
const MAX_PER_SECOND = 1_100;

/** The least that an honest order needs to write: its quote is spent, the order, its reserve with entries, its job. */
const MINIMUM_WRITES = ['insert into spent_quotes', 'insert into orders', 'insert into ledger_entries', 'INSERT INTO pgboss.'];

function leastOf(transaction: Transaction): Transaction {
  const least = transaction.filter(
    ({ text }) => text.startsWith('begin') || text === 'commit' || MINIMUM_WRITES.some((write) => text.includes(write)),
  );
  if (least.length !== MINIMUM_WRITES.length + 2) throw new Error(`the least SQL of an order has ${least.length} statements`);
  return least;
}

/**
 * Minimum orders with alternating outcomes, so that the reserves last, each from its own quote. The customers exist already, because a
 * transaction that inserts one cannot be replayed beside its references.
 */
async function formsOf(api: Api, outcomes: readonly string[]) {
  const systems = await readSystems(api);
  return async (turn: number): Promise<Readonly<Record<string, unknown>>> => {
    const to = outcomes[turn % outcomes.length] ?? '';
    const amount = systems.get(to)?.id === 'WIRERUB' ? '100' : '16';
    return { ...(await fillForm(api, { from: INCOME, to, side: 'income', amount }, systems)), email: `customer-of-${to}@example.org` };
  };
}

/** Every transaction that created an order, as sent to the server. */
async function recordTransactions(bench: Bench, outcomes: readonly string[], count: number): Promise<readonly Transaction[]> {
  const url = await bench.copy(`recorded_${outcomes.length}`);
  const port = await freePort();
  const config = readConfig({ ...environment(bench, url), PORT: String(port), HOST: '127.0.0.1' });
  const app = await assemble(config, { log: quiet });
  await app.start();
  const formAt = await formsOf(createApi(`http://127.0.0.1:${port}`), outcomes);
  const open = new Map<unknown, Statement[]>();
  const done: Transaction[] = [];
  const prototype = pg.Client.prototype as { query: (...args: unknown[]) => unknown };
  const { query } = prototype;
  prototype.query = function (this: unknown, ...args: unknown[]) {
    const [first, values] = args as [string | Statement, unknown[] | undefined];
    const statement = typeof first === 'string' ? { text: first, ...(values === undefined ? {} : { values }) } : { ...first };
    if (statement.text.startsWith('begin')) open.set(this, []);
    open.get(this)?.push(statement);
    if (statement.text === 'commit') {
      const transaction = open.get(this) ?? [];
      if (transaction.some(({ text }) => text.includes('insert into orders'))) done.push(transaction);
      open.delete(this);
    }
    return query.apply(this, args);
  };
  try {
    const headers = { 'content-type': 'application/vnd.api+json', 'site-locale': 'en' };
    await inParallel(Array.from({ length: count }), POOL, async (_, i) => {
      const payload = JSON.stringify(await formAt(i));
      const answer = await app.http.inject({ method: 'POST', url: '/api/v1/orders', headers, payload });
      if (answer.statusCode !== 201) throw new Error(answer.body);
    });
  } finally {
    prototype.query = query;
    await app.stop();
  }
  return done;
}

/** Replays transactions on a fresh copy, with nothing else. */
async function replay(url: string, transactions: readonly Transaction[], limit: Until): Promise<number> {
  const pool = createPool({ url, max: POOL, log: quiet });
  const rest = transactions.values();
  const started = performance.now();
  const until = started + ('seconds' in limit ? limit.seconds * 1000 : Number.POSITIVE_INFINITY);
  let count = 0;
  const worker = async (): Promise<void> => {
    for (const transaction of rest) {
      const client = await pool.connect();
      for (const statement of transaction) await client.query(statement);
      client.release();
      count += 1;
      if (performance.now() > until) return;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  const took = (performance.now() - started) / 1000;
  await pool.end();
  return count / took;
}

async function create(
  bench: Bench,
  { url, outcomes, until }: { readonly url: string; readonly outcomes: readonly string[]; readonly until: Until },
): Promise<Measured> {
  const app = await startApp(environment(bench, url));
  try {
    const formAt = await formsOf(createApi(app.url), outcomes);
    const once: string[] = [];
    await inParallel(Array.from({ length: 'seconds' in until ? MAX_PER_SECOND * until.seconds : until.requests }), POOL, async (_, i) => {
      once[i] = JSON.stringify(await formAt(i));
    });
    const headers = { 'content-type': 'application/vnd.api+json', 'site-locale': 'en' };
    return await measure({ url: `${app.url}/api/v1/orders`, method: 'POST', headers, once, connections: CONNECTIONS, until });
  } finally {
    await app.stop();
  }
}

export interface Creation {
  readonly orders: Measured;
  /** Transactions per second of the same SQL alone. */
  readonly bare: number;
  /** Transactions per second of the least SQL alone. */
  readonly least: number;
}

const best = (rounds: readonly Measured[]): Measured => rounds.reduce((a, b) => (b.rps > a.rps ? b : a));

async function beside(bench: Bench, outcomes: readonly string[], extent: Extent): Promise<Creation> {
  const { rounds, recorded, ...until } = EXTENT[extent];
  const transactions = await recordTransactions(bench, outcomes, recorded);
  const leastTransactions = transactions.map(leastOf);
  const orders: Measured[] = [];
  const [bare, least]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const name = `${outcomes.length}_${round}`;
    bare.push(await replay(await bench.copy(`bare_${name}`), transactions, until));
    least.push(await replay(await bench.copy(`least_${name}`), leastTransactions, until));
    orders.push(await create(bench, { url: await bench.copy(`orders_${name}`), outcomes, until }));
  }
  return { orders: best(orders), bare: Math.max(...bare), least: Math.max(...least) };
}

/** G17: order creation over HTTP, the SQL of its transactions and the least SQL of an order alone, on the same server, in turn. */
export async function creationBesideBareSql(extent: Extent): Promise<{ readonly oneReserve: Creation; readonly spread: Creation }> {
  const bench = await openBench();
  try {
    return { oneReserve: await beside(bench, ONE, extent), spread: await beside(bench, MANY, extent) };
  } finally {
    await bench.close();
  }
}
