import type { Tx } from './db/db.ts';

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
