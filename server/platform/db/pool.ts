import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Sql } from 'sql-template-tag';
import type { Log } from '#server/platform/log.ts';
import { DatabaseUnavailable, asUnavailable } from './unavailable.ts';
import type { Db, Queryable, Tx } from './db.ts';
import { dropHalfOpen } from './drop-half-open.ts';
import { driverTypes } from './driver-types.ts';
import type { Row } from './row.ts';

export interface PoolOptions {
  readonly url: string;
  readonly max: number;
  readonly log: Pick<Log, 'warn'>;
  /** Role of every connection; the URL's own user when absent. */
  readonly role?: string | undefined;
  /**
   * The URL uses a pooler that gives each transaction another session: settings are sent with every transaction and no statement is
   * prepared by name (docs/decisions/0078).
   */
  readonly isPooled?: boolean;
  readonly applicationName?: string;
  readonly statementTimeoutMs?: number;
  /** Time to wait for a free connection. */
  readonly connectTimeoutMs?: number;
}

/** Further statements are sent unnamed: lists of varying length must not fill the server's memory. */
const MAX_NAMED_STATEMENTS = 1000;
const CONNECT_DEADLINE_MS = 5000;
const LATE_RESPONSE_MS = 2000;
const STATEMENT_TIMEOUT_MS = 30_000;
const IDLE_IN_TRANSACTION_MS = 60_000;
const BEGIN = 'begin isolation level read committed';
/** 40001: serialization failure; 40P01: deadlock. In both cases nothing of the transaction was applied. */
const RETRYABLE_CODES = new Set(['40001', '40P01']);
const MAX_TRIES = 4;

const isRetryable = (error: unknown): boolean => RETRYABLE_CODES.has((error as { code?: string }).code ?? '');

/**
 * Whether an error concerns the whole transaction: its connection broke, or all of it will be retried. Code that catches errors of `nested`
 * rethrows these.
 */
export const endsTransaction = (error: unknown): boolean => error instanceof DatabaseUnavailable || isRetryable(error);

const statementNames = new Map<string, string>();

function nameOf(text: string): string | undefined {
  const existing = statementNames.get(text);
  if (existing !== undefined) return existing;
  if (statementNames.size >= MAX_NAMED_STATEMENTS) return undefined;
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  statementNames.set(text, name);
  return name;
}

function namedQuery(text: string, values: unknown[], isPooled: boolean): pg.QueryConfig {
  const name = isPooled ? undefined : nameOf(text);
  return name === undefined ? { text, values } : { name, text, values };
}

const queryOf = (statement: Sql, isPooled: boolean): pg.QueryConfig => namedQuery(statement.text, statement.values, isPooled);

type Run = (query: pg.QueryConfig) => Promise<pg.QueryResult>;

function queryable(run: Run, isPooled: boolean): Queryable {
  const fetchRows = async <T>(row: Row<T>, statement: Sql): Promise<T[]> => {
    const result = await run(queryOf(statement, isPooled));
    try {
      return row.read(result);
    } catch (cause) {
      throw new Error(`Not the row that was declared: ${(cause as Error).message}: ${statement.text.trim().slice(0, 120)}`, { cause });
    }
  };
  return {
    many: fetchRows,
    maybe: async (row, statement) => (await fetchRows(row, statement))[0],
    async one(row, statement) {
      const [first, ...more] = await fetchRows(row, statement);
      if (first === undefined || more.length > 0)
        throw new Error(`Expected one row, got ${first === undefined ? 0 : more.length + 1}: ${statement.text.trim().slice(0, 120)}`);
      return first;
    },
    run: async (statement) => (await run(queryOf(statement, isPooled))).rowCount ?? 0,
  };
}

/** The `begin` statement of each pool behind a pooler; absent for direct pools. */
const pooledBegins = new WeakMap<pg.Pool, string>();

interface Settings {
  /** Sent as `-c name=value`: the protocol has no parameters for these. */
  readonly options: Readonly<Record<string, string>>;
  readonly timeouts: { readonly statement_timeout: number; readonly idle_in_transaction_session_timeout: number };
}

/** Settings of every session. */
const settingsOf = ({ role, statementTimeoutMs = STATEMENT_TIMEOUT_MS }: PoolOptions): Settings => ({
  options: { ...(role === undefined ? {} : { role }), timezone: 'UTC' },
  timeouts: { statement_timeout: statementTimeoutMs, idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS },
});

const startupConfig = ({ options, timeouts }: Settings): pg.PoolConfig => ({
  options: Object.entries(options)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' '),
  ...timeouts,
});

const beginStatement = ({ options, timeouts }: Settings): string =>
  [BEGIN, ...Object.entries({ ...options, ...timeouts }).map(([name, value]) => `set local ${name} = '${value}'`)].join('; ');

export function createPool(options: PoolOptions): pg.Pool {
  const settings = settingsOf(options);
  const isPooled = options.isPooled ?? false;
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.max,
    application_name: options.applicationName ?? 'razmen',
    ...(isPooled ? {} : startupConfig(settings)),
    connectionTimeoutMillis: options.connectTimeoutMs ?? CONNECT_DEADLINE_MS,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    // A half-open connection never answers, so the deadline is enforced on this side too
    query_timeout: (options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS) + LATE_RESPONSE_MS,
    types: driverTypes,
  });
  if (isPooled) pooledBegins.set(pool, beginStatement(settings));
  // Without an error listener, a connection that breaks while in use would end the process
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', (error) => {
    if (!pool.ending) options.log.warn({ error }, 'db_connection_lost');
  });
  dropHalfOpen(pool, options);
  return pool;
}

