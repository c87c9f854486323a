import type pg from 'pg';
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
