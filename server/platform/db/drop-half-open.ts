import { Socket } from 'node:net';
import pg from 'pg';
import type { Log } from '#server/platform/log.ts';

const CHECK_INTERVAL_MS = 1000;
/** A connection in use for this long may be half open: a new one is opened to test the database. */
const SUSPECT_MS = 3000;
/** The pool waits for a connection as long. */
const PROBE_DEADLINE_MS = 5000;

/** `full`: the server answers but accepts no more connections; the existing ones work. */
type ProbeResult = 'available' | 'full' | 'unavailable';
const TOO_MANY_CONNECTIONS = '53300';

async function probeServer(url: string): Promise<ProbeResult> {
  const probe = new pg.Client({
    connectionString: url,
    application_name: 'razmen probe',
    connectionTimeoutMillis: PROBE_DEADLINE_MS,
    query_timeout: PROBE_DEADLINE_MS,
  });
  probe.on('error', () => undefined);
  try {
    await probe.connect();
    await probe.query('select 1');
    return 'available';
  } catch (error) {
    return error instanceof pg.DatabaseError && error.code === TOO_MANY_CONNECTIONS ? 'full' : 'unavailable';
  } finally {
    probe.connection.stream.destroy();
  }
}

/**
 * Closes half-open connections after an outage: those that received nothing since it began. A hanging proxy may forget connections, whose
 * statements would wait for their own deadline (R71).
 */
export function dropHalfOpen(pool: pg.Pool, { url, log }: { readonly url: string; readonly log: Pick<Log, 'warn'> }): void {
  const busySince = new Map<pg.PoolClient, number>();
  const connections = new Set<pg.PoolClient>();
  /** Bytes that each connection had received when the outage was noticed; undefined while the database answers. */
  let received: ReadonlyMap<pg.PoolClient, number> | undefined;
  let isProbing = false;

  const receivedBy = ({ connection: { stream } }: pg.PoolClient): number => (stream instanceof Socket ? stream.bytesRead : 0);

  function dropSilent(silent: ReadonlyMap<pg.PoolClient, number>): void {
    const dropped = [...silent].filter(([client, bytes]) => connections.has(client) && receivedBy(client) === bytes);
    for (const [client] of dropped) client.connection.stream.destroy();
    if (dropped.length > 0) log.warn({ connections: dropped.length }, 'db_half_open_dropped');
  }

  async function check(): Promise<void> {
    const suspectBefore = performance.now() - SUSPECT_MS;
    if (isProbing || (received === undefined && ![...busySince.values()].some((since) => since < suspectBefore))) return;
    isProbing = true;
    const result = await probeServer(url);
    isProbing = false;
    if (result === 'unavailable') received = new Map([...connections].map((client) => [client, receivedBy(client)]));
    else if (result === 'available' && received !== undefined) {
      dropSilent(received);
      received = undefined;
    }
  }

  pool.on('connect', (client) => void connections.add(client));
  pool.on('remove', (client) => {
    connections.delete(client);
    busySince.delete(client);
  });
  pool.on('acquire', (client) => void busySince.set(client, performance.now()));
  pool.on('release', (_, client) => void busySince.delete(client));
  const timer = setInterval(() => {
    if (pool.ending) clearInterval(timer);
    else void check();
  }, CHECK_INTERVAL_MS);
  timer.unref();
}
