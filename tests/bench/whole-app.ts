import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startEmbedded } from '#server/platform/db/embedded.ts';
import { makeFolder, removeFolder, type RunningApp, startApp } from '#tests/make/process.ts';
import { type Measured, measure } from './load.ts';

const SECONDS = 4;
const CONNECTIONS = 20;
const HEADERS = { 'content-type': 'application/vnd.api+json', 'site-locale': 'en' };

interface Answer {
  readonly data: { readonly id: string };
}
interface Systems {
  readonly data: readonly {
    readonly id: string;
    readonly attributes: { readonly outcome_fields: readonly { readonly key: string; readonly example: string }[] };
  }[];
}

const PAIR = { income: 'USDTTRC20', outcome: 'SBERRUB' };

async function post(app: RunningApp, path: string, body: unknown): Promise<Answer> {
  const answer = await fetch(app.url + path, { method: 'POST', headers: HEADERS, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

/** The smallest order there is, so that the reserve lasts. */
async function orderBody(app: RunningApp): Promise<string> {
  const { data: systems } = (await (await fetch(`${app.url}/api/v1/payment_systems`, { headers: HEADERS })).json()) as Systems;
  const fields = systems.find(({ id }) => id === PAIR.outcome)?.attributes.outcome_fields ?? [];
  const amount = { income_amount: '16' };
  const quote = await post(app, '/api/v1/rate_calculations/from_income', {
    ...amount,
    income_payment_system_id: PAIR.income,
    outcome_payment_system_id: PAIR.outcome,
  });
  return JSON.stringify({
    ...amount,
    payment_system_from_id: PAIR.income,
    payment_system_to_id: PAIR.outcome,
    rate_calculation_id: quote.data.id,
    email: 'bench@example.org',
    income_requisites: {},
    outcome_requisites: Object.fromEntries(fields.map(({ key, example }) => [key, example])),
    accept_terms: true,
  });
}

/** What the same server does with nothing around it: transactions of as many inserts as an order has, from as many connections as the app's pool. */
async function bareTransactions(url: string): Promise<Measured> {
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  // The server may be gone before the pool's last farewell has reached it.
  pool.on('error', () => undefined);
  await pool.query('create table if not exists bench_rows (id bigint generated always as identity primary key, body jsonb not null)');
  const body = JSON.stringify({ words: 'x'.repeat(300) });
  const times: number[] = [];
  const until = Date.now() + SECONDS * 1000;
  const one = async (): Promise<void> => {
    const started = performance.now();
    const client = await pool.connect();
    try {
      await client.query('begin');
      for (let i = 0; i < 5; i += 1) await client.query({ name: 'row', text: 'insert into bench_rows (body) values ($1)', values: [body] });
      await client.query('commit');
    } finally {
      client.release();
    }
    times.push(performance.now() - started);
  };
  const worker = async (): Promise<void> => {
    while (Date.now() < until) await one();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  await pool.end();
  const sorted = times.toSorted((a, b) => a - b);
  return { rps: times.length / SECONDS, p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0 };
}

export interface WholeApp {
  readonly empty: Measured;
  readonly page: Measured;
  readonly order: Measured;
  readonly bareSql: Measured;
}

/** The product as it is started, on its embedded database with real fsync, and that database alone. */
export async function measureWholeApp(): Promise<WholeApp> {
  const folder = makeFolder();
  const app = await startApp({ DATA_DIR: folder, RATE_LIMITS: 'off', LOG_LEVEL: 'error' });
  try {
    const load = { seconds: SECONDS, connections: CONNECTIONS };
    const empty = await measure({ ...load, url: `${app.url}/health/live` });
    const page = await measure({ ...load, url: `${app.url}/` });
    const order = await measure({ ...load, url: `${app.url}/api/v1/orders`, method: 'POST', headers: HEADERS, body: await orderBody(app) });
    await app.stop();
    const server = await startEmbedded(folder);
    const bareSql = await bareTransactions(server.url);
    await server.stop();
    return { empty, page, order, bareSql };
  } finally {
    await app.kill();
    await sleep(500);
    removeFolder(folder);
  }
}
