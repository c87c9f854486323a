import * as z from 'zod/mini';
import sql, { raw } from 'sql-template-tag';
import type { Queryable, Tx } from '#server/platform/db/db.ts';

/** A table whose rows are somebody's account: they go with his row in `users`. */
export interface AccountTable {
  readonly table: string;
  readonly column: string;
}

const TableRow = z.object({ table: z.string(), column: z.string() });

/** Every one there is, as the database itself says: a noun that comes later is in the list by its foreign key. */
export const findAccountTables = async (db: Queryable): Promise<AccountTable[]> =>
  await db.many(
    TableRow,
    sql`
    select c.conrelid::regclass::text as table, a.attname::text as column
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'users'::regclass and c.confdeltype = 'c' order by 1, 2`,
  );

const JsonRow = z.object({ row: z.record(z.string(), z.unknown()) });

/** Columns that open something or mean nothing outside (keys, hashes, ciphertext), and what people of the office say among themselves. */
const MEANINGLESS = /hash|sealed|secret|token|fingerprint|public_key|challenge|^(?:end_)?note$/;
const BYTES = /^\\x/;

/** A row as its person may read it. */
const readable = (row: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).filter(([name, value]) => !MEANINGLESS.test(name) && !(typeof value === 'string' && BYTES.test(value))),
  );

export async function readAccountRows(db: Queryable, { table, column }: AccountTable, userId: string): Promise<Record<string, unknown>[]> {
  const rows = await db.many(JsonRow, sql`select to_jsonb(t) as row from ${raw(table)} t where ${raw(column)} = ${userId} limit 10000`);
  return rows.map(({ row }) => readable(row));
}

/** The person's own row. */
export const readUserRow = async (db: Queryable, userId: string): Promise<Record<string, unknown>> =>
  readable((await db.one(JsonRow, sql`select to_jsonb(u) as row from users u where id = ${userId}`)).row);

export const deleteAccountRows = async (tx: Tx, { table, column }: AccountTable, userId: string): Promise<number> =>
  await tx.run(sql`delete from ${raw(table)} where ${raw(column)} = ${userId}`);

const ColumnRow = z.object({ name: z.string() });

/** What stays of a person's row: that there was somebody, and since when. */
const STAYS = ['id', 'role', 'locale', 'email', 'created_at', 'disabled_at'] as const;

/** Empties a person's row: every column that may be empty is, also one that comes later; the e-mail becomes one that nobody can have. */
export async function emptyUserRow(tx: Tx, userId: string, now: Date): Promise<void> {
  const columns = await tx.many(
    ColumnRow,
    sql`
    select column_name::text as name from information_schema.columns
    where table_schema = 'public' and table_name = 'users' and is_nullable = 'YES' and column_name <> all(${[...STAYS]}::text[])`,
  );
  const emptied = columns.map(({ name }) => `"${name}" = null, `).join('');
  await tx.run(sql`
    update users set ${raw(emptied)} email = ${`erased-${userId}@erased.invalid`}, disabled_at = coalesce(disabled_at, ${now}) where id = ${userId}`);
}
