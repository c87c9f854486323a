import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { withOptions } from './url.ts';

const ANSWER_MS = 10_000;
/** How a pooler refuses startup parameters that it does not know; PgBouncer: 08P01, `unsupported startup parameter: options`. */
const REFUSED_STARTUP = /^(?:08|0A|22|42)/;

const clientOf = (url: string): pg.Client => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS });
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
  readonly mark: string | null;
}

const SESSION = `select pg_backend_pid() as pid, current_setting('razmen.probe', true) as mark`;

async function sessionOf(client: pg.Client): Promise<Session | undefined> {
  return (await client.query<Session>(SESSION)).rows[0];
}

/** Whether a setting given at the connection's start reaches the session. */
async function keepsStartupOptions(url: string): Promise<boolean> {
  const mark = randomUUID();
  try {
    return await withClient(withOptions(url, `-c razmen.probe=${mark}`), async (client) => (await sessionOf(client))?.mark === mark);
  } catch (error) {
    if (REFUSED_STARTUP.test((error as { code?: string }).code ?? '')) return false;
    throw error;
  }
}

/** Whether a connection keeps its session, and its session's state, while another one is at work. */
async function keepsSessions(url: string): Promise<boolean> {
  const mark = randomUUID();
  return await withClient(url, async (own) => {
    const { rows } = await own.query<Session>(`select set_config('razmen.probe', $1, false) as mark, pg_backend_pid() as pid`, [mark]);
    return await withClient(url, async (other) => {
      await other.query('begin');
      const beside = await sessionOf(other);
      const after = await sessionOf(own);
      return beside?.mark !== mark && beside?.pid !== rows[0]?.pid && after?.mark === mark && after.pid === rows[0]?.pid;
    });
  });
}

/** Whether connections lead to a session of the server's own each: not where a pooler stands between that lends sessions by transaction. */
export async function isDirect(url: string): Promise<boolean> {
  return (await keepsStartupOptions(url)) && (await keepsSessions(url));
}

/** Whether two connection strings lead to one database: a lock that is held by one way is taken for the other. */
export async function leadsToOne(directUrl: string, pooledUrl: string): Promise<boolean> {
  const key = Math.floor(Math.random() * Number.MAX_SAFE_INTEGER);
  return await withClient(directUrl, async (direct) => {
    await direct.query('select pg_advisory_lock($1)', [key]);
    return await withClient(pooledUrl, async (pooled) => {
      const { rows } = await pooled.query<{ is_free: boolean }>('select pg_try_advisory_xact_lock($1) as is_free', [key]);
      return rows[0]?.is_free === false;
    });
  });
}
