import type { Sql } from 'sql-template-tag';
import * as z from 'zod/mini';
import { OIDS, arrayOid, TEXT_TYPES } from './driver-types.ts';

/** A column of a result: the PostgreSQL types it may have, and its value in code. */
export interface Column<T> {
  /** OIDs. */
  readonly types: readonly number[];
  readonly isNullable: boolean;
  /** Of the driver's value; never of null. */
  readonly convert: (value: unknown) => T;
  /** In the select list; absent: the column of this name. */
  readonly expression?: Sql;
}
/** A value that its column may not have. */
export class ValueFault extends Error {}

const column = <T>(convert: (value: unknown) => T, ...types: readonly number[]): Column<T> => ({ types, isNullable: false, convert });

const WHOLE = /^-?\d+$/;

/** Text, ids, days, and exact numbers in decimal notation. */
export const text = column(String, OIDS.TEXT, OIDS.VARCHAR, OIDS.BPCHAR, OIDS.NAME, OIDS.UUID, OIDS.INET, OIDS.XID, ...TEXT_TYPES);
export const number = column(Number, OIDS.INT2, OIDS.INT4, OIDS.OID, OIDS.FLOAT4, OIDS.FLOAT8);
/** An `int8` that stays below 2^53. */
export const safeInteger = column((value) => (Number.isSafeInteger(Number(value)) ? Number(value) : refuse('too large')), OIDS.INT8);
export const bool = column(Boolean, OIDS.BOOL);
export const bytes = column((value) => instanceOf(Buffer, value), OIDS.BYTEA);
export const timestamp = column((value) => instanceOf(Date, value), OIDS.TIMESTAMPTZ);
/** A `timestamptz` in milliseconds since 1970. */
export const instant = column(Number, OIDS.TIMESTAMPTZ);
/** Minor units; a fraction is a fault. */
export const amount = column((value) => (WHOLE.test(String(value)) ? BigInt(String(value)) : refuse('not whole')), OIDS.NUMERIC, OIDS.INT8);

function refuse(problem: string): never {
  throw new ValueFault(problem);
}

const instanceOf = <T>(type: abstract new (...args: never[]) => T, value: unknown): T =>
  value instanceof type ? value : refuse(`no ${type.name}`);

export const nullable = <T>(type: Column<T>): Column<T | null> => ({ ...type, isNullable: true });

/** One of a closed list. */
export function oneOf<const T extends string>(values: readonly T[]): Column<T> {
  const members = new Map<unknown, T>(values.map((value) => [value, value]));
  const convert = (value: unknown): T => {
    const member = members.get(value);
    if (member === undefined) throw new ValueFault('not in the list');
    return member;
  };
  return column(convert, OIDS.TEXT, OIDS.VARCHAR);
}

export const arrayOf = <T>(element: Column<T>): Column<T[]> =>
  column((items) => instanceOf(Array<unknown>, items).map((item) => valueOf(element, item)), ...element.types.flatMap(arrayOid));

/** A `jsonb` column. Its contents are parsed, because the database does not describe them; null where the schema accepts it. */
export function json<T>(schema: z.core.$ZodType<T>): Column<T> {
  const convert = (value: unknown): T => {
    const parsed = z.safeParse(schema, value);
    if (parsed.success) return parsed.data;
    throw new ValueFault(parsed.error.issues.map(({ path, code }) => `${path.join('.')} (${code})`).join(', '));
  };
  return { ...column(convert, OIDS.JSONB, OIDS.JSON), isNullable: z.safeParse(schema, null).success };
}

/** The column's value in another form. */
export const map = <T, U>(type: Column<T>, to: (value: T) => U): Column<U> => ({ ...type, convert: (value) => to(type.convert(value)) });

/** A column whose value in the select list is an expression. */
export const computed = <T>(type: Column<T>, expression: Sql): Column<T> => ({ ...type, expression });

export function valueOf<T>({ convert, isNullable }: Column<T>, value: unknown): T;
export function valueOf({ convert, isNullable }: Column<unknown>, value: unknown): unknown {
  if (value !== null) return convert(value);
  if (isNullable) return null;
  throw new ValueFault('null');
}

/** A `jsonb` object of texts. */
export const textRecord = json(z.record(z.string(), z.string()));

/** A `jsonb` column that one function writes. Not parsed: the column's definition names why its contents are trusted. */
export const storedJson = <T extends object>(): Column<T> => json(z.custom<T>((value) => typeof value === 'object' && value !== null));
