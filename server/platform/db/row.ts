import type { Sql } from 'sql-template-tag';
import * as z from 'zod/mini';

/**
 * What the rows of a statement look like. `numeric` and `int8` arrive as strings, `timestamptz` as Date, `date` as string. A row is
 * parsed like anything else that comes from outside: a column that is renamed, becomes empty or changes its type is a fault where
 * it is read, never a wrong amount further on.
 */
export type Row<T = unknown> = z.ZodMiniType<T>;

/** Rows of which nothing is read but that they are there. */
export const AnyRow = z.record(z.string(), z.unknown());

/** A document that our own code wrote, as it wrote it: `jsonb` columns whose readers check what is in them. */
export const written = <T extends object>(): z.ZodMiniType<T> => z.custom<T>((value) => typeof value === 'object' && value !== null);

/** One row as declared; another one is a fault that names the statement and the columns, never what stands in them. */
export function parseRow<T>(row: Row<T>, found: unknown, statement: Sql): T {
  const parsed = row.safeParse(found);
  if (parsed.success) return parsed.data;
  const wrong = parsed.error.issues.map(({ path, code }) => `${path.join('.')} (${code})`).join(', ');
  throw new Error(`Not the row that was declared: ${wrong}: ${statement.text.trim().slice(0, 120)}`);
}
