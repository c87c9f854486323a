import * as z from 'zod/mini';
import { ALL_ENDPOINTS } from '#contract/all.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { col, type Queryable, raw, rowType, sql } from '#server/platform/db/db.ts';

/** Longer fields than names, references or amounts contain free text. */
const WORDS_FROM_CHARS = 400;

type Schema = Readonly<Record<string, unknown>>;
const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null;
const inside = (value: unknown): readonly unknown[] => (isSchema(value) ? Object.values(value) : []);

/** Whether a schema accepts free text. */
function acceptsFreeText(schema: unknown): boolean {
  if (!isSchema(schema)) return false;
  const { type, maxLength, properties, items, additionalProperties, anyOf, oneOf, allOf } = schema;
  const isFixed = ['enum', 'const', 'pattern', 'format'].some((name) => schema[name] !== undefined);
  if (type === 'string' && !isFixed && Number(maxLength ?? Infinity) > WORDS_FROM_CHARS) return true;
  return [...inside(properties), items, additionalProperties, ...inside(anyOf), ...inside(oneOf), ...inside(allOf)].some(acceptsFreeText);
}

const all: readonly Endpoint[] = ALL_ENDPOINTS;

/** Names of the office endpoints with free text. */
export const endpointsWithFreeText = (): readonly string[] =>
  all
    .filter(({ path, method, body }) => path.startsWith('/api/office/') && method !== 'GET' && body !== undefined)
    .filter(({ body }) => body !== undefined && acceptsFreeText(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })))
    .map(({ name }) => name);

const ColumnRow = rowType({ table: col.text, column: col.text, type: col.text });

/** Columns of the whole database that contain a text. */
export async function findTextInDatabase(db: Queryable, text: string): Promise<string[]> {
  const columns = await db.many(
    ColumnRow,
    sql`
    select format('%I.%I', c.table_schema, c.table_name) as table, c.column_name::text as column, c.data_type::text as type
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where t.table_type = 'BASE TABLE' and c.table_schema not in ('pg_catalog', 'information_schema') order by 1, 2`,
  );
  const found: string[] = [];
  for (const { table, column, type } of columns) {
    const value = raw(type === 'bytea' ? `encode("${column}", 'escape')` : `"${column}"::text`);
    const rows = await db.many(rowType({}), sql`select 1 from ${raw(table)} where position(${text} in ${value}) > 0 limit 1`);
    if (rows.length > 0) found.push(`${table.replace('public.', '')}.${column}`);
  }
  return found;
}
