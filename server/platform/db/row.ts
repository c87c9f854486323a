import type { FieldDef, QueryResult } from 'pg';
import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import { type Column, ValueFault, valueOf } from './columns.ts';

type Columns = Readonly<Record<string, Column<unknown>>>;
type Values<C> = { -readonly [K in keyof C]: C[K] extends Column<infer T> ? T : never };

/** The rows of a statement, by the names that it gives its columns. */
export interface Row<T> {
  readonly columns: Columns;
  /** Select list; `createdAt` is read from `created_at`. */
  readonly list: Sql;
  /** Throws when the result is not as declared. The fault names the column, never a value. */
  read(result: Pick<QueryResult, 'fields' | 'rows'>): T[];
}
export type RowOf<R> = R extends Row<infer T> ? T : never;

/** Compares names and types with the database's description of the statement: nothing else is checked in each value but null. */
function checkFields(columns: readonly (readonly [string, Column<unknown>])[], fields: readonly FieldDef[]): void {
  for (const [name, { types }] of columns) {
    const field = fields.find((candidate) => candidate.name === name);
    if (field === undefined) throw new Error(`${name}: not in the result`);
    if (!types.includes(field.dataTypeID)) throw new Error(`${name}: of type ${field.dataTypeID}`);
  }
}

function declare<T>(columns: Columns): Row<T> {
  const entries = Object.entries(columns);
  const list = entries.map(([name, { expression }]) => selected(name, expression));
  return {
    columns,
    list: list.length === 0 ? empty : join(list),
    read({ fields, rows }) {
      checkFields(entries, fields);
      let at = '';
      try {
        for (const fetched of rows) {
          for (const [name, type] of entries) {
            at = name;
            fetched[name] = valueOf(type, fetched[name]);
          }
        }
      } catch (cause) {
        throw new Error(`${at}: ${cause instanceof ValueFault ? cause.message : 'unreadable'}`, { cause });
      }
      return rows;
    },
  };
}

const columnName = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function selected(name: string, expression: Sql | undefined): Sql {
  if (expression === undefined && columnName(name) === name) return raw(name);
  return sql`${expression ?? raw(columnName(name))} as ${raw(`"${name}"`)}`;
}

/** The columns, read from the table with this alias. */
const withAlias = <C extends Columns>(columns: C, alias: string): C =>
  Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [name, { expression: raw(`${alias}.${columnName(name)}`), ...column }]),
  ) as C;

/** Declares the rows of statements; `alias`: of their table in the select list. */
export function rowType<C extends Columns>(declared: C, alias?: string): Row<Values<C>> & { readonly columns: C } {
  const columns = alias === undefined ? declared : withAlias(declared, alias);
  return { ...declare<Values<C>>(columns), columns };
}

/** The columns of a row and further ones; `alias`: of the further ones. */
export const extendRow = <T, C extends Columns>(base: Row<T>, more: C, alias?: string): Row<T & Values<C>> =>
  declare({ ...base.columns, ...(alias === undefined ? more : withAlias(more, alias)) });

/** Rows of which only their existence matters. */
export const AnyRow: Row<object> = declare({});
