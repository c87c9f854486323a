import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import sql from 'sql-template-tag';
import type { Live } from './live.ts';
import type { Log } from './log.ts';

const RETRY_MIN_MS = 100;
const RETRY_MAX_MS = 5000;
/** A connection that is half open says nothing: it is asked this often and must answer within the same time. */
const HEARTBEAT_MS = 5000;
/** PostgreSQL refuses longer names silently truncated. */
const CHANNEL = /^[a-z][a-z0-9_]{0,62}$/;

function checked(channel: string): string {
  if (!CHANNEL.test(channel)) throw new Error(`Channel names are lower-case words: ${channel}`);
  return channel;
}

/** One LISTEN connection for the whole process, however many subscribers it has. */
export function createLive(input: { readonly url: string; readonly log: Pick<Log, 'warn' | 'info'> }): Live {
  const listeners = new Map<string, Set<(payload: string) => void>>();
  const reconnectListeners = new Set<() => void>();
  let client: pg.Client | undefined;
  let stopped = false;
  let wasConnected = false;
  let heartbeat: NodeJS.Timeout | undefined;
  let asked: Promise<unknown> = Promise.resolve();

  /** One question at a time: a connection that is asked while it answers is on its way out of the driver. */
  function ask(of: pg.Client, text: string): Promise<unknown> {
    const answer = asked.then(() => of.query(text));
    asked = answer.catch(() => undefined);
    return answer;
  }

  function deliver(message: pg.Notification): void {
    for (const listener of listeners.get(message.channel) ?? []) listener(message.payload ?? '');
  }

  async function connectOnce(): Promise<void> {
    const next = new pg.Client({
      connectionString: input.url,
      application_name: 'razmen live',
      connectionTimeoutMillis: HEARTBEAT_MS,
      query_timeout: HEARTBEAT_MS,
      keepAlive: true,
    });
    next.on('notification', deliver);
    next.on('error', () => undefined);
    next.once('end', () => {
      if (client === next) client = undefined;
      if (!stopped && wasConnected) void connect();
    });
    try {
      await next.connect();
      for (const channel of listeners.keys()) await ask(next, `listen ${channel}`);
    } catch (error) {
      next.removeAllListeners('end');
      await next.end().catch(() => undefined);
      throw error;
    }
    client = next;
  }

  async function connect(): Promise<void> {
    for (let waitMs = RETRY_MIN_MS; !stopped; waitMs = Math.min(waitMs * 2, RETRY_MAX_MS)) {
      try {
        await connectOnce();
        if (wasConnected) {
          input.log.info({}, 'live_reconnected');
          for (const listener of reconnectListeners) listener();
        }
        wasConnected = true;
        return;
      } catch (error) {
        input.log.warn({ error, retryInMs: waitMs }, 'live_connection_failed');
        // Spread out, so that many processes do not come back in one moment.
        await sleep(waitMs * (0.5 + Math.random()), undefined, { ref: false });
      }
    }
  }

  function beat(): void {
    const line = client;
    if (line === undefined) return;
    ask(line, 'select 1').catch(() => {
      if (!stopped) line.connection.stream.destroy();
    });
  }

  return {
    async notify(tx, channel, payload) {
      await tx.run(sql`select pg_notify(${checked(channel)}, ${payload})`);
    },
    subscribe(channel, listener) {
      const known = listeners.get(checked(channel));
      const set = known ?? new Set();
      set.add(listener);
      if (!known) {
        listeners.set(channel, set);
        if (client !== undefined)
          ask(client, `listen ${channel}`).catch((error: unknown) => input.log.warn({ error, channel }, 'live_listen_failed'));
      }
      return () => {
        set.delete(listener);
      };
    },
    onReconnect(listener) {
      reconnectListeners.add(listener);
      return () => {
        reconnectListeners.delete(listener);
      };
    },
    async start() {
      await connect();
      heartbeat = setInterval(beat, HEARTBEAT_MS);
      heartbeat.unref();
    },
    async stop() {
      stopped = true;
      clearInterval(heartbeat);
      await client?.end().catch(() => undefined);
    },
  };
}
