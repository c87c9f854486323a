import type { Tx } from './db/db.ts';

/** Fan-out between processes. Messages are hints ("thing X changed"): receivers read the truth from the database. */
export interface Live {
  /**
   * Told to every process when the transaction commits, never when it rolls back. Written with it: nobody misses it when this
   * process dies right after its commit. Those of one transaction come one after the other as they were given.
   */
  notify(tx: Tx, channel: string, payload: string): Promise<void>;
  /** Told right after the commit, and lost when this process dies in that moment: for what is looked for from time to time anyway. */
  hint(tx: Tx, channel: string, payload: string): void;
  /** Returns the unsubscribe function. After a lost connection `onReconnect` listeners are told to read everything again. */
  subscribe(channel: string, listener: (payload: string) => void): () => void;
  onReconnect(listener: () => void): () => void;
  start(): Promise<void>;
  stop(): Promise<void>;
}
