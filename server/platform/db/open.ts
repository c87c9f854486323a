import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Log } from '#server/platform/log.ts';
import { prepareQueue } from '#server/platform/queue/pg-boss-queue.ts';
import type { Db } from './db.ts';
import { startEmbedded } from './embedded.ts';
import { grantApplicationRole, migrate } from './migrate.ts';
import { createDb, createPool, type PoolOptions } from './pool.ts';
import { withDatabase, withOptions, withRole } from './url.ts';

const DEADLINE_MS = 10_000;
/** How a pooler refuses unknown startup parameters; PgBouncer: 08P01, `unsupported startup parameter: options`. */
const REFUSED_STARTUP = /^(?:08|0A|22|42)/;

const clientOf = (url: string): pg.Client => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: DEADLINE_MS, query_timeout: DEADLINE_MS });
  client.on('error', () => undefined);
  return client;
};

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = clientOf(url);
  try {
    await client.connect();
    return await work(client);
  } finally {
    client.connection.stream.destroy();
  }
}

interface Session {
  readonly pid: number;
  readonly marker: string | null;
}

const SESSION = `select pg_backend_pid() as pid, current_setting('razmen.probe', true) as marker`;

async function readSession(client: pg.Client): Promise<Session | undefined> {
  return (await client.query<Session>(SESSION)).rows[0];
}

/** Whether a setting given at connection start reaches the session. */
async function keepsStartupOptions(url: string): Promise<boolean> {
  const marker = randomUUID();
  try {
    return await withClient(
      withOptions(url, `-c razmen.probe=${marker}`),
      async (client) => (await readSession(client))?.marker === marker,
    );
  } catch (error) {
    if (REFUSED_STARTUP.test((error as { code?: string }).code ?? '')) return false;
    throw error;
  }
}

/** Whether a connection keeps its session and that session's state while another connection works. */
async function keepsSessions(url: string): Promise<boolean> {
  const marker = randomUUID();
  return await withClient(url, async (first) => {
    const { rows } = await first.query<Session>(`select set_config('razmen.probe', $1, false) as marker, pg_backend_pid() as pid`, [
      marker,
    ]);
    return await withClient(url, async (second) => {
      await second.query('begin');
      const inSecond = await readSession(second);
      const inFirst = await readSession(first);
      return inSecond?.marker !== marker && inSecond?.pid !== rows[0]?.pid && inFirst?.marker === marker && inFirst.pid === rows[0]?.pid;
    });
  });
}

/** Whether each connection has a server session of its own. False behind a pooler that shares sessions by transaction. */
async function isDirect(url: string): Promise<boolean> {
  return (await keepsStartupOptions(url)) && (await keepsSessions(url));
}

/** Whether two connection strings reach the same database: an advisory lock taken through one is seen through the other. */
async function isSameDatabase(directUrl: string, pooledUrl: string): Promise<boolean> {
  const key = Math.floor(Math.random() * Number.MAX_SAFE_INTEGER);
  return await withClient(directUrl, async (direct) => {
    await direct.query('select pg_advisory_lock($1)', [key]);
    return await withClient(pooledUrl, async (pooled) => {
      const { rows } = await pooled.query<{ is_free: boolean }>('select pg_try_advisory_xact_lock($1) as is_free', [key]);
      return rows[0]?.is_free === false;
    });
  });
}

export interface OpenDatabase {
  /** Runs as the application's role. */
  readonly db: Db;
  /** Connection string with the owner's rights, never through a pooler: schema changes only. */
  readonly adminUrl: string;
  /** Connection string with the application's role that keeps its session: for LISTEN. */
  readonly appUrl: string;
  /** Options for further pools. */
  readonly access: Pick<PoolOptions, 'url' | 'role' | 'isPooled'>;
  stop(): Promise<void>;
}

/** The oldest version that the tests run on is PostgreSQL 15. */
const MIN_VERSION = 150_000;
const DATABASE = 'razmen';

async function ensureDatabase(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`create database ${DATABASE}`);
  } catch (error) {
    // 42P04: it exists; 23505: another process is creating it
    if (!['42P04', '23505'].includes((error as { code?: string }).code ?? '')) throw error;
  } finally {
    await client.end();
  }
  return withDatabase(url, DATABASE);
}

