import { SECOND_MS } from '#core/time.ts';
import type { Tx } from './db/db.ts';
import type { Log } from './log.ts';

/** Fan-out between processes. Messages are hints ("X changed"): receivers read the state from the database. */
export interface Live {
  /**
   * Notifies every process when the transaction commits. Stored in the transaction: not lost when this process dies after the commit. The
   * sequence within a transaction is kept.
   */
  notify(tx: Tx, channel: string, payload: string): Promise<void>;
  /** Notifies after the commit, but is lost when this process dies then: only for what is also polled. */
  hint(tx: Tx, channel: string, payload: string): void;
  /** Returns the unsubscribe function. After a reconnect, `onReconnect` listeners must reload everything. */
  subscribe(channel: string, listener: (payload: string) => void): () => void;
  onReconnect(listener: () => void): () => void;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** A lost notification is compensated for after this time. */
const REFRESH_EVERY_MS = 5 * SECOND_MS;
/** Each cache has its own interval, so that they do not all need a connection at one moment. */
const refreshIntervalMs = (): number => REFRESH_EVERY_MS * (1 - Math.random() / 10);

/**
 * Calls `refresh` at the start, on the channel's notifications, after a reconnect and every few seconds, never concurrently. A failure is
 * logged; the old values stay.
 */
export function keepFresh(
  deps: { readonly live: Live; readonly log: Pick<Log, 'warn'> },
  channel: string,
  refresh: () => Promise<void>,
): { readonly start: () => Promise<void>; readonly stop: () => void } {
  let unsubscribe: readonly (() => void)[] = [];
  let running: Promise<void> | undefined;
  let isRequestedAgain = false;

  const run = async () => {
    do {
      isRequestedAgain = false;
      await refresh().catch((error: unknown) => deps.log.warn({ channel, error }, 'refresh_failed'));
    } while (isRequestedAgain);
    running = undefined;
  };
  const requestRefresh = () => {
    if (running) isRequestedAgain = true;
    else running = run();
  };
  return {
    async start() {
      unsubscribe = [deps.live.subscribe(channel, requestRefresh), deps.live.onReconnect(requestRefresh)];
      const timer = setInterval(requestRefresh, refreshIntervalMs());
      timer.unref();
      unsubscribe = [...unsubscribe, () => clearInterval(timer)];
      await refresh();
    },
    stop() {
      for (const stop of unsubscribe) stop();
      unsubscribe = [];
    },
  };
}

/**
 * A signal that is set or not, set at first: `wait` resolves after the next `set`, or at once when `set` was called since the last `wait`.
 * A class, because every open page has one.
 */
export class WakeSignal {
  #isSet = true;
  #resolveWait: (() => void) | undefined;
  set(): void {
    this.#isSet = true;
    this.#resolveWait?.();
    this.#resolveWait = undefined;
  }
  /** One caller at a time. */
  async wait(): Promise<void> {
    if (!this.#isSet) await new Promise<void>((resolve) => (this.#resolveWait = resolve));
    this.#isSet = false;
  }
}
