import type { Sql } from 'sql-template-tag';
import * as z from 'zod/mini';

/**
 * Schema of a statement's rows. `numeric` and `int8` arrive as strings, `timestamptz` as Date, `date` as string. Rows are parsed, so a
 * renamed, nulled or retyped column is a fault where it is read, not a wrong amount later.
 */
export type Row<T = unknown> = z.ZodMiniType<T>;

/** Rows of which only their existence matters. */
export const AnyRow = z.record(z.string(), z.unknown());

/** A `jsonb` column written by our own code; its reader checks the contents. */
export const storedJson = <T extends object>(): z.ZodMiniType<T> => z.custom<T>((value) => typeof value === 'object' && value !== null);

/** Parses one row; a mismatch throws with the statement and the columns, never with values. */
export function parseRow<T>(row: Row<T>, fetched: unknown, statement: Sql): T {
  const parsed = row.safeParse(fetched);
  if (parsed.success) return parsed.data;
  const wrong = parsed.error.issues.map(({ path, code }) => `${path.join('.')} (${code})`).join(', ');
  throw new Error(`Not the row that was declared: ${wrong}: ${statement.text.trim().slice(0, 120)}`);
}
