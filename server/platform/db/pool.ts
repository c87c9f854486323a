import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Sql } from 'sql-template-tag';
import type { Log } from '#server/platform/log.ts';
import { DatabaseAway, orAway } from './away.ts';
import type { Db, Queryable, Tx } from './db.ts';
import { parseRow, type Row } from './row.ts';

export interface PoolOptions {
  readonly url: string;
  readonly max: number;
  readonly log: Pick<Log, 'warn'>;
  /** Role that every connection works as; the URL's own user when absent. */
  readonly role?: string;
  readonly applicationName?: string;
  readonly statementTimeoutMs?: number;
  /** How long one waits for a connection, be it that of somebody else who still works. */
  readonly connectTimeoutMs?: number;
}

/** Beyond this many different texts a statement is sent unnamed: lists of varying length must not fill the server's memory. */
const NAMED_STATEMENTS = 1000;
const CONNECT_DEADLINE_MS = 5000;
const LATE_ANSWER_MS = 2000;
/** 40001: serialization failure, 40P01: deadlock. Both promise that nothing of the transaction happened. */
const RETRIED = new Set(['40001', '40P01']);
const ATTEMPTS = 4;

// A date is a day, not a moment: the driver would turn it into midnight of the process's own zone.
const TEXT_TYPES = new Set<number>([pg.types.builtins.DATE, pg.types.builtins.NUMERIC, pg.types.builtins.INT8]);
type TypeId = Parameters<typeof pg.types.getTypeParser>[0];
const asText = (value: string) => value;
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: TypeId, format: 'text') =>
    TEXT_TYPES.has(oid) ? asText : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

const names = new Map<string, string>();

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= NAMED_STATEMENTS) return undefined;
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  names.set(text, name);
  return name;
}

function queryOf(statement: Sql): pg.QueryConfig {
  const text = statement.text;
  const name = nameOf(text);
  return name === undefined ? { text, values: statement.values } : { name, text, values: statement.values };
}

function queryable(run: (query: pg.QueryConfig) => Promise<pg.QueryResult>): Queryable {
  const rowsOf = async <T>(row: Row<T>, statement: Sql): Promise<T[]> => {
    const found: readonly unknown[] = (await run(queryOf(statement))).rows;
    return found.map((one) => parseRow(row, one, statement));
  };
  return {
    many: rowsOf,
    maybe: async (row, statement) => (await rowsOf(row, statement))[0],
    async one(row, statement) {
      const [first, ...others] = await rowsOf(row, statement);
      if (first === undefined || others.length > 0)
        throw new Error(`Expected one row, got ${first === undefined ? 0 : others.length + 1}: ${statement.text.trim().slice(0, 120)}`);
      return first;
    },
    run: async (statement) => (await run(queryOf(statement))).rowCount ?? 0,
  };
}

export function createPool(options: PoolOptions): pg.Pool {
  const statementTimeoutMs = options.statementTimeoutMs ?? 30_000;
  const settings = { ...(options.role === undefined ? {} : { role: options.role }), timezone: 'UTC' };
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.max,
    application_name: options.applicationName ?? 'razmen',
    options: Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    connectionTimeoutMillis: options.connectTimeoutMs ?? CONNECT_DEADLINE_MS,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    statement_timeout: statementTimeoutMs,
    // A line that is half open never answers: the statement's own deadline is kept on this side too.
    query_timeout: statementTimeoutMs + LATE_ANSWER_MS,
    idle_in_transaction_session_timeout: 60_000,
    types,
  });
  // Without a listener of its own a connection that breaks in use ends the process; the pool listens to idle ones only.
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', (error) => {
    if (!pool.ending) options.log.warn({ error }, 'db_connection_lost');
  });
  return pool;
}

const clients = new WeakMap<Tx, pg.PoolClient>();

/** For libraries that write their own SQL: runs it inside an open transaction of ours. */
export async function executeIn(tx: Tx, text: string, values: readonly unknown[] = []): Promise<{ rows: unknown[] }> {
  const client = clients.get(tx);
  if (!client) throw new Error('Not a transaction of this process');
  return orAway(() => client.query(text, [...values]));
}

async function attempt<T>(pool: pg.Pool, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await orAway(() => pool.connect());
  const ask = (query: string | pg.QueryConfig) => orAway(() => client.query(query));
  const wakes: (() => void)[] = [];
  const lasts: (() => Promise<void>)[] = [];
  let broken: Error | undefined;
  const onError = (error: Error) => {
    broken = error;
  };
  client.on('error', onError);
  try {
    await ask('begin isolation level read committed');
    const tx: Tx = {
      ...queryable(ask),
      isTransaction: true,
      onCommit: (wake) => void wakes.push(wake),
      beforeCommit: (last) => void lasts.push(last),
    };
    clients.set(tx, client);
    const value = await work(tx);
    for (const last of lasts) await last();
    await ask('commit');
    for (const wake of wakes) queueMicrotask(wake);
    return value;
  } catch (error) {
    if (error instanceof DatabaseAway) broken ??= error;
    // A line that is gone has nothing to roll back, and one that is half open would not answer
    else await ask('rollback').catch((cause: Error) => (broken ??= cause));
    throw error;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}

export function createDb(pool: pg.Pool): Db {
  return {
    ...queryable((query) => orAway(() => pool.query(query))),
    async tx(work) {
      for (let tries = 1; ; tries++) {
        try {
          return await attempt(pool, work);
        } catch (error) {
          const code = (error as { code?: string }).code ?? '';
          if (!RETRIED.has(code) || tries >= ATTEMPTS) throw error;
          await sleep(Math.random() * 20 * 2 ** tries);
        }
      }
    },
    close: () => pool.end(),
  };
}
