import { col, join, type Queryable, raw, rowType, sql, type Sql } from '#server/platform/db/db.ts';

const ColumnRow = rowType({ name: col.text });

/** Columns that must differ between copies. */
const ITS_OWN = ['hold_id', 'slot_id', 'requisites_reference', 'rail_reference_rail'];

/**
 * Inserts copies of an order, `n` from 1 to `count`, with `changed` columns as expressions of `o` and `n`. For tests of lists,
 * not of their content.
 */
export async function copyOrder(
  db: Queryable,
  id: string,
  { count, changed }: { readonly count: number; readonly changed: Readonly<Record<string, Sql>> },
): Promise<void> {
  const columns = await db.many(
    ColumnRow,
    sql`
    select column_name as name from information_schema.columns
    where table_name = 'orders' and table_schema = 'public' and is_generated = 'NEVER'`,
  );
  const values = columns.map(({ name }) => changed[name] ?? (ITS_OWN.includes(name) ? sql`null` : raw(`o."${name}"`)));
  await db.run(sql`
    insert into orders (${join(columns.map(({ name }) => raw(`"${name}"`)))})
    select ${join(values)} from orders o, generate_series(1, ${count}::int) n where o.id = ${id}`);
}
