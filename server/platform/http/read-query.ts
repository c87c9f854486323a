import * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint.ts';
import { fieldNames, isWholeList, PAGE_NUMBER, PAGE_SIZE, sortKeys } from '#contract/list-query.ts';
import { accept, type Result } from '#core/result.ts';
import { isPlainText } from './read-json.ts';
import type { CallRefusal } from './refusal.ts';
import { PLAIN_SHAPE, type Shape } from './shape-reply.ts';

type Raw = Readonly<Record<string, string | readonly string[] | undefined>>;
type Query = Readonly<Record<string, unknown>>;

/** Other names of the specification's parameters, in the standard's dialect and in its own variants. */
const ALIASES: ReadonlyMap<string, readonly string[]> = new Map([
  ['page[number]', ['page']],
  ['page[size]', ['per', 'perPage']],
  ['per', ['perPage']],
  ['perPage', ['per']],
]);

/** Looks through optional, nullable and default wrappers. */
function isList(schema: unknown): boolean {
  const definition = (schema as { _zod?: { def?: { type?: string; innerType?: unknown } } })._zod?.def;
  if (definition?.type === 'array') return true;
  return definition?.innerType !== undefined && isList(definition.innerType);
}

const invalid = (parameter: string): CallRefusal<'invalid_parameter'> => ({ code: 'invalid_parameter', parameter });

export interface AskedQuery {
  /** What the endpoint itself knows. */
  readonly query: Query;
  /** What the standard knows for every endpoint. */
  readonly shape: Shape;
}

/** Reads a query by an endpoint's description. Both dialects give equal results (contract 1); anything unknown, repeated or misshapen refuses. */
export type ReadQuery = (raw: Raw) => Result<AskedQuery, 'invalid_parameter'>;

/** The name the endpoint knows a parameter by: `include[]`, `page[size]`, `filter[status]` -> `include`, `per`, `status`. */
function nameOf(given: string, known: ReadonlyMap<string, boolean>): string | undefined {
  if (known.has(given)) return given;
  const alias = ALIASES.get(given)?.find((name) => known.has(name));
  if (alias !== undefined) return alias;
  const filtered = /^filter\[(\w+)\](?:\[\])?$/.exec(given)?.[1];
  if (filtered !== undefined && known.has(filtered)) return filtered;
  const list = given.endsWith('[]') ? given.slice(0, -2) : undefined;
  return list !== undefined && known.get(list) === true ? list : undefined;
}

function collect(raw: Raw, known: ReadonlyMap<string, boolean>) {
  const values = new Map<string, string | string[]>();
  const givenAs = new Map<string, string>();
  const refusals: CallRefusal<'invalid_parameter'>[] = [];
  for (const [given, value] of Object.entries(raw)) {
    const name = nameOf(given, known);
    const items = value === undefined ? [] : typeof value === 'string' ? [value] : value;
    const isScalar = name !== undefined && known.get(name) === false;
    if (name === undefined || !items.every(isPlainText) || (isScalar && (items.length !== 1 || values.has(name)))) {
      refusals.push(invalid(given));
      continue;
    }
    givenAs.set(name, given);
    if (isScalar) values.set(name, items[0] ?? '');
    else values.set(name, [...(values.get(name) ?? []), ...items.flatMap((item) => item.split(',')).filter((item) => item !== '')]);
  }
  return { values, givenAs, refusals };
}

function isEmpty(raw: Raw): boolean {
  for (const _ in raw) return false;
  return true;
}

type Values = ReadonlyMap<string, string | readonly string[]>;

/** The standard's parameters of an endpoint by name, each with the check of one value. */
function standardOf(endpoint: Endpoint): ReadonlyMap<string, { readonly isList: boolean; readonly allows: (value: string) => boolean }> {
  const fields = [...fieldNames(endpoint)].map(
    ([type, names]) => [`fields[${type}]`, { isList: true, allows: (name: string) => names.has(name) }] as const,
  );
  if (!isWholeList(endpoint)) return new Map(fields);
  const keys = new Set(sortKeys(endpoint).flatMap((key) => [key, `-${key}`]));
  return new Map([
    ...fields,
    ['sort', { isList: true, allows: (key: string) => keys.has(key) }],
    ['page', { isList: false, allows: (text: string) => PAGE_NUMBER.test(text) }],
    ['per', { isList: false, allows: (text: string) => PAGE_SIZE.test(text) }],
  ]);
}

const listed = (value: string | readonly string[] | undefined): readonly string[] =>
  value === undefined ? [] : typeof value === 'string' ? [value] : value;

function shapeOf(values: Values): Shape {
  const [page] = listed(values.get('page'));
  const [per] = listed(values.get('per'));
  const fields = [...values].flatMap(([name, value]) => {
    const type = /^fields\[(\w+)\]$/.exec(name)?.[1];
    return type === undefined ? [] : [[type, new Set(listed(value))] as const];
  });
  return {
    fields: new Map(fields),
    sort: listed(values.get('sort')),
    page: page === undefined ? undefined : Number(page),
    per: per === undefined ? undefined : Number(per),
  };
}

export function queryReader(endpoint: Endpoint): ReadQuery {
  const own = endpoint.query?._zod.def.shape ?? {};
  const standard = new Map([...standardOf(endpoint)].filter(([name]) => !Object.hasOwn(own, name)));
  const known = new Map([
    ...Object.entries(own).map(([name, schema]) => [name, isList(schema)] as const),
    ...[...standard].map(([name, rule]) => [name, rule.isList] as const),
  ]);
  const withoutQuery = accept({ query: {}, shape: PLAIN_SHAPE });
  return (raw) => {
    if (endpoint.query === undefined && isEmpty(raw)) return withoutQuery;
    const { values, givenAs, refusals } = collect(raw, known);
    const asked = new Map([...values].filter(([name]) => standard.has(name)));
    for (const [name, value] of asked) {
      if (!listed(value).every((item) => standard.get(name)?.allows(item) === true)) refusals.push(invalid(givenAs.get(name) ?? name));
    }
    if (refusals.length > 0) return { ok: false, refusals };
    const shape = asked.size === 0 ? PLAIN_SHAPE : shapeOf(asked);
    if (endpoint.query === undefined) return accept({ query: {}, shape });
    const parsed = z.safeParse(endpoint.query, Object.fromEntries([...values].filter(([name]) => !standard.has(name))));
    if (parsed.success) return accept({ query: parsed.data, shape });
    const names = new Set(parsed.error.issues.map((issue) => String(issue.path[0] ?? '')));
    return { ok: false, refusals: [...names].map((name) => invalid(givenAs.get(name) ?? name)) };
  };
}