/** The function that sends statements of each open transaction. */
const transactionRuns = new WeakMap<Tx, { readonly run: Run; readonly isPooled: boolean }>();

/** For libraries that write their own SQL: runs it inside an open transaction. */
export async function executeIn(tx: Tx, text: string, values: readonly unknown[] = []): Promise<{ rows: unknown[] }> {
  const transaction = transactionRuns.get(tx);
  if (!transaction) throw new Error('Not a transaction of this process');
  // Prepared by name like our own: the queue's insert takes longer to plan than to run
  return await transaction.run(namedQuery(text, [...values], transaction.isPooled));
}

/** Savepoints of one transaction, outermost first. Each is sent before the first statement inside it. */
function createSavepoints(send: Run): Pick<Tx, 'nested'> & { readonly run: Run } {
  const levels: { isOpen: boolean }[] = [];
  return {
    async run(query) {
      for (const [index, level] of levels.entries()) {
        if (level.isOpen) continue;
        level.isOpen = true;
        await send({ text: `savepoint nested_${index}` });
      }
      return await send(query);
    },
    async nested(work) {
      const level = { isOpen: false };
      const name = `nested_${levels.push(level) - 1}`;
      try {
        const value = await work();
        if (level.isOpen) await send({ text: `release savepoint ${name}` });
        return value;
      } catch (error) {
        // A broken connection has nothing to roll back
        if (level.isOpen && !(error instanceof DatabaseUnavailable))
          await send({ text: `rollback to savepoint ${name}; release savepoint ${name}` });
        throw error;
      } finally {
        levels.pop();
      }
    },
  };
}

/** Runs `work` between `begin` and `commit` on one connection. */
async function inTransaction<T>(pool: pg.Pool, work: (send: Run) => Promise<T>): Promise<T> {
  const client = await asUnavailable(() => pool.connect());
  const send = (query: string | pg.QueryConfig) => asUnavailable(() => client.query(query));
  let broken: Error | undefined;
  const onError = (error: Error) => {
    broken = error;
  };
  client.on('error', onError);
  try {
    await send(pooledBegins.get(pool) ?? BEGIN);
    const value = await work(send);
    const committed = await send('commit');
    // A failed statement whose error was caught: the database rolls back and answers the commit without an error
    if (committed.command !== 'COMMIT') throw new Error('The transaction was rolled back: an error of a statement in it was caught');
    return value;
  } catch (error) {
    if (error instanceof DatabaseUnavailable) broken ??= error;
    // A broken connection has nothing to roll back, and a half-open one would not answer
    else await send('rollback').catch((cause: Error) => (broken ??= cause));
    throw error;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}

async function runOnce<T>(pool: pg.Pool, work: (tx: Tx) => Promise<T>): Promise<T> {
  const afterCommit: (() => void)[] = [];
  const value = await inTransaction(pool, async (send) => {
    const lastSteps: (() => Promise<void>)[] = [];
    const { run, nested } = createSavepoints(send);
    const isPooled = pooledBegins.has(pool);
    const tx: Tx = {
      ...queryable(run, isPooled),
      isTransaction: true,
      nested,
      onCommit: (listener) => void afterCommit.push(listener),
      beforeCommit: (step) => void lastSteps.push(step),
    };
    transactionRuns.set(tx, { run, isPooled });
    const result = await work(tx);
    for (const step of lastSteps) await step();
    return result;
  });
  for (const listener of afterCommit) queueMicrotask(listener);
  return value;
}

/** A single statement; behind a pooler in its own transaction, because settings last only that long. */
const runAlone =
  (pool: pg.Pool): Run =>
  (query) =>
    pooledBegins.has(pool) ? inTransaction(pool, (send) => send(query)) : asUnavailable(() => pool.query(query));

/** SQL of a library that contains its own `begin` and `commit`. */
const OWN_TRANSACTION = /^\s*begin\s*;/i;

/** For libraries that write their own SQL: runs it outside of our transactions. */
export async function executeOn(pool: pg.Pool, text: string, values: readonly unknown[] = []): Promise<{ rows: unknown[] }> {
  const begin = pooledBegins.get(pool);
  if (begin === undefined || !OWN_TRANSACTION.test(text)) return await runAlone(pool)({ text, values: [...values] });
  return await asUnavailable(() => pool.query(text.replace(OWN_TRANSACTION, () => `${begin};`)));
}

export function createDb(pool: pg.Pool): Db {
  return {
    ...queryable(runAlone(pool), pooledBegins.has(pool)),
    async tx(work) {
      for (let tries = 1; ; tries++) {
        try {
          return await runOnce(pool, work);
        } catch (error) {
          if (!isRetryable(error) || tries >= MAX_TRIES) throw error;
          await sleep(Math.random() * 20 * 2 ** tries);
        }
      }
    },
    close: () => pool.end(),
  };
}
