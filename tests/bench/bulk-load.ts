import type pg from 'pg';

interface Definition {
  readonly drop: string;
  readonly create: string;
}

/** Foreign keys from and to these tables, then their other keys. Checks stay. */
const CONSTRAINTS = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as create
  from pg_constraint
  where contype in ('p', 'u', 'f') and (conrelid = any($1::regclass[]) or confrelid = any($1::regclass[]))
  order by contype = 'f' desc`;

const INDEXES = `
  select format('drop index %s', i.indexrelid::regclass) as drop, pg_get_indexdef(i.indexrelid) as create
  from pg_index i where i.indrelid = any($1::regclass[])
  and not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.contype in ('p', 'u'))`;

/**
 * Runs `load` without the keys, indexes and triggers of these tables, then makes them again: PostgreSQL checks every loaded row
 * against every key, and fails where one does not hold.
 */
export async function loadInBulk(client: pg.Client, tables: readonly string[], load: () => Promise<void>): Promise<void> {
  const { rows: indexes } = await client.query<Definition>(INDEXES, [tables]);
  const { rows: constraints } = await client.query<Definition>(CONSTRAINTS, [tables]);
  const dropped = [...constraints, ...indexes];
  await client.query(`set maintenance_work_mem = '512MB'; set work_mem = '256MB'; set session_replication_role = replica`);
  // Fewer checkpoints, and no vacuum, while everything is written
  await client.query(`alter system set max_wal_size = '16GB'`);
  await client.query('alter system set autovacuum = off');
  await client.query('select pg_reload_conf()');
  for (const { drop } of dropped) await client.query(drop);
  await load();
  for (const { create } of dropped.toReversed()) await client.query(create);
  await client.query('reset maintenance_work_mem; reset work_mem; reset session_replication_role');
  await client.query('alter system reset max_wal_size');
  await client.query('alter system reset autovacuum');
  await client.query('select pg_reload_conf()');
}
