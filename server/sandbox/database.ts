import pg from 'pg';
import { col, type Db, rowType, sql } from '#server/platform/db/db.ts';
import { withDatabase } from '#server/platform/db/url.ts';

const ServerRow = rowType({ name: col.text, may_make: col.bool, is_there: col.bool });

/** The sandbox's database; `make` is set if it must be created first. */
export interface SandboxDatabase {
  readonly url: string;
  readonly create: { readonly adminUrl: string; readonly name: string } | null;
}

interface DatabaseSettings {
  /** `SANDBOX_DATABASE_URL`: a URL, `off`, or unset. */
  readonly sandboxDatabaseUrl: string | undefined;
  readonly adminUrl: string;
}

/**
 * The configured database, else one next to the shop's own on the same server, if it exists or the role may create it.
 * Undefined: none, and no sandbox.
 */
export async function findSandboxDatabase(
  db: Db,
  { sandboxDatabaseUrl, adminUrl }: DatabaseSettings,
): Promise<SandboxDatabase | undefined> {
  if (sandboxDatabaseUrl === 'off') return undefined;
  if (sandboxDatabaseUrl !== undefined) return { url: sandboxDatabaseUrl, create: null };
  const server = await db.one(
    ServerRow,
    sql`
    select current_database() || '_sandbox' as name, r.rolcreatedb or r.rolsuper as may_make,
      exists (select from pg_database where datname = current_database() || '_sandbox') as is_there
    from pg_roles r where r.rolname = session_user`,
  );
  if (!server.may_make && !server.is_there) return undefined;
  return { url: withDatabase(adminUrl, encodeURIComponent(server.name)), create: server.is_there ? null : { adminUrl, name: server.name } };
}

/** 42P04: it exists; 23505: another process is creating it. */
const ALREADY_EXISTS_CODES = new Set(['42P04', '23505']);

/** Creates the database if it does not exist. */
export async function createSandboxDatabase({ create }: SandboxDatabase): Promise<void> {
  if (create === null) return;
  const client = new pg.Client({ connectionString: create.adminUrl, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await client.query(`create database ${client.escapeIdentifier(create.name)}`);
  } catch (error) {
    if (!ALREADY_EXISTS_CODES.has((error as { code?: string }).code ?? '')) throw error;
  } finally {
    await client.end();
  }
}
