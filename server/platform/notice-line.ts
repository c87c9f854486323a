import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from './log.ts';

const RETRY_MIN_MS = 100;
const RETRY_MAX_MS = 2000;
/** A connection that lasted this long was a good one: the next try begins with the shortest wait again. */
const GOOD_MS = 5000;
/** A server or proxy that accepts and says nothing is given up after this. */
const CONNECT_MS = 3000;
/** A connection that is half open says nothing: an answer that takes longer ends it. */
const ANSWER_MS = 5000;
const GOODBYE_MS = 1000;

type Row = Readonly<Record<string, unknown>>;

/** Asks the connection one thing; throws when it is away or answers too late. */
export type Ask = <Answer extends Row>(query: string | pg.QueryConfig) => Promise<readonly Answer[]>;

interface LineEvents {
  /** After each connecting, before anybody else may ask. `isFirst` is false after a line that was lost. */
  readonly onConnect: (ask: Ask, isFirst: boolean) => Promise<void>;
  readonly onNotification: (message: pg.Notification) => void;
}

export interface Line {
  readonly ask: Ask;
  readonly isConnected: () => boolean;
  /** Ends a line that answers wrong; it comes back by itself. */
  cut(): void;
  start(): Promise<void>;
  stop(): Promise<void>;
}

const destroy = (client: pg.Client): void => void client.connection.stream.destroy();

/** One connection that listens, comes back by itself and is asked one thing at a time. Only the loop in `keep` opens connections. */
export function createLine(input: { readonly url: string; readonly log: Pick<Log, 'warn' | 'info'> }, events: LineEvents): Line {
  let client: pg.Client | undefined;
  /** The connection that is being opened. */
  let opening: pg.Client | undefined;
  let wasConnected = false;
  let keeping: Promise<void> | undefined;
  let asked: Promise<unknown> = Promise.resolve();
  const stopped = new AbortController();

  const askOf =
    (of: pg.Client): Ask =>
    <Answer extends Row>(query: string | pg.QueryConfig) => {
      const answer = asked.then(async () => (await of.query<Answer>(query as pg.QueryConfig)).rows);
      asked = answer.catch(() => undefined);
      return answer;
    };

  /** Opens a connection; resolves to its end. A connection that does not come up is destroyed, whatever state it is in. */
  async function open(): Promise<{ readonly ended: Promise<unknown> }> {
    const next = new pg.Client({
      connectionString: input.url,
      application_name: 'razmen live',
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: ANSWER_MS,
      keepAlive: true,
    });
    opening = next;
    next.on('notification', events.onNotification);
    next.on('error', () => destroy(next));
    const ended = new Promise((resolve) => next.connection.stream.once('close', resolve));
    try {
      await next.connect();
      await events.onConnect(askOf(next), !wasConnected);
    } catch (error) {
      destroy(next);
      throw error;
    } finally {
      opening = undefined;
    }
    client = next;
    return { ended };
  }

  /** Spread out, so that many processes do not come back in one moment. */
  const pause = (waitMs: number): Promise<void> =>
    sleep(waitMs * (0.5 + Math.random()), undefined, { ref: false, signal: stopped.signal }).catch(() => undefined);

  /** The one owner of the connection: opens it, waits for its end, opens it again. */
  async function keep(onFirst: () => void): Promise<void> {
    for (let waitMs = RETRY_MIN_MS; !stopped.signal.aborted; waitMs = Math.min(waitMs * 2, RETRY_MAX_MS)) {
      try {
        const { ended } = await open();
        if (wasConnected) input.log.info({}, 'live_reconnected');
        wasConnected = true;
        onFirst();
        const since = performance.now();
        await ended;
        client = undefined;
        if (performance.now() - since > GOOD_MS) waitMs = RETRY_MIN_MS;
      } catch (error) {
        if (!stopped.signal.aborted) input.log.warn({ error, retryInMs: waitMs }, 'live_connection_failed');
      }
      await pause(waitMs);
    }
  }

  return {
    async ask(query) {
      if (client === undefined) throw new Error('The line is away');
      return await askOf(client)(query);
    },
    isConnected: () => client !== undefined,
    cut() {
      if (client !== undefined) destroy(client);
      client = undefined;
    },
    async start() {
      const first = Promise.withResolvers<void>();
      keeping = keep(first.resolve);
      await Promise.race([first.promise, keeping]);
    },
    async stop() {
      stopped.abort();
      if (opening !== undefined) destroy(opening);
      const last = client;
      if (last !== undefined) {
        // A half-open connection hears no goodbye
        const silence = setTimeout(() => destroy(last), GOODBYE_MS);
        await last.end().catch(() => undefined);
        clearTimeout(silence);
      }
      await keeping;
    },
  };
}
