import fc from 'fast-check';
import type { Action } from '#core/access.ts';
import type { PartnerScope } from '#core/partner.ts';

type Json = Readonly<Record<string, unknown>>;
export interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema;
  readonly items?: Schema;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly contentMediaType?: string;
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: Schema;
}

/** One call of the description. */
export interface Operation {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** Undefined: takes no body. */
  readonly body: Schema | undefined;
  readonly isForm: boolean;
  readonly isStream: boolean;
  readonly isOffice: boolean;
  /** What it is about, in the table of who may do what. */
  readonly action: Action;
  /** What a program's key needs to make it; undefined: no program may. */
  readonly scope: PartnerScope | undefined;
  readonly statuses: ReadonlySet<number>;
}

interface Described {
  readonly operationId: string;
  readonly 'x-action': Action;
  readonly 'x-scope'?: PartnerScope;
  readonly parameters?: readonly (Parameter & { readonly $ref?: string })[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<Record<string, { readonly content?: Json }>>;
}
type Description = { readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>> };

function operationOf(path: string, method: string, described: Described): Operation {
  const [content] = Object.entries(described.requestBody?.content ?? {});
  return {
    name: described.operationId,
    method: method.toUpperCase(),
    path,
    parameters: (described.parameters ?? []).filter((parameter) => parameter.$ref === undefined),
    body: content?.[1].schema,
    isForm: content?.[0] === 'multipart/form-data',
    isStream: Object.values(described.responses).some((response) => response.content?.['text/event-stream'] !== undefined),
    isOffice: path.startsWith('/api/office/'),
    action: described['x-action'],
    scope: described['x-scope'],
    statuses: new Set(Object.keys(described.responses).map(Number)),
  };
}

/** Every call an OpenAPI document describes. */
export const operationsOf = (document: unknown): readonly Operation[] =>
  Object.entries((document as Description).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => operationOf(path, method, described)),
  );

/** The attributes of a request document: the second, bare form of a body. */
export const attributesOf = ({ body }: Operation): Readonly<Record<string, Schema>> =>
  body?.anyOf?.[1]?.properties ?? body?.properties ?? {};

/** Values that mean something to this product, by the name they stand under; else a generator knows only their shape. */
export type Meaningful = (name: string) => readonly string[];

/** Texts that have broken something somewhere. */
export const HOSTILE_TEXTS: readonly string[] = [
  '',
  ' ',
  '0',
  '-1',
  '1e3',
  'null',
  'undefined',
  '[object Object]',
  '__proto__',
  'constructor',
  "' or '1'='1",
  '"; drop table orders; --',
  '${7*7}{{7*7}}',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '\u0000',
  '\u202E\u200B\uFEFF',
  '\uD800',
  'İıſß',
  '💥'.repeat(40),
  'a'.repeat(300),
  '1'.repeat(400),
  '%s%n%00',
  '\r\nSet-Cookie: a=b',
];

const hostileText = fc.oneof(fc.constantFrom(...HOSTILE_TEXTS), fc.string({ unit: 'binary', maxLength: 60 }));
/** Any JSON value, the ugly ones often. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom(null, true, 0, -0, 1.5, 1e308, -1, 2 ** 53, [], {}, [[]], { toString: 1 }, { length: -1 }),
  fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<unknown>,
);

function textOf(schema: Schema, meant: readonly string[]): fc.Arbitrary<string> {
  const { minLength = 0, maxLength = 60, pattern } = schema;
  const shaped =
    pattern === undefined ? fc.string({ minLength, maxLength: Math.min(maxLength, 60) }) : fc.stringMatching(new RegExp(pattern));
  return meant.length === 0 ? shaped : fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...meant) }, { weight: 1, arbitrary: shaped });
}

/** Values a schema allows. */
export function valueOf(schema: Schema, meaning: Meaningful, name = ''): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map((one) => valueOf(one, meaning, name)));
  switch (schema.type) {
    case 'string':
      return textOf(schema, meaning(name));
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({ min: schema.minimum ?? 1, max: schema.maximum ?? 1_000 });
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(valueOf(schema.items ?? {}, meaning, name), { maxLength: 3 });
    case 'object':
      return objectOf(schema, meaning);
    default:
      return fc.jsonValue({ maxDepth: 1 });
  }
}

function objectOf(schema: Schema, meaning: Meaningful): fc.Arbitrary<unknown> {
  const { properties, additionalProperties, required = [] } = schema;
  if (properties === undefined && additionalProperties !== undefined)
    return fc.dictionary(
      fc.constantFrom('card_number', 'address', 'wallet', 'phone', 'memo', 'x'),
      valueOf(additionalProperties, meaning),
      { maxKeys: 3 },
    );
  const members = Object.entries(properties ?? {}).map(([name, member]) => [name, valueOf(member, meaning, name)] as const);
  return fc.record(Object.fromEntries(members), { requiredKeys: [...required] });
}

