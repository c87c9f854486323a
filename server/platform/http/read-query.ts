import * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint.ts';
import { fieldNames, isWholeList, PAGE_NUMBER, PAGE_SIZE, sortKeys } from '#contract/list-query.ts';
import { accept, type Result } from '#core/result.ts';
import { isPlainText } from './read-json.ts';
import type { CallRefusal } from './refusal.ts';
import { PLAIN_SHAPE, type Shape } from './shape-reply.ts';

type RawQuery = Readonly<Record<string, string | readonly string[] | undefined>>;
type QueryValues = Readonly<Record<string, unknown>>;

/** Aliases of the specification's parameters, in JSON:API and in its own variants. */
const ALIASES: ReadonlyMap<string, readonly string[]> = new Map([
  ['page[number]', ['page']],
  ['page[size]', ['per', 'perPage']],
  ['per', ['perPage']],
  ['perPage', ['per']],
]);

/** Whether a schema is an array, inside optional, nullable or default wrappers. */
function isList(schema: unknown): boolean {
  const definition = (schema as { _zod?: { def?: { type?: string; innerType?: unknown } } })._zod?.def;
  if (definition?.type === 'array') return true;
  return definition?.innerType !== undefined && isList(definition.innerType);
}

const invalid = (parameter: string): CallRefusal<'invalid_parameter'> => ({ code: 'invalid_parameter', parameter });

export interface ParsedQuery {
  /** Parameters of the endpoint's own schema. */
  readonly query: QueryValues;
  /** Standard parameters: fields, sort, page. */
  readonly shape: Shape;
}

/**
 * Reads a query as the endpoint describes it. Both dialects give equal results (contract 1); an unknown, repeated or malformed parameter is
 * refused.
 */
export type ReadQuery = (raw: RawQuery) => Result<ParsedQuery, 'invalid_parameter'>;

/** The endpoint's name for a parameter: `include[]`, `page[size]`, `filter[status]` -> `include`, `per`, `status`. */
function nameOf(parameter: string, isListByName: ReadonlyMap<string, boolean>): string | undefined {
  if (isListByName.has(parameter)) return parameter;
  const alias = ALIASES.get(parameter)?.find((name) => isListByName.has(name));
  if (alias !== undefined) return alias;
  const filter = /^filter\[(\w+)\](?:\[\])?$/.exec(parameter)?.[1];
  if (filter !== undefined && isListByName.has(filter)) return filter;
  const list = parameter.endsWith('[]') ? parameter.slice(0, -2) : undefined;
  return list !== undefined && isListByName.get(list) === true ? list : undefined;
}

function collect(raw: RawQuery, isListByName: ReadonlyMap<string, boolean>) {
  const values = new Map<string, string | string[]>();
  const sentNames = new Map<string, string>();
  const refusals: CallRefusal<'invalid_parameter'>[] = [];
  for (const [parameter, value] of Object.entries(raw)) {
    const name = nameOf(parameter, isListByName);
    const items = value === undefined ? [] : typeof value === 'string' ? [value] : value;
    const isScalar = name !== undefined && isListByName.get(name) === false;
    if (name === undefined || !items.every(isPlainText) || (isScalar && (items.length !== 1 || values.has(name)))) {
      refusals.push(invalid(parameter));
      continue;
    }
    sentNames.set(name, parameter);
    if (isScalar) values.set(name, items[0] ?? '');
    else values.set(name, [...(values.get(name) ?? []), ...items.flatMap((item) => item.split(',')).filter((item) => item !== '')]);
  }
  return { values, givenAs: sentNames, refusals };
}

function isEmpty(raw: RawQuery): boolean {
  for (const _ in raw) return false;
  return true;
}

type Values = ReadonlyMap<string, string | readonly string[]>;

/** The endpoint's standard parameters by name, each with the check of one value. */
function standardParameters(
  endpoint: Endpoint,
): ReadonlyMap<string, { readonly isList: boolean; readonly allows: (value: string) => boolean }> {
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

const toList = (value: string | readonly string[] | undefined): readonly string[] =>
  value === undefined ? [] : typeof value === 'string' ? [value] : value;

function shapeOf(values: Values): Shape {
  const [page] = toList(values.get('page'));
  const [per] = toList(values.get('per'));
  const fields = [...values].flatMap(([name, value]) => {
    const type = /^fields\[(\w+)\]$/.exec(name)?.[1];
    return type === undefined ? [] : [[type, new Set(toList(value))] as const];
  });
  return {
    fields: new Map(fields),
    sort: toList(values.get('sort')),
    page: page === undefined ? undefined : Number(page),
    per: per === undefined ? undefined : Number(per),
  };
}

export function queryReader(endpoint: Endpoint): ReadQuery {
  const ownSchemas = endpoint.query?._zod.def.shape ?? {};
  const standard = new Map([...standardParameters(endpoint)].filter(([name]) => !Object.hasOwn(ownSchemas, name)));
  const isListByName = new Map([
    ...Object.entries(ownSchemas).map(([name, schema]) => [name, isList(schema)] as const),
    ...[...standard].map(([name, rule]) => [name, rule.isList] as const),
  ]);
  const withoutQuery = accept({ query: {}, shape: PLAIN_SHAPE });
  return (raw) => {
    if (endpoint.query === undefined && isEmpty(raw)) return withoutQuery;
    const { values, givenAs, refusals } = collect(raw, isListByName);
    const standardValues = new Map([...values].filter(([name]) => standard.has(name)));
    for (const [name, value] of standardValues) {
      if (!toList(value).every((item) => standard.get(name)?.allows(item) === true)) refusals.push(invalid(givenAs.get(name) ?? name));
    }
    if (refusals.length > 0) return { ok: false, refusals };
    const shape = standardValues.size === 0 ? PLAIN_SHAPE : shapeOf(standardValues);
    if (endpoint.query === undefined) return accept({ query: {}, shape });
    const parsed = z.safeParse(endpoint.query, Object.fromEntries([...values].filter(([name]) => !standard.has(name))));
    if (parsed.success) return accept({ query: parsed.data, shape });
    const names = new Set(parsed.error.issues.map((issue) => String(issue.path[0] ?? '')));
    return { ok: false, refusals: [...names].map((name) => invalid(givenAs.get(name) ?? name)) };
  };
}
