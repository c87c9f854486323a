import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from './log.ts';

const RETRY_MIN_MS = 100;
const RETRY_MAX_MS = 5000;
/** A connection that is half open says nothing: an answer that takes longer ends it. */
const ANSWER_MS = 5000;

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

/** One connection that listens, comes back by itself and is asked one thing at a time. */
export function createLine(input: { readonly url: string; readonly log: Pick<Log, 'warn' | 'info'> }, events: LineEvents): Line {
  let client: pg.Client | undefined;
  let isStopped = false;
  let wasConnected = false;
  let asked: Promise<unknown> = Promise.resolve();

  const askOf =
    (of: pg.Client): Ask =>
    <Answer extends Row>(query: string | pg.QueryConfig) => {
      const answer = asked.then(async () => (await of.query<Answer>(query as pg.QueryConfig)).rows);
      asked = answer.catch(() => undefined);
      return answer;
    };

  async function connectOnce(): Promise<void> {
    const next = new pg.Client({
      connectionString: input.url,
      application_name: 'razmen live',
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
      keepAlive: true,
    });
    next.on('notification', events.onNotification);
    next.on('error', () => undefined);
    next.once('end', () => {
      if (client === next) client = undefined;
      if (!isStopped && wasConnected) void connect();
    });
    try {
      await next.connect();
      await events.onConnect(askOf(next), !wasConnected);
    } catch (error) {
      next.removeAllListeners('end');
      await next.end().catch(() => undefined);
      throw error;
    }
    client = next;
  }

  async function connect(): Promise<void> {
    for (let waitMs = RETRY_MIN_MS; !isStopped; waitMs = Math.min(waitMs * 2, RETRY_MAX_MS)) {
      try {
        await connectOnce();
        if (wasConnected) input.log.info({}, 'live_reconnected');
        wasConnected = true;
        return;
      } catch (error) {
        input.log.warn({ error, retryInMs: waitMs }, 'live_connection_failed');
        // Spread out, so that many processes do not come back in one moment.
        await sleep(waitMs * (0.5 + Math.random()), undefined, { ref: false });
      }
    }
  }

  return {
    async ask(query) {
      if (client === undefined) throw new Error('The line is away');
      return await askOf(client)(query);
    },
    isConnected: () => client !== undefined,
    cut: () => client?.connection.stream.destroy(),
    start: connect,
    async stop() {
      isStopped = true;
      await client?.end().catch(() => undefined);
    },
  };
}
