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

const createClient = (url: string): pg.Client =>
  new pg.Client({
    connectionString: url,
    application_name: 'razmen live',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
  });

async function closeClient(client: pg.Client): Promise<void> {
  // A half-open connection does not answer the close message
  const timeout = setTimeout(() => destroy(client), CLOSE_TIMEOUT_MS);
  await client.end().catch(() => undefined);
  clearTimeout(timeout);
}

/** Runs one query at a time, whichever connection it is for. */
function createQuerySequence(): (client: pg.Client) => RunQuery {
  let last: Promise<unknown> = Promise.resolve();
  return (client) =>
    <ResultRow extends Row>(query: string | pg.QueryConfig) => {
      const result = last.then(async () => (await client.query<ResultRow>(query as pg.QueryConfig)).rows);
      last = result.catch(() => undefined);
      return result;
    };
}

/** Opens connections; `prepare` runs on each. One that fails to open is destroyed. */
function createConnector(url: string, onNotification: ConnectionEvents['onNotification'], prepare: (client: pg.Client) => Promise<void>) {
  let opening: pg.Client | undefined;
  return {
    /** Resolves with a promise of the connection's end. */
    async open(): Promise<{ readonly client: pg.Client; readonly ended: Promise<unknown> }> {
      const client = createClient(url);
      opening = client;
      client.on('notification', onNotification);
      client.on('error', () => destroy(client));
      const ended = new Promise((resolve) => client.connection.stream.once('close', resolve));
      try {
        await client.connect();
        await prepare(client);
      } catch (error) {
        destroy(client);
        throw error;
      } finally {
        opening = undefined;
      }
      return { client, ended };
    },
    /** Destroys the connection that is being opened. */
    cancel(): void {
      if (opening !== undefined) destroy(opening);
    },
  };
}

/** Random, so that many processes do not reconnect at the same moment. */
const pause = (waitMs: number, signal: AbortSignal): Promise<void> =>
  sleep(waitMs * (0.5 + Math.random()), undefined, { ref: false, signal }).catch(() => undefined);

/** One LISTEN connection that reconnects automatically and runs one query at a time. Only the loop in `keepConnected` opens connections. */
export function createListenConnection(
  input: { readonly url: string; readonly log: Pick<Log, 'warn' | 'info'> },
  events: ConnectionEvents,
): ListenConnection {
  let client: pg.Client | undefined;
  let wasConnected = false;
  let keepAliveLoop: Promise<void> | undefined;
  const stopped = new AbortController();
  const queryOn = createQuerySequence();
  const connector = createConnector(input.url, events.onNotification, (next) => events.onConnect(queryOn(next), !wasConnected));

  /** The only owner of the connection: opens it, waits for its end, reopens it. */
  async function keepConnected(onFirst: () => void): Promise<void> {
    for (let waitMs = RETRY_MIN_MS; !stopped.signal.aborted; waitMs = Math.min(waitMs * 2, RETRY_MAX_MS)) {
      try {
        const opened = await connector.open();
        client = opened.client;
        if (wasConnected) input.log.info({}, 'live_reconnected');
        wasConnected = true;
        onFirst();
        const since = performance.now();
        await opened.ended;
        client = undefined;
        if (performance.now() - since > STABLE_MS) waitMs = RETRY_MIN_MS;
      } catch (error) {
        if (!stopped.signal.aborted) input.log.warn({ error, retryInMs: waitMs }, 'live_connection_failed');
      }
      await pause(waitMs, stopped.signal);
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
      connector.cancel();
      if (client !== undefined) await closeClient(client);
      await keepAliveLoop;
    },
  };
}
