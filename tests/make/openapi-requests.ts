import fc from 'fast-check';
import type { Action } from '#core/access/access.ts';
import type { PartnerScope } from '#core/partner/partner.ts';

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

/** One operation of the description. */
export interface Operation {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** Undefined: no body. */
  readonly body: Schema | undefined;
  readonly isForm: boolean;
  readonly isStream: boolean;
  readonly isOffice: boolean;
  /** Its subject in the access table. */
  readonly action: Action;
  /** The permission an API key needs; undefined: no key may call it. */
  readonly scope: PartnerScope | undefined;
  readonly statuses: ReadonlySet<number>;
}

interface DescribedOperation {
  readonly operationId: string;
  readonly 'x-action': Action;
  readonly 'x-scope'?: PartnerScope;
  readonly parameters?: readonly (Parameter & { readonly $ref?: string })[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<Record<string, { readonly content?: Json }>>;
}
type Description = { readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>> };

function operationOf(path: string, method: string, described: DescribedOperation): Operation {
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

/** All operations of an OpenAPI document. */
export const operationsOf = (document: unknown): readonly Operation[] =>
  Object.entries((document as Description).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => operationOf(path, method, described)),
  );

/** Attributes of a request document: the second, bare form of a body. */
export const attributesOf = ({ body }: Operation): Readonly<Record<string, Schema>> =>
  body?.anyOf?.[1]?.properties ?? body?.properties ?? {};

/** Known values by property name; otherwise a generator knows only the type. */
export type KnownValues = (name: string) => readonly string[];

/** Texts that have caused bugs elsewhere. */
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
/** Any JSON value, often an unusual one. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom(null, true, 0, -0, 1.5, 1e308, -1, 2 ** 53, [], {}, [[]], { toString: 1 }, { length: -1 }),
  fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<unknown>,
);

function textOf(schema: Schema, known: readonly string[]): fc.Arbitrary<string> {
  const { minLength = 0, maxLength = 60, pattern } = schema;
  const shaped =
    pattern === undefined ? fc.string({ minLength, maxLength: Math.min(maxLength, 60) }) : fc.stringMatching(new RegExp(pattern));
  return known.length === 0 ? shaped : fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: shaped });
}

/** Values that a schema allows. */
export function valueOf(schema: Schema, knownValues: KnownValues, name = ''): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map((one) => valueOf(one, knownValues, name)));
  switch (schema.type) {
    case 'string':
      return textOf(schema, knownValues(name));
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({ min: schema.minimum ?? 1, max: schema.maximum ?? 1_000 });
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(valueOf(schema.items ?? {}, knownValues, name), { maxLength: 3 });
    case 'object':
      return objectOf(schema, knownValues);
    default:
      return fc.jsonValue({ maxDepth: 1 });
  }
}

function objectOf(schema: Schema, knownValues: KnownValues): fc.Arbitrary<unknown> {
  const { properties, additionalProperties, required = [] } = schema;
  if (properties === undefined && additionalProperties !== undefined)
    return fc.dictionary(
      fc.constantFrom('card_number', 'address', 'wallet', 'phone', 'memo', 'x'),
      valueOf(additionalProperties, knownValues),
      { maxKeys: 3 },
    );
  const members = Object.entries(properties ?? {}).map(([name, member]) => [name, valueOf(member, knownValues, name)] as const);
  return fc.record(Object.fromEntries(members), { requiredKeys: [...required] });
}

