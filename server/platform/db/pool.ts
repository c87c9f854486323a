import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Sql } from 'sql-template-tag';
import type { Log } from '#server/platform/log.ts';
import { DatabaseAway, orAway } from './away.ts';
import type { Db, Queryable, Tx } from './db.ts';
import { dropHalfOpen } from './drop-half-open.ts';
import { parseRow, type Row } from './row.ts';

export interface PoolOptions {
  readonly url: string;
  readonly max: number;
  readonly log: Pick<Log, 'warn'>;
  /** Role that every connection works as; the URL's own user when absent. */
  readonly role?: string | undefined;
  /**
   * The URL leads through a pooler that gives each transaction another session: settings go with every transaction, and no statement
   * is prepared by name (docs/decisions/0078).
   */
  readonly isPooled?: boolean;
  readonly applicationName?: string;
  readonly statementTimeoutMs?: number;
  /** How long one waits for a connection, be it that of somebody else who still works. */
  readonly connectTimeoutMs?: number;
}

/** Beyond this many different texts a statement is sent unnamed: lists of varying length must not fill the server's memory. */
const NAMED_STATEMENTS = 1000;
const CONNECT_DEADLINE_MS = 5000;
const LATE_ANSWER_MS = 2000;
const STATEMENT_MS = 30_000;
const IDLE_IN_TRANSACTION_MS = 60_000;
const BEGIN = 'begin isolation level read committed';
/** 40001: serialization failure, 40P01: deadlock. Both promise that nothing of the transaction happened. */
const RETRIED = new Set(['40001', '40P01']);
const ATTEMPTS = 4;

const isRetried = (error: unknown): boolean => RETRIED.has((error as { code?: string }).code ?? '');

/**
 * Whether an error is about the whole transaction: its connection is gone, or all of it will be tried again. Code that catches what `nested`
 * throws passes these on.
 */
export const endsTransaction = (error: unknown): boolean => error instanceof DatabaseAway || isRetried(error);

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

function queryOf(statement: Sql, isPooled: boolean): pg.QueryConfig {
  const text = statement.text;
  const name = isPooled ? undefined : nameOf(text);
  return name === undefined ? { text, values: statement.values } : { name, text, values: statement.values };
}

type Run = (query: pg.QueryConfig) => Promise<pg.QueryResult>;

function queryable(run: Run, isPooled: boolean): Queryable {
  const rowsOf = async <T>(row: Row<T>, statement: Sql): Promise<T[]> => {
    const found: readonly unknown[] = (await run(queryOf(statement, isPooled))).rows;
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
    run: async (statement) => (await run(queryOf(statement, isPooled))).rowCount ?? 0,
  };
}

/** What each transaction of a pool behind a pooler begins with. */
const begins = new WeakMap<pg.Pool, string>();

interface Settings {
  /** As `-c name=value`, since the protocol has no parameter of their own. */
  readonly options: Readonly<Record<string, string>>;
  readonly timeouts: { readonly statement_timeout: number; readonly idle_in_transaction_session_timeout: number };
}

/** What every session is set to. */
const settingsOf = ({ role, statementTimeoutMs = STATEMENT_MS }: PoolOptions): Settings => ({
  options: { ...(role === undefined ? {} : { role }), timezone: 'UTC' },
  timeouts: { statement_timeout: statementTimeoutMs, idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS },
});

const startupOf = ({ options, timeouts }: Settings): pg.PoolConfig => ({
  options: Object.entries(options)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' '),
  ...timeouts,
});

const beginWith = ({ options, timeouts }: Settings): string =>
  [BEGIN, ...Object.entries({ ...options, ...timeouts }).map(([name, value]) => `set local ${name} = '${value}'`)].join('; ');

export function createPool(options: PoolOptions): pg.Pool {
  const settings = settingsOf(options);
  const isPooled = options.isPooled ?? false;
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.max,
    application_name: options.applicationName ?? 'razmen',
    ...(isPooled ? {} : startupOf(settings)),
    connectionTimeoutMillis: options.connectTimeoutMs ?? CONNECT_DEADLINE_MS,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    // A line that is half open never answers: the statement's own deadline is kept on this side too.
    query_timeout: (options.statementTimeoutMs ?? STATEMENT_MS) + LATE_ANSWER_MS,
    types,
  });
  if (isPooled) begins.set(pool, beginWith(settings));
  // Without a listener of its own a connection that breaks in use ends the process; the pool listens to idle ones only.
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', (error) => {
    if (!pool.ending) options.log.warn({ error }, 'db_connection_lost');
  });
  dropHalfOpen(pool, options);
  return pool;
}