/** One request, ready to be sent. */
export interface MadeRequest {
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

// One or two dots alone are no segment: every URL parser resolves them away, spelled out or not, and another address is asked.
const inPath = (text: string): string => (/^\.{0,2}$/.test(text) ? '%20' : encodeURIComponent(text.toWellFormed()));
const inQuery = (name: string, value: unknown): string =>
  `${encodeURIComponent(name)}=${encodeURIComponent((typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed())}`;

const RAW_SEGMENTS = ['%00', '%ff', '%c0%af', '..%2f..', '%', '%zz', 'a'.repeat(400), '%E2%80%AE', ';a=b', '*', ':id', '{id}'] as const;

function pathOf({ path, parameters }: Operation, segment: (parameter: Parameter) => fc.Arbitrary<string>): fc.Arbitrary<string> {
  const own = parameters.filter((parameter) => parameter.in === 'path');
  return fc.tuple(...own.map(segment)).map((values) => own.reduce((text, { name }, i) => text.replace(`{${name}}`, values[i] ?? ''), path));
}

function queryOf({ parameters }: Operation, meaning: Meaningful): fc.Arbitrary<string[]> {
  const own = parameters.filter((parameter) => parameter.in === 'query');
  const some = own.map(({ name, required, schema }) => {
    const values = valueOf(schema, meaning, name).map((value) =>
      (Array.isArray(value) ? value : [value]).map((item) => inQuery(name, item)),
    );
    return required ? values : fc.oneof(fc.constant([]), values);
  });
  return fc.tuple(...some).map((parts) => parts.flat());
}

const withQuery = (path: string, parts: readonly string[]): string => (parts.length === 0 ? path : `${path}?${parts.join('&')}`);

/** Requests that the description allows. */
export function allowedRequest(operation: Operation, meaning: Meaningful): fc.Arbitrary<MadeRequest> {
  const path = pathOf(operation, ({ schema, name }) => valueOf(schema, meaning, name).map((value) => inPath(String(value))));
  const body =
    operation.body === undefined || operation.isForm
      ? fc.constant(undefined)
      : valueOf(operation.body, meaning).map((value) => JSON.stringify(value));
  return fc
    .record({ path, query: queryOf(operation, meaning), body })
    .map(({ path, query, body }) => ({ target: withQuery(path, query), headers: {}, body }));
}

type Place = readonly string[];
const placesOf = (value: unknown, place: Place = []): Place[] =>
  typeof value === 'object' && value !== null
    ? [place, ...Object.entries(value).flatMap(([name, member]) => placesOf(member, [...place, name]))]
    : [place];

/** A copy with one place replaced, removed (undefined) or added. */
function changed(value: unknown, [name, ...rest]: Place, put: unknown): unknown {
  if (name === undefined) return put;
  const copy = Array.isArray(value) ? [...(value as unknown[])] : { ...(value as Json) };
  (copy as Record<string, unknown>)[name] = changed((value as Json | null)?.[name], rest, put);
  return copy;
}

function spoiledBody(operation: Operation, meaning: Meaningful): fc.Arbitrary<string | undefined> {
  if (operation.body === undefined || operation.isForm) return fc.option(hostileText.map(String), { nil: undefined });
  const spoiled = fc
    .tuple(
      valueOf(operation.body, meaning),
      fc.nat(),
      fc.oneof(fc.constant(undefined), hostileValue),
      fc.constantFrom('', '', 'extra', 'id', 'toString'),
    )
    .map(([value, pick, put, added]) => {
      const places = placesOf(value);
      const place = places[pick % places.length] ?? [];
      return JSON.stringify(changed(value, added === '' ? place : [...place, added], put)) ?? '';
    });
  const cut = fc.tuple(spoiled, fc.nat({ max: 60 })).map(([text, end]) => text.slice(0, end));
  return fc.oneof({ weight: 6, arbitrary: spoiled }, { weight: 1, arbitrary: cut }, { weight: 1, arbitrary: hostileText });
}

const headerText = hostileText.map((text) => text.replaceAll(/[^\x21-\x7e]/g, '').slice(0, 300));
const HOSTILE_HEADERS = [
  'idempotency-key',
  'order-token',
  'site-locale',
  'last-event-id',
  'accept',
  'content-type',
  'cookie',
  'if-none-match',
  'origin',
];

/** Requests that break the description in one or several places: path, query, headers, body. */
export function brokenRequest(operation: Operation, meaning: Meaningful): fc.Arbitrary<MadeRequest> {
  const path = pathOf(operation, () => fc.oneof(hostileText.map(inPath), fc.constantFrom(...RAW_SEGMENTS)));
  const strange = fc.tuple(
    fc.oneof(hostileText, fc.constantFrom('page[]', 'page[number]', 'filter[status]', 'include', 'id', 'sort', 'fields[orders]')),
    hostileText,
  );
  const query = fc
    .tuple(
      queryOf(operation, meaning),
      fc.array(
        strange.map(([name, value]) => inQuery(name.toWellFormed(), value)),
        { maxLength: 2 },
      ),
    )
    .map(([known, unknown]) => [...known, ...unknown]);
  const headers = fc.oneof(fc.constant({}), fc.dictionary(fc.constantFrom(...HOSTILE_HEADERS), headerText, { maxKeys: 2 }));
  return fc.record({ path, query, headers, body: spoiledBody(operation, meaning) }).map(({ path, query, headers, body }) => ({
    target: withQuery(path, query),
    headers,
    body: operation.method === 'GET' ? undefined : body?.toWellFormed(),
  }));
}
