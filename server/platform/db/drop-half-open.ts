import { Socket } from 'node:net';
import pg from 'pg';
import type { Log } from '#server/platform/log.ts';

const LOOK_MS = 1000;
/** In use for so long, a connection may be half open: then a new one is tried beside it. */
const SUSPECT_MS = 3000;
/** As long as the pool itself waits for a connection. */
const PROBE_MS = 5000;

/** `full`: it answers, and takes no more connections: those that it has are served. */
type Answer = 'there' | 'full' | 'away';
const TOO_MANY_CONNECTIONS = '53300';

async function ask(url: string): Promise<Answer> {
  const probe = new pg.Client({
    connectionString: url,
    application_name: 'razmen probe',
    connectionTimeoutMillis: PROBE_MS,
    query_timeout: PROBE_MS,
  });
  probe.on('error', () => undefined);
  try {
    await probe.connect();
    await probe.query('select 1');
    return 'there';
  } catch (error) {
    return error instanceof pg.DatabaseError && error.code === TOO_MANY_CONNECTIONS ? 'full' : 'away';
  } finally {
    probe.connection.stream.destroy();
  }
}

/**
 * A proxy or balancer that hangs may forget connections without closing them: their statements would wait for their own deadline long
 * after new connections are served again (R71). Where the database did not answer and answers again, connections that have been silent
 * since are closed.
 */
export function dropHalfOpen(pool: pg.Pool, { url, log }: { readonly url: string; readonly log: Pick<Log, 'warn'> }): void {
  const busySince = new Map<pg.PoolClient, number>();
  const all = new Set<pg.PoolClient>();
  /** What each connection had received when the database did not answer; undefined while it does. */
  let received: ReadonlyMap<pg.PoolClient, number> | undefined;
  let isProbing = false;

  const receivedBy = ({ connection: { stream } }: pg.PoolClient): number => (stream instanceof Socket ? stream.bytesRead : 0);

  function dropSilent(silent: ReadonlyMap<pg.PoolClient, number>): void {
    const dropped = [...silent].filter(([client, bytes]) => all.has(client) && receivedBy(client) === bytes);
    for (const [client] of dropped) client.connection.stream.destroy();
    if (dropped.length > 0) log.warn({ connections: dropped.length }, 'db_half_open_dropped');
  }

  async function look(): Promise<void> {
    const before = performance.now() - SUSPECT_MS;
    if (isProbing || (received === undefined && ![...busySince.values()].some((since) => since < before))) return;
    isProbing = true;
    const answer = await ask(url);
    isProbing = false;
    if (answer === 'away') received = new Map([...all].map((client) => [client, receivedBy(client)]));
    else if (answer === 'there' && received !== undefined) {
      dropSilent(received);
      received = undefined;
    }
  }

  pool.on('connect', (client) => void all.add(client));
  pool.on('remove', (client) => {
    all.delete(client);
    busySince.delete(client);
  });
  pool.on('acquire', (client) => void busySince.set(client, performance.now()));
  pool.on('release', (_, client) => void busySince.delete(client));
  const timer = setInterval(() => {
    if (pool.ending) clearInterval(timer);
    else void look();
  }, LOOK_MS);
  timer.unref();
}