/** How each open transaction sends a statement. */
const runs = new WeakMap<Tx, Run>();

/** For libraries that write their own SQL: runs it inside an open transaction of ours. */
export async function executeIn(tx: Tx, text: string, values: readonly unknown[] = []): Promise<{ rows: unknown[] }> {
  const run = runs.get(tx);
  if (!run) throw new Error('Not a transaction of this process');
  return await run({ text, values: [...values] });
}

/** The savepoints of one transaction, the outermost first: each is sent before the first statement within it. */
function createSavepoints(ask: Run): Pick<Tx, 'nested'> & { readonly run: Run } {
  const levels: { isOpen: boolean }[] = [];
  return {
    async run(query) {
      for (const [index, level] of levels.entries()) {
        if (level.isOpen) continue;
        level.isOpen = true;
        await ask({ text: `savepoint nested_${index}` });
      }
      return await ask(query);
    },
    async nested(work) {
      const level = { isOpen: false };
      const name = `nested_${levels.push(level) - 1}`;
      try {
        const value = await work();
        if (level.isOpen) await ask({ text: `release savepoint ${name}` });
        return value;
      } catch (error) {
        // A connection that is gone has nothing to roll back
        if (level.isOpen && !(error instanceof DatabaseAway))
          await ask({ text: `rollback to savepoint ${name}; release savepoint ${name}` });
        throw error;
      } finally {
        levels.pop();
      }
    },
  };
}

/** Runs `work` between a begin and a commit on one connection. */
async function inTransaction<T>(pool: pg.Pool, work: (ask: Run) => Promise<T>): Promise<T> {
  const client = await orAway(() => pool.connect());
  const ask = (query: string | pg.QueryConfig) => orAway(() => client.query(query));
  let broken: Error | undefined;
  const onError = (error: Error) => {
    broken = error;
  };
  client.on('error', onError);
  try {
    await ask(begins.get(pool) ?? BEGIN);
    const value = await work(ask);
    const committed = await ask('commit');
    // A statement failed and its error was caught: the database rolls back, and answers the commit without an error
    if (committed.command !== 'COMMIT') throw new Error('The transaction was rolled back: an error of a statement in it was caught');
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

async function attempt<T>(pool: pg.Pool, work: (tx: Tx) => Promise<T>): Promise<T> {
  const wakes: (() => void)[] = [];
  const value = await inTransaction(pool, async (ask) => {
    const lasts: (() => Promise<void>)[] = [];
    const { run, nested } = createSavepoints(ask);
    const tx: Tx = {
      ...queryable(run, begins.has(pool)),
      isTransaction: true,
      nested,
      onCommit: (wake) => void wakes.push(wake),
      beforeCommit: (last) => void lasts.push(last),
    };
    runs.set(tx, run);
    const done = await work(tx);
    for (const last of lasts) await last();
    return done;
  });
  for (const wake of wakes) queueMicrotask(wake);
  return value;
}

/** A statement by itself: behind a pooler in a transaction of its own, because its settings last no longer. */
const runAlone =
  (pool: pg.Pool): Run =>
  (query) =>
    begins.has(pool) ? inTransaction(pool, (ask) => ask(query)) : orAway(() => pool.query(query));

/** A library's own statements with `begin` and `commit` among them. */
const OWN_TRANSACTION = /^\s*begin\s*;/i;

/** For libraries that write their own SQL: runs it outside of our transactions. */
export async function executeOn(pool: pg.Pool, text: string, values: readonly unknown[] = []): Promise<{ rows: unknown[] }> {
  const begin = begins.get(pool);
  if (begin === undefined || !OWN_TRANSACTION.test(text)) return await runAlone(pool)({ text, values: [...values] });
  return await orAway(() => pool.query(text.replace(OWN_TRANSACTION, () => `${begin};`)));
}

export function createDb(pool: pg.Pool): Db {
  return {
    ...queryable(runAlone(pool), begins.has(pool)),
    async tx(work) {
      for (let tries = 1; ; tries++) {
        try {
          return await attempt(pool, work);
        } catch (error) {
          if (!isRetried(error) || tries >= ATTEMPTS) throw error;
          await sleep(Math.random() * 20 * 2 ** tries);
        }
      }
    },
    close: () => pool.end(),
  };
}
