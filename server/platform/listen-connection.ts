import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from './log.ts';

const RETRY_MIN_MS = 100;
const RETRY_MAX_MS = 2000;
/** After a connection that lasted this long, retries start with the shortest wait again. */
const STABLE_MS = 5000;
/** Deadline for a server or proxy that accepts connections but does not answer. */
const CONNECT_TIMEOUT_MS = 3000;
/** A slower answer means a half-open connection, which is then closed. */
const QUERY_TIMEOUT_MS = 5000;
const CLOSE_TIMEOUT_MS = 1000;

type Row = Readonly<Record<string, unknown>>;

/** Runs one query; throws when the connection is down or the answer is late. */
export type RunQuery = <ResultRow extends Row>(query: string | pg.QueryConfig) => Promise<readonly ResultRow[]>;

interface ConnectionEvents {
  /** After each connect, before other queries. `isFirst` is false after a lost connection. */
  readonly onConnect: (query: RunQuery, isFirst: boolean) => Promise<void>;
  readonly onNotification: (message: pg.Notification) => void;
}

export interface ListenConnection {
  readonly query: RunQuery;
  readonly isConnected: () => boolean;
  /** Closes a connection that misbehaves; it is reopened automatically. */
  cut(): void;
  start(): Promise<void>;
  stop(): Promise<void>;
}

const destroy = (client: pg.Client): void => void client.connection.stream.destroy();

/** One LISTEN connection that reconnects by itself and runs one query at a time. Only the loop in `keepConnected` opens connections. */
export function createListenConnection(
  input: { readonly url: string; readonly log: Pick<Log, 'warn' | 'info'> },
  events: ConnectionEvents,
): ListenConnection {
  let client: pg.Client | undefined;
  /** The connection that is being opened. */
  let opening: pg.Client | undefined;
  let wasConnected = false;
  let keepAliveLoop: Promise<void> | undefined;
  let lastQuery: Promise<unknown> = Promise.resolve();
  const stopped = new AbortController();

  const queryOn =
    (target: pg.Client): RunQuery =>
    <ResultRow extends Row>(query: string | pg.QueryConfig) => {
      const result = lastQuery.then(async () => (await target.query<ResultRow>(query as pg.QueryConfig)).rows);
      lastQuery = result.catch(() => undefined);
      return result;
    };

  /** Opens a connection and resolves with a promise of its end. A connection that fails to open is destroyed. */
  async function open(): Promise<{ readonly ended: Promise<unknown> }> {
    const next = new pg.Client({
      connectionString: input.url,
      application_name: 'razmen live',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
      keepAlive: true,
    });
    opening = next;
    next.on('notification', events.onNotification);
    next.on('error', () => destroy(next));
    const ended = new Promise((resolve) => next.connection.stream.once('close', resolve));
    try {
      await next.connect();
      await events.onConnect(queryOn(next), !wasConnected);
    } catch (error) {
      destroy(next);
      throw error;
    } finally {
      opening = undefined;
    }
    client = next;
    return { ended };
  }

  /** Random, so that many processes do not reconnect at the same moment. */
  const pause = (waitMs: number): Promise<void> =>
    sleep(waitMs * (0.5 + Math.random()), undefined, { ref: false, signal: stopped.signal }).catch(() => undefined);

  /** The only owner of the connection: opens it, waits for its end, reopens it. */
  async function keepConnected(onFirst: () => void): Promise<void> {
    for (let waitMs = RETRY_MIN_MS; !stopped.signal.aborted; waitMs = Math.min(waitMs * 2, RETRY_MAX_MS)) {
      try {
        const { ended } = await open();
        if (wasConnected) input.log.info({}, 'live_reconnected');
        wasConnected = true;
        onFirst();
        const since = performance.now();
        await ended;
        client = undefined;
        if (performance.now() - since > STABLE_MS) waitMs = RETRY_MIN_MS;
      } catch (error) {
        if (!stopped.signal.aborted) input.log.warn({ error, retryInMs: waitMs }, 'live_connection_failed');
      }
      await pause(waitMs);
    }
  }

  return {
    async query(query) {
      if (client === undefined) throw new Error('The connection is down');
      return await queryOn(client)(query);
    },
    isConnected: () => client !== undefined,
    cut() {
      if (client !== undefined) destroy(client);
      client = undefined;
    },
    async start() {
      const first = Promise.withResolvers<void>();
      keepAliveLoop = keepConnected(first.resolve);
      await Promise.race([first.promise, keepAliveLoop]);
    },
    async stop() {
      stopped.abort();
      if (opening !== undefined) destroy(opening);
      const last = client;
      if (last !== undefined) {
        // A half-open connection does not answer the close message
        const timeout = setTimeout(() => destroy(last), CLOSE_TIMEOUT_MS);
        await last.end().catch(() => undefined);
        clearTimeout(timeout);
      }
      await keepAliveLoop;
    },
  };
}
