import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { withOptions } from './url.ts';

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
export async function isDirect(url: string): Promise<boolean> {
  return (await keepsStartupOptions(url)) && (await keepsSessions(url));
}

/** Whether two connection strings reach the same database: an advisory lock taken through one is seen through the other. */
export async function isSameDatabase(directUrl: string, pooledUrl: string): Promise<boolean> {
  const key = Math.floor(Math.random() * Number.MAX_SAFE_INTEGER);
  return await withClient(directUrl, async (direct) => {
    await direct.query('select pg_advisory_lock($1)', [key]);
    return await withClient(pooledUrl, async (pooled) => {
      const { rows } = await pooled.query<{ is_free: boolean }>('select pg_try_advisory_xact_lock($1) as is_free', [key]);
      return rows[0]?.is_free === false;
    });
  });
}
