import type { Tx } from '#server/platform/db/db.ts';
import { DatabaseUnavailable } from '#server/platform/db/unavailable.ts';
import type { Log } from '#server/platform/log.ts';

export interface SendOptions {
  /** At most one waiting or running job of this queue may have this key. */
  readonly key?: string;
  readonly startAfterSeconds?: number;
}

/** Returned by a tick that left work: the next one follows without a pause. */
export const MORE = 'more';

export type Tick = () => Promise<typeof MORE | undefined | void>;

/** The outbox and its workers (pg-boss). A job is sent in the transaction of its cause; handlers must be idempotent. */
export interface Queue {
  /**
   * Called once at assembly, before `send` and `work`. Failing jobs are retried `retryLimit` times with backoff, then remain visible as
   * failed.
   */
  declare(name: string, options?: { readonly retryLimit?: number; readonly retryDelaySeconds?: number }): void;
  send(tx: Tx, name: string, data: Record<string, unknown>, options?: SendOptions): Promise<void>;
  /** Handlers run only in processes whose role includes jobs. `concurrency` is per process. */
  work(name: string, handler: (data: Record<string, unknown>) => Promise<void>, options?: { readonly concurrency?: number }): void;
  /**
   * A loop in job processes: `tick` runs every `everyMs`, never concurrently within a process. Several processes run
   * it, so `tick` must claim its rows with SKIP LOCKED. `wokenBy`: channel of `live` whose messages run it at once.
   */
  every(name: string, everyMs: number, tick: Tick, options?: { readonly wokenBy?: string }): void;
  /** Creates the declared queues; must be called before `send`, thus before the first request. */
  open(): Promise<void>;
  /** Opens if necessary, and starts workers and loops where the role includes jobs. */
  start(role: 'web' | 'jobs' | 'all'): Promise<void>;
  stop(): Promise<void>;
}

/** Processes items one by one; an error of one item is logged and the others continue. */
export async function forEachIsolated<Item>(log: Log, items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  for (const item of items) {
    try {
      await work(item);
    } catch (error) {
      // An unavailable database affects every item
      if (error instanceof DatabaseUnavailable) throw error;
      log.error({ error, item }, 'item_failed');
    }
  }
}
