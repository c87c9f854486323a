import pg from 'pg';
import type { Log } from '#server/platform/log.ts';
import { prepareQueue } from '#server/platform/queue/prepare-queue.ts';
import { grantApplicationRole } from './application-role.ts';
import type { Db } from './db.ts';
import { startEmbedded } from './embedded.ts';
import { migrate } from './migrate.ts';
import { createDb, createPool } from './pool.ts';

export interface OpenDatabase {
  /** Works as the application's role. */
  readonly db: Db;
  /** Connection with the owner's rights: schema changes only. */
  readonly adminUrl: string;
  /** Connection string that works as the application's role, for libraries with a pool of their own. */
  readonly appUrl: string;
  stop(): Promise<void>;
}

/** PostgreSQL 15 is the oldest the suite runs on. */
const OLDEST_VERSION = 150_000;
const DATABASE = 'razmen';

/** A connection string whose sessions take on a role at once. */
export function withRole(url: string, role: string | undefined): string {
  if (role === undefined) return url;
  return `${url}${url.includes('?') ? '&' : '?'}options=${encodeURIComponent(`-c role=${role}`)}`;
}

/** Swaps the database's name in a connection string. */
export function withDatabase(url: string, database: string): string {
  return url.replace(/^(postgres(?:ql)?:\/\/[^/]*\/)[^?]*/, `$1${database}`);
}

async function ensureDatabase(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`create database ${DATABASE}`);
  } catch (error) {
    // 42P04: it exists; 23505: another process is creating it at this moment.
    if (!['42P04', '23505'].includes((error as { code?: string }).code ?? '')) throw error;
  } finally {
    await client.end();
  }
  return withDatabase(url, DATABASE);
}

async function checkServer(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
  } catch (error) {
    throw new Error(`DATABASE_URL: the database does not answer (${(error as Error).message})`, { cause: error });
  }
  try {
    const { rows } = await client.query<{ version: number; isolation: string }>(
      "select current_setting('server_version_num')::int as version, current_setting('default_transaction_isolation') as isolation",
    );
    if ((rows[0]?.version ?? 0) < OLDEST_VERSION) throw new Error('DATABASE_URL: PostgreSQL 15 or newer is needed');
    if (rows[0]?.isolation !== 'read committed') {
      throw new Error(
        `DATABASE_URL: default_transaction_isolation is "${rows[0]?.isolation}"; statements are written for "read committed"`,
      );
    }
  } finally {
    await client.end();
  }
}

/** Migrates, creates the queue's own schema and the application's role. Gives the role's name if there could be one. */
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

/** Opens the configured PostgreSQL server or the embedded one, up to date and ready to use. */
export async function openDatabase(input: {
  readonly databaseUrl?: string | undefined;
  readonly dataDir: string;
  readonly log: Log;
  readonly max?: number;
}): Promise<OpenDatabase> {
  const embedded = input.databaseUrl === undefined ? await startEmbedded(input.dataDir, [], input.log) : undefined;
  try {
    if (input.databaseUrl !== undefined) await checkServer(input.databaseUrl);
    const adminUrl = embedded ? await ensureDatabase(embedded.url) : (input.databaseUrl ?? '');
    const role = await prepareDatabase(adminUrl, input.log);
    const pool = createPool({ url: adminUrl, max: input.max ?? 10, log: input.log, ...(role === undefined ? {} : { role }) });
    const db = createDb(pool);
    return {
      db,
      adminUrl,
      appUrl: withRole(adminUrl, role),
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
