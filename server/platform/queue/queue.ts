import type { Tx } from '#server/platform/db/db.ts';

export interface SendOptions {
  /** At most one waiting or running job with this key in this queue. */
  readonly key?: string;
  readonly startAfterSeconds?: number;
}

/** The outbox and its workers (pg-boss). A job is sent in the transaction of its cause; handlers must bear being run twice. */
export interface Queue {
  /** Declared once at assembly, before `send` and `work`. Failing jobs are retried `retryLimit` times with backoff, then stay visible as failed. */
  declare(name: string, options?: { readonly retryLimit?: number; readonly retryDelaySeconds?: number }): void;
  send(tx: Tx, name: string, data: Record<string, unknown>, options?: SendOptions): Promise<void>;
  /** Handlers run only in processes whose role includes jobs. `concurrency` per process. */
  work(name: string, handler: (data: Record<string, unknown>) => Promise<void>, options?: { readonly concurrency?: number }): void;
  /** A loop in job processes: `tick` runs every `everyMs`, never twice at a time in one process; it takes rows with SKIP LOCKED so that several processes can run it. */
  every(name: string, everyMs: number, tick: () => Promise<void>): void;
  /** Makes the declared queues: `send` works from here on. Before the first request is answered. */
  open(): Promise<void>;
  /** Opens, if nobody did, and starts workers and loops where the role includes jobs. */
  start(role: 'web' | 'jobs' | 'all'): Promise<void>;
  stop(): Promise<void>;
}
