import type { Sql } from 'sql-template-tag';
import type { Row } from './row.ts';

/** Something that runs SQL: the pool or an open transaction. Statements are `sql` templates, prepared by name on their connection. */
export interface Queryable {
  /** All rows, each parsed as declared. */
  many<T extends object>(row: Row<T>, statement: Sql): Promise<T[]>;
  /** The first row or undefined. */
  maybe<T extends object>(row: Row<T>, statement: Sql): Promise<T | undefined>;
  /** Exactly one row; none is a fault. */
  one<T extends object>(row: Row<T>, statement: Sql): Promise<T>;
  /** Number of rows changed. */
  run(statement: Sql): Promise<number>;
}

/** An open transaction. Effects that must happen with the change are registered on it, not after it. */
export interface Tx extends Queryable {
  readonly isTransaction: true;
  /** Runs `work` in a savepoint: what throws is undone alone, and thrown on. Work without statements costs none. */
  nested<T>(work: () => Promise<T>): Promise<T>;
  /** Runs right after this transaction has committed, never when it rolls back. For waking whoever waits: what must not be lost is written in it. */
  onCommit(wake: () => void): void;
  /** Runs as the last of this transaction, never when it fails before: for rows that everybody changes and nobody may keep for longer than a commit takes. */
  beforeCommit(work: () => Promise<void>): void;
}

export interface Db extends Queryable {
  /** Runs `work` in one READ COMMITTED transaction: commits its value, rolls back when it throws. Deadlocks and serialization failures are retried up to 3 times. */
  tx<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
