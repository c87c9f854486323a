import type { Sql } from 'sql-template-tag';
import type { Row } from './row.ts';

/* All that a module needs to write a statement. */
export { default as sql, empty, join, raw, Sql } from 'sql-template-tag';
export * as col from './columns.ts';
export { AnyRow, extendRow, type Row, type RowOf, rowType } from './row.ts';

/** Runs SQL: the pool or an open transaction. Statements are `sql` templates, prepared by name per connection. */
export interface Queryable {
  /** All rows, parsed as declared. */
  many<T extends object>(row: Row<T>, statement: Sql): Promise<T[]>;
  /** The first row or undefined. */
  maybe<T extends object>(row: Row<T>, statement: Sql): Promise<T | undefined>;
  /** Exactly one row; any other number is a fault. */
  one<T extends object>(row: Row<T>, statement: Sql): Promise<T>;
  /** Number of rows changed. */
  run(statement: Sql): Promise<number>;
}

/** An open transaction. */
export interface Tx extends Queryable {
  readonly isTransaction: true;
  /** Runs `work` in a savepoint: an exception undoes only this work and is rethrown. No savepoint is sent for work without statements. */
  nested<T>(work: () => Promise<T>): Promise<T>;
  /** Runs after the commit, never after a rollback. Only for waking waiters: what must not be lost is written in the transaction. */
  onCommit(listener: () => void): void;
  /** Runs last before the commit, for rows that many transactions change and that must be locked only briefly. */
  beforeCommit(work: () => Promise<void>): void;
}

export interface Db extends Queryable {
  /**
   * Runs `work` in one READ COMMITTED transaction: commits its value, rolls back when it throws. Deadlocks and serialization failures are
   * retried up to 3 times.
   */
  tx<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** A text as part of a LIKE pattern: `%`, `_` and `\` match themselves. */
export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** `like` pattern for texts that start with `text`, taken literally. */
export const prefixPattern = (text: string): string => `${escapeLike(text)}%`;
