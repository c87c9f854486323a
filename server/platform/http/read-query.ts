import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint.ts';
import { fieldNames, isWholeList, PAGE_NUMBER, PAGE_SIZE, sortKeys } from '#contract/list-query.ts';
import { accept, type Result } from '#core/result.ts';
import { discardBody } from './connections.ts';
import { PLAIN_SHAPE, type Shape } from './data-document.ts';
import { type Attributes, isPlainText, readDocument } from './read-document.ts';
import { type CallRefusal, type CallResult, refuseCall } from './refusal.ts';

/** More than any list of currencies needs. */
const MAX_PAYLOAD_BYTES = 16 * 1024;

export type RawQuery = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Whether a request has a body; a GET may have one only where `Endpoint.payload` is set. */
export const hasBody = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/** Reads the body of a GET that may have one, as Fastify does not, and sets it as `request.body`. */
export async function readPayload(endpoint: Endpoint, request: FastifyRequest): Promise<CallResult<null>> {
  if (endpoint.payload !== true || !hasBody(request)) return accept(null);
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request.raw.iterator({ destroyOnReturn: false })) {
    length += (chunk as Buffer).length;
    if (length > MAX_PAYLOAD_BYTES) {
      await discardBody(request.raw);
      return refuseCall({ code: 'body_too_large' });
    }
    chunks.push(chunk as Buffer);
  }
  request.body = Buffer.concat(chunks);
  return accept(null);
}

/** A value as query text; values that no query can express become JSON, for the endpoint to refuse or ignore. */
const toQueryValues = (value: unknown): string[] => [value].flat().map((item) => (typeof item === 'string' ? item : JSON.stringify(item)));

/** The members of a payload that the query schema knows, as query parameters; others are ignored. */
function toQuery(endpoint: Endpoint, attributes: Attributes): RawQuery {
  const knownNames = Object.keys(endpoint.query?._zod.def.shape ?? {});
  return Object.fromEntries(
    knownNames.filter((name) => Object.hasOwn(attributes, name)).map((name) => [name, toQueryValues(attributes[name])]),
  );
}

/** The query of a call merged with its payload. */
export function queryWithPayload(endpoint: Endpoint, { query, body }: Pick<FastifyRequest, 'query' | 'body'>): CallResult<RawQuery> {
  const raw = query as RawQuery;
  if (endpoint.payload !== true || !Buffer.isBuffer(body)) return accept(raw);
  const document = readDocument(endpoint, body);
  if (!document.ok) return document;
  const fromPayload = toQuery(endpoint, document.value);
  const merged = Object.entries(fromPayload).map(([name, values]) => [name, [...toQueryValues(raw[name] ?? []), ...toQueryValues(values)]]);
  return accept({ ...raw, ...Object.fromEntries(merged) });
}

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