/** One request, ready to send. */
export interface GeneratedRequest {
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

// A segment of one or two dots is resolved away by every URL parser, encoded or not.
const inPath = (text: string): string => (/^\.{0,2}$/.test(text) ? '%20' : encodeURIComponent(text.toWellFormed()));
const inQuery = (name: string, value: unknown): string =>
  `${encodeURIComponent(name)}=${encodeURIComponent((typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed())}`;

const RAW_SEGMENTS = ['%00', '%ff', '%c0%af', '..%2f..', '%', '%zz', 'a'.repeat(400), '%E2%80%AE', ';a=b', '*', ':id', '{id}'] as const;

function pathOf({ path, parameters }: Operation, segment: (parameter: Parameter) => fc.Arbitrary<string>): fc.Arbitrary<string> {
  const own = parameters.filter((parameter) => parameter.in === 'path');
  return fc.tuple(...own.map(segment)).map((values) => own.reduce((text, { name }, i) => text.replace(`{${name}}`, values[i] ?? ''), path));
}

function queryOf({ parameters }: Operation, knownValues: KnownValues): fc.Arbitrary<string[]> {
  const own = parameters.filter((parameter) => parameter.in === 'query');
  const some = own.map(({ name, required, schema }) => {
    const values = valueOf(schema, knownValues, name).map((value) =>
      (Array.isArray(value) ? value : [value]).map((item) => inQuery(name, item)),
    );
    return required ? values : fc.oneof(fc.constant([]), values);
  });
  return fc.tuple(...some).map((parts) => parts.flat());
}

const withQuery = (path: string, parts: readonly string[]): string => (parts.length === 0 ? path : `${path}?${parts.join('&')}`);

/** Requests that the description allows. */
export function validRequest(operation: Operation, knownValues: KnownValues): fc.Arbitrary<GeneratedRequest> {
  const path = pathOf(operation, ({ schema, name }) => valueOf(schema, knownValues, name).map((value) => inPath(String(value))));
  const body =
    operation.body === undefined || operation.isForm
      ? fc.constant(undefined)
      : valueOf(operation.body, knownValues).map((value) => JSON.stringify(value));
  return fc
    .record({ path, query: queryOf(operation, knownValues), body })
    .map(({ path, query, body }) => ({ target: withQuery(path, query), headers: {}, body }));
}

type PropertyPath = readonly string[];
const placesOf = (value: unknown, place: PropertyPath = []): PropertyPath[] =>
  typeof value === 'object' && value !== null
    ? [place, ...Object.entries(value).flatMap(([name, member]) => placesOf(member, [...place, name]))]
    : [place];

/** A copy with one property replaced, removed (undefined) or added. */
function replaceAt(value: unknown, [name, ...remaining]: PropertyPath, replacement: unknown): unknown {
  if (name === undefined) return replacement;
  const copy = Array.isArray(value) ? [...(value as unknown[])] : { ...(value as Json) };
  (copy as Record<string, unknown>)[name] = replaceAt((value as Json | null)?.[name], remaining, replacement);
  return copy;
}

function invalidBody(operation: Operation, knownValues: KnownValues): fc.Arbitrary<string | undefined> {
  if (operation.body === undefined || operation.isForm) return fc.option(hostileText.map(String), { nil: undefined });
  const spoiled = fc
    .tuple(
      valueOf(operation.body, knownValues),
      fc.nat(),
      fc.oneof(fc.constant(undefined), hostileValue),
      fc.constantFrom('', '', 'extra', 'id', 'toString'),
    )
    .map(([value, pick, replacement, added]) => {
      const places = placesOf(value);
      const place = places[pick % places.length] ?? [];
      return JSON.stringify(replaceAt(value, added === '' ? place : [...place, added], replacement)) ?? '';
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

/** Requests that violate the description in one or more places: path, query, headers, body. */
export function invalidRequest(operation: Operation, knownValues: KnownValues): fc.Arbitrary<GeneratedRequest> {
  const path = pathOf(operation, () => fc.oneof(hostileText.map(inPath), fc.constantFrom(...RAW_SEGMENTS)));
  const strange = fc.tuple(
    fc.oneof(hostileText, fc.constantFrom('page[]', 'page[number]', 'filter[status]', 'include', 'id', 'sort', 'fields[orders]')),
    hostileText,
  );
  const query = fc
    .tuple(
      queryOf(operation, knownValues),
      fc.array(
        strange.map(([name, value]) => inQuery(name.toWellFormed(), value)),
        { maxLength: 2 },
      ),
    )
    .map(([known, unknown]) => [...known, ...unknown]);
  const headers = fc.oneof(fc.constant({}), fc.dictionary(fc.constantFrom(...HOSTILE_HEADERS), headerText, { maxKeys: 2 }));
  return fc.record({ path, query, headers, body: invalidBody(operation, knownValues) }).map(({ path, query, headers, body }) => ({
    target: withQuery(path, query),
    headers,
    body: operation.method === 'GET' ? undefined : body?.toWellFormed(),
  }));
}