async function checkServer(url: string, variable: 'DATABASE_URL' | 'DATABASE_DIRECT_URL'): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
  } catch (error) {
    throw new Error(`${variable}: the database does not answer (${(error as Error).message})`, { cause: error });
  }
  try {
    const { rows } = await client.query<{ version: number; isolation: string }>(
      "select current_setting('server_version_num')::int as version, current_setting('default_transaction_isolation') as isolation",
    );
    if ((rows[0]?.version ?? 0) < MIN_VERSION) throw new Error(`${variable}: PostgreSQL 15 or newer is needed`);
    if (rows[0]?.isolation !== 'read committed') {
      throw new Error(`${variable}: default_transaction_isolation is "${rows[0]?.isolation}"; statements are written for "read committed"`);
    }
  } finally {
    await client.end();
  }
}

interface DatabaseUrls {
  readonly databaseUrl: string;
  readonly databaseDirectUrl?: string | undefined;
}

/**
 * Refuses setups that would start and fail later: a pooler without a direct URL (no session state, no LISTEN), or a direct URL that is
 * pooled or reaches another database.
 */
async function checkUrls({ databaseUrl, databaseDirectUrl = databaseUrl }: DatabaseUrls): Promise<void> {
  await checkServer(databaseUrl, 'DATABASE_URL');
  if (databaseDirectUrl === databaseUrl) {
    if (await isDirect(databaseUrl)) return;
    throw new Error(
      'DATABASE_URL leads through a connection pooler that keeps no sessions: set DATABASE_DIRECT_URL to the database itself, for listening and migrations',
    );
  }
  await checkServer(databaseDirectUrl, 'DATABASE_DIRECT_URL');
  if (!(await isDirect(databaseDirectUrl)))
    throw new Error('DATABASE_DIRECT_URL leads through a connection pooler: it must lead to the database itself');
  if (!(await isSameDatabase(databaseDirectUrl, databaseUrl)))
    throw new Error('DATABASE_DIRECT_URL and DATABASE_URL lead to two different databases');
}

/** The user of pooled connections may differ from the one that migrates. */
async function checkRole(url: string, role: string | undefined): Promise<void> {
  if (role === undefined) return;
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await client.query(`begin; set local role ${role}; rollback`);
  } catch (error) {
    throw new Error(`DATABASE_URL: its user may not act as ${role} (${(error as Error).message})`, { cause: error });
  } finally {
    await client.end();
  }
}

/** Migrates, creates the queue's schema and the application's role. Returns the role's name, undefined where roles are not permitted. */
export async function prepareDatabase(adminUrl: string, log: Pick<Log, 'info' | 'warn'>): Promise<string | undefined> {
  let role: string | undefined;
  await migrate({
    adminUrl,
    log,
    after: async (client) => {
      await prepareQueue(client);
      role = await grantApplicationRole(client, log);
    },
  });
  return role;
}

/** Opens the configured PostgreSQL server or the embedded one, migrated and ready. */
export async function openDatabase(input: {
  readonly databaseUrl?: string | undefined;
  /** URL that bypasses the pooler, when `databaseUrl` uses one. */
  readonly databaseDirectUrl?: string | undefined;
  readonly dataDir: string;
  readonly log: Log;
  readonly max?: number;
}): Promise<OpenDatabase> {
  const embedded = input.databaseUrl === undefined ? await startEmbedded(input.dataDir, [], input.log) : undefined;
  try {
    const { databaseUrl, databaseDirectUrl = databaseUrl } = input;
    if (databaseUrl !== undefined) await checkUrls({ databaseUrl, databaseDirectUrl });
    const adminUrl = embedded ? await ensureDatabase(embedded.url) : (databaseDirectUrl ?? '');
    const role = await prepareDatabase(adminUrl, input.log);
    const access = { url: databaseUrl ?? adminUrl, role, isPooled: databaseDirectUrl !== databaseUrl };
    if (access.isPooled) await checkRole(access.url, role);
    const db = createDb(createPool({ ...access, max: input.max ?? 10, log: input.log }));
    return {
      db,
      adminUrl,
      appUrl: withRole(adminUrl, role),
      access,
      async stop() {
        await db.close();
        await embedded?.stop();
      },
    };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}
