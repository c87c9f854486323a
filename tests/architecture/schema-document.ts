import { col, type Queryable, rowType, sql } from '#server/platform/db/db.ts';

const TableRow = rowType({
  name: col.text,
  columns: col.arrayOf(col.text),
  constraints: col.arrayOf(col.text),
  indexes: col.arrayOf(col.text),
  triggers: col.arrayOf(col.text),
});

const ViewRow = rowType({ name: col.text, definition: col.text });

/** The tables and views of a migrated database as SQL, in alphabetical order. Partitions and tables of libraries are left out. */
export async function schemaDocument(db: Queryable): Promise<string> {
  const tables = await db.many(
    TableRow,
    sql`
    select c.relname as name,
      (select array_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
          || case when a.attnotnull then ' not null' else '' end
          || coalesce(case when a.attgenerated = 's' then ' generated always as (' else ' default ' end
            || pg_get_expr(d.adbin, d.adrelid) || case when a.attgenerated = 's' then ') stored' else '' end, '')
          order by a.attnum)
        from pg_attribute a left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
      coalesce((select array_agg('constraint ' || conname || ' ' || pg_get_constraintdef(oid) order by contype desc, conname)
        from pg_constraint where conrelid = c.oid and contype <> 'n'), '{}') as constraints,
      coalesce((select array_agg(pg_get_indexdef(i.indexrelid) order by i.indexrelid::regclass::text) from pg_index i
        where i.indrelid = c.oid and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid)), '{}') as indexes,
      coalesce((select array_agg(pg_get_triggerdef(oid) order by tgname) from pg_trigger
        where tgrelid = c.oid and not tgisinternal), '{}') as triggers
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  );
  const views = await db.many(
    ViewRow,
    sql`
    select c.relname as name, pg_get_viewdef(c.oid) as definition
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('v', 'm') order by 1`,
  );
  return [
    '-- The database after all migrations, made from PostgreSQL’s catalogue (tests/architecture/schema.db.test.ts).',
    ...tables.map(({ name, columns, constraints, indexes, triggers }) =>
      [
        `create table ${name} (\n${[...columns, ...constraints].map((line) => `  ${line}`).join(',\n')}\n);`,
        ...[...indexes, ...triggers].map((line) => `${line};`),
      ].join('\n'),
    ),
    ...views.map(({ name, definition }) => `create view ${name} as\n${definition.trim()}`),
  ]
    .join('\n\n')
    .concat('\n');
}
