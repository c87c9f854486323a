import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '#server/platform/log.ts';

/** The role that runs every statement of the application. It owns nothing and cannot change append-only tables. */
export const APPLICATION_ROLE = 'razmen_app';

/** 42501: may not create roles; 0LP01: may not grant; 42704: no such role. */
const NOT_ALLOWED = new Set(['42501', '0LP01', '42704']);

async function ensureRole(client: pg.Client): Promise<void> {
  // Roles belong to the whole server: another database may be creating the same role at this moment
  await client.query(`do $$ begin
    if not exists (select from pg_roles where rolname = '${APPLICATION_ROLE}') then create role ${APPLICATION_ROLE} nologin; end if;
  exception when duplicate_object or unique_violation then null; end $$`);
  await client.query(`do $$ begin
    if not pg_has_role(current_user, '${APPLICATION_ROLE}', 'MEMBER') then execute format('grant ${APPLICATION_ROLE} to %I', current_user); end if;
  end $$`);
  await client.query(`set role ${APPLICATION_ROLE}`);
  await client.query('reset role');
}

/** Grants everything, then revokes writes on append-only tables. A table is append-only when one of its triggers calls `refuse_change`. */
const GRANTS = `do $$
declare
  target record;
begin
  for target in select nspname from pg_namespace where nspname not like 'pg\\_%' and nspname <> 'information_schema' loop
    execute format('grant usage on schema %I to ${APPLICATION_ROLE}', target.nspname);
    execute format('grant select, insert, update, delete on all tables in schema %I to ${APPLICATION_ROLE}', target.nspname);
    execute format('grant usage, select on all sequences in schema %I to ${APPLICATION_ROLE}', target.nspname);
    execute format('grant execute on all functions in schema %I to ${APPLICATION_ROLE}', target.nspname);
  end loop;
  for target in select distinct t.tgrelid::regclass as name from pg_trigger t join pg_proc p on p.oid = t.tgfoid where p.proname = 'refuse_change' loop
    execute format('revoke update, delete, truncate on %s from ${APPLICATION_ROLE}', target.name);
  end loop;
  revoke insert, update, delete on migrations from ${APPLICATION_ROLE};
end $$`;

/**
 * Creates the application's role and its rights. Returns the role's name, or undefined where the server does not permit roles: then only
 * triggers protect append-only tables.
 */
export async function grantApplicationRole(client: pg.Client, log: Pick<Log, 'warn'>): Promise<string | undefined> {
  try {
    await ensureRole(client);
    await client.query(GRANTS);
    return APPLICATION_ROLE;
  } catch (error) {
    const code = (error as { code?: string }).code ?? '';
    if (!NOT_ALLOWED.has(code)) throw error;
    log.warn({ code, reason: (error as Error).message }, 'application_role_unavailable');
    return undefined;
  }
}

/** Arbitrary lock number that no other program uses on this database. */
const MIGRATION_LOCK = 7_243_991;
const LOCK_RETRY_MS = 50;
const FOLDER = path.join(import.meta.dirname, 'migrations');

interface Migration {
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
}

/** `NNNN_name.sql` in order; a duplicate number throws. */
export function readMigrations(folder = FOLDER): readonly Migration[] {
  const names = fs
    .readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted();
  const numbers = new Set<string>();
  return names.map((name) => {
    const number = /^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1];
    if (number === undefined) throw new Error(`Migration ${name} is not named NNNN_words.sql`);
    if (numbers.has(number)) throw new Error(`Two migrations have the number ${number}`);
    numbers.add(number);
    const text = fs.readFileSync(path.join(folder, name), 'utf8');
    return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
  });
}

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/** Statements of a migration that only creates indexes of large tables: their writers do not wait, and no transaction is allowed. */
function concurrentStatements(text: string): readonly string[] {
  if (!/^create index concurrently /m.test(text)) return [];
  const statements = text
    .replace(/^--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
  const other = statements.find((statement) => !statement.startsWith('create index concurrently if not exists '));
  if (other !== undefined) throw new Error(`A migration with a concurrent index has nothing else: ${other}`);
  return statements;
}

/** Creates indexes one by one. What an interrupted attempt left is not valid, and is created again. */
async function createConcurrently(client: pg.Client, statements: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `select n.nspname as schema, c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
       join pg_namespace n on n.oid = c.relnamespace where not i.indisvalid`,
  );
  for (const statement of statements) {
    const left = rows.find(({ name }) => statement.includes(` exists ${name} `));
    if (left) await client.query(`drop index concurrently ${client.escapeIdentifier(left.schema)}.${client.escapeIdentifier(left.name)}`);
    await client.query(statement);
  }
}

/** A migration that waits for a table makes all that come after it wait: it gives up and tries again. */
const LOCK_TIMEOUT_MS = 2_000;
const TABLE_RETRY_MS = 500;
const MAX_TRIES = 120;

/** 55P03: not locked in time; 40P01: deadlock with a transaction of a running process. */
const CONTENDED = new Set(['55P03', '40P01']);

async function retryingLocks(client: pg.Client, work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await inTransaction(client, async () => {
        await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
        await work();
      });
    } catch (error) {
      if (tries === MAX_TRIES || !CONTENDED.has((error as { code?: string }).code ?? '')) throw error;
      await sleep(TABLE_RETRY_MS);
    }
  }
}

/** Polled: a process that waits inside a statement keeps a snapshot, and a concurrent index would wait for it forever. */
async function lockMigrations(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ is_locked: boolean }>('select pg_try_advisory_lock($1) as is_locked', [MIGRATION_LOCK]);
    if (rows[0]?.is_locked === true) return;
    await sleep(LOCK_RETRY_MS);
  }
}

/**
 * Applies new migrations, each in its own transaction (except concurrent indexes), one process at a time. Throws when an applied migration
 * was changed. `after` runs under the same lock.
 */
export async function migrate(input: {
  readonly adminUrl: string;
  readonly log: Pick<Log, 'info'>;
  readonly after?: (client: pg.Client) => Promise<void>;
  readonly folder?: string;
}): Promise<void> {
  const client = new pg.Client({ connectionString: input.adminUrl, application_name: 'razmen migrate' });
  await client.connect();
  try {
    await lockMigrations(client);
    await client.query(
      'create table if not exists migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from migrations');
    const applied = new Map(rows.map((row) => [row.name, row.checksum]));
    for (const migration of readMigrations(input.folder)) {
      const checksum = applied.get(migration.name);
      if (checksum === migration.checksum) continue;
      if (checksum !== undefined) throw new Error(`Migration ${migration.name} was changed after it ran on this database`);
      const concurrent = concurrentStatements(migration.text);
      await createConcurrently(client, concurrent);
      await retryingLocks(client, async () => {
        if (concurrent.length === 0) await client.query(migration.text);
        await client.query('insert into migrations (name, checksum) values ($1, $2)', [migration.name, migration.checksum]);
      });
      input.log.info({ migration: migration.name }, 'migrated');
    }
    await input.after?.(client);
  } finally {
    await client.end();
  }
}

/** Whether migrations ever ran in this database; creates nothing. */
export async function isMigrated(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, application_name: 'razmen migrate' });
  await client.connect();
  try {
    const { rows } = await client.query<{ found: boolean }>("select to_regclass('migrations') is not null as found");
    return rows[0]?.found === true;
  } finally {
    await client.end();
  }
}
