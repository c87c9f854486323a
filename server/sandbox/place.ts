import pg from 'pg';
import * as z from 'zod/mini';
import sql from 'sql-template-tag';
import type { Db } from '#server/platform/db/db.ts';
import { withDatabase } from '#server/platform/db/url.ts';

const ServerRow = z.object({ name: z.string(), may_make: z.boolean(), is_there: z.boolean() });

/** Where the sandbox keeps its rows; `name` is made there first. */
export interface SandboxPlace {
  readonly url: string;
  readonly make: { readonly adminUrl: string; readonly name: string } | null;
}

interface Given {
  /** `SANDBOX_DATABASE_URL`: an address, `off`, or nothing said. */
  readonly sandboxDatabaseUrl: string | undefined;
  readonly adminUrl: string;
}

/**
 * The database that was named, else one beside the shop's own on the same server, where its role may make one or somebody has.
 * Undefined: there is none, and no sandbox.
 */
export async function findPlace(db: Db, { sandboxDatabaseUrl, adminUrl }: Given): Promise<SandboxPlace | undefined> {
  if (sandboxDatabaseUrl === 'off') return undefined;
  if (sandboxDatabaseUrl !== undefined) return { url: sandboxDatabaseUrl, make: null };
  const server = await db.one(
    ServerRow,
    sql`
    select current_database() || '_sandbox' as name, r.rolcreatedb or r.rolsuper as may_make,
      exists (select from pg_database where datname = current_database() || '_sandbox') as is_there
    from pg_roles r where r.rolname = session_user`,
  );
  if (!server.may_make && !server.is_there) return undefined;
  return { url: withDatabase(adminUrl, encodeURIComponent(server.name)), make: server.is_there ? null : { adminUrl, name: server.name } };
}

/** 42P04: it exists; 23505: another process is making it at this moment. */
const MADE_ALREADY = new Set(['42P04', '23505']);

/** Makes the database where there is none yet. */
export async function makePlace({ make }: SandboxPlace): Promise<void> {
  if (make === null) return;
  const client = new pg.Client({ connectionString: make.adminUrl, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await client.query(`create database ${client.escapeIdentifier(make.name)}`);
  } catch (error) {
    if (!MADE_ALREADY.has((error as { code?: string }).code ?? '')) throw error;
  } finally {
    await client.end();
  }
}
