import * as z from 'zod/mini';
import { col, type Queryable, raw, rowType, sql, type Tx } from '#server/platform/db/db.ts';

/** A table with rows of a user's account, deleted with the account. */
export interface AccountTable {
  readonly table: string;
  readonly column: string;
}

const TableRow = rowType({ table: col.text, column: col.text });

/** Every table with a cascading foreign key to `users`, read from the database, so that tables of new modules are included. */
export const findAccountTables = async (db: Queryable): Promise<AccountTable[]> =>
  await db.many(
    TableRow,
    sql`
    select c.conrelid::regclass::text as table, a.attname::text as column
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'users'::regclass and c.confdeltype = 'c' order by 1, 2`,
  );

const JsonRow = rowType({ row: col.json(z.record(z.string(), z.unknown())) });

/** Columns that are not exported: keys, hashes, ciphertext, and the office's internal notes. */
const EXCLUDED_COLUMNS = /hash|sealed|secret|token|fingerprint|public_key|challenge|^(?:end_)?note$/;
const BYTEA_HEX = /^\\x/;

/** The exported columns of a row. */
const exportedColumns = (row: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).filter(([name, value]) => !EXCLUDED_COLUMNS.test(name) && !(typeof value === 'string' && BYTEA_HEX.test(value))),
  );

export async function readAccountRows(db: Queryable, { table, column }: AccountTable, userId: string): Promise<Record<string, unknown>[]> {
  const rows = await db.many(JsonRow, sql`select to_jsonb(t) as row from ${raw(table)} t where ${raw(column)} = ${userId} limit 10000`);
  return rows.map(({ row }) => exportedColumns(row));
}

export const readUserRow = async (db: Queryable, userId: string): Promise<Record<string, unknown>> =>
  exportedColumns((await db.one(JsonRow, sql`select to_jsonb(u) as row from users u where id = ${userId}`)).row);

export const deleteAccountRows = async (tx: Tx, { table, column }: AccountTable, userId: string): Promise<number> =>
  await tx.run(sql`delete from ${raw(table)} where ${raw(column)} = ${userId}`);

const ColumnRow = rowType({ name: col.text });

/** Columns of `users` that stay after erasure. */
const KEPT_COLUMNS = ['id', 'role', 'locale', 'email', 'created_at', 'disabled_at'] as const;

/** Erases a user's row. Every nullable column, also a future one, becomes null. The e-mail becomes an invalid one. */
export async function eraseUserRow(tx: Tx, userId: string, now: Date): Promise<void> {
  const columns = await tx.many(
    ColumnRow,
    sql`
    select column_name::text as name from information_schema.columns
    where table_schema = 'public' and table_name = 'users' and is_nullable = 'YES' and column_name <> all(${[...KEPT_COLUMNS]}::text[])`,
  );
  const assignments = columns.map(({ name }) => `"${name}" = null, `).join('');
  await tx.run(sql`
    update users set ${raw(assignments)} email = ${`erased-${userId}@erased.invalid`}, disabled_at = coalesce(disabled_at, ${now})
      where id = ${userId}`);
}
