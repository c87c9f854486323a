import type { Tx } from './db/db.ts';

/** Fan-out between processes over LISTEN/NOTIFY. Messages are hints ("order X changed"): receivers read the truth from the database. */
export interface Live {
  /** Sent when the transaction commits, never when it rolls back. */
  notify(tx: Tx, channel: string, payload: string): Promise<void>;
  /** Returns the unsubscribe function. After a lost connection `onReconnect` listeners are told to read everything again. */
  subscribe(channel: string, listener: (payload: string) => void): () => void;
  onReconnect(listener: () => void): () => void;
  start(): Promise<void>;
  stop(): Promise<void>;
}
