import { ALL_ENDPOINTS } from '#contract/all.ts';
import { isCommand } from '#contract/call-refusals.ts';
import type { Endpoint, Method } from '#contract/endpoint.ts';
import { exampleOf, type Schema } from '#contract/example-of.ts';
import { openApi } from '#contract/openapi.ts';
import { PARTNER_SCOPES, type PartnerScope } from '#core/partner/partner.ts';

/** A member of a request or a response. */
export interface Member {
  readonly name: string;
  readonly location: 'path' | 'query' | 'body' | 'answer';
  readonly type: string;
  readonly isRequired: boolean;
}

/** Refusal codes of one status. */
export interface RefusalStatus {
  readonly status: string;
  readonly codes: readonly string[];
}

/** Documentation of one call, made from the API description only. */
export interface DocCall {
  readonly name: string;
  /** In English; used where the page has no translation. */
  readonly summary: string;
  readonly method: Method;
  readonly path: string;
  readonly scope: PartnerScope;
  /** The call needs an idempotency key. */
  readonly isCommand: boolean;
  /** Path and query of the example. */
  readonly target: string;
  /** Request document of the example; null: none. */
  readonly body: string | null;
  readonly members: readonly Member[];
  readonly status: string;
  /** Response document; null: none. */
  readonly answer: string | null;
  /** The call that documents the same kind of response; null: this call does. */
  readonly answerSameAs: string | null;
  readonly refusals: readonly RefusalStatus[];
}

export const isOfPartners = (endpoint: Endpoint): endpoint is Endpoint & { readonly scope: PartnerScope } => endpoint.scope !== undefined;

const valueAt = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (current, key) => (typeof current === 'object' && current !== null ? (current as Record<string, unknown>)[key] : undefined),
    value,
  );
const schemaAt = (value: unknown, ...path: readonly string[]): Schema | undefined => valueAt(value, ...path) as Schema | undefined;
const JSON_TYPE = 'application/vnd.api+json';
const toJson = (value: unknown): string => JSON.stringify(value, null, 2);

/** A type in short notation; an enumeration lists its values. */
function typeText(schema: Schema | undefined): string {
  if (schema === undefined) return 'any';
  if ('const' in schema) return JSON.stringify(schema['const']);
  const { enum: choices, anyOf, type, items, prefixItems } = schema;
  if (Array.isArray(prefixItems)) return `[${prefixItems.map((item) => typeText(item as Schema)).join(', ')}]`;
  if (Array.isArray(choices)) return choices.map((choice) => JSON.stringify(choice)).join(' | ');
  if (Array.isArray(anyOf)) return anyOf.map((option) => typeText(option as Schema)).join(' | ');
  if (type === 'array') {
    const itemType = typeText(items as Schema | undefined);
    return itemType.includes(' | ') ? `(${itemType})[]` : `${itemType}[]`;
  }
  return Array.isArray(type) ? type.join(' | ') : typeof type === 'string' ? type : 'any';
}

function membersOf(schema: Schema | undefined, location: Member['location']): readonly Member[] {
  const required = (schema?.['required'] ?? []) as readonly string[];
  const properties = (schema?.['properties'] ?? {}) as Readonly<Record<string, Schema>>;
  return Object.entries(properties).map(([name, property]) => ({
    name,
    location,
    type: typeText(property),
    isRequired: required.includes(name),
  }));
}

/** Members that only our own pages send. */
const PAGE_ONLY_MEMBERS = new Set(['captcha_token', 'save_requisites', 'income_wallet_id', 'outcome_wallet_id']);

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: Schema;
}

const parametersOf = (operation: unknown): readonly Parameter[] =>
  ((valueAt(operation, 'parameters') ?? []) as readonly Parameter[]).filter(
    (parameter) => parameter.in === 'path' || parameter.in === 'query',
  );

function targetOf(path: string, parameters: readonly Parameter[], components: Schema): string {
  const exampleValue = ({ name, schema }: Parameter) => encodeURIComponent(String(exampleOf(schema, { for: 'request', components }, name)));
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const inQuery = parameters.filter((parameter) => parameter.in === 'query' && parameter.required);
  const examplePath = inPath.reduce((text, parameter) => text.replace(`{${parameter.name}}`, exampleValue(parameter)), path);
  const query = inQuery.map((parameter) => `${parameter.name}=${exampleValue(parameter)}`);
  return query.length === 0 ? examplePath : `${examplePath}?${query.join('&')}`;
}

/** Schema of a response's attributes, for one resource or for each in a list. */
function attributesIn(answer: Schema | undefined): Schema | undefined {
  const data = schemaAt(answer, 'properties', 'data');
  const resource = schemaAt(data, 'items') ?? (valueAt(data, 'anyOf', '0') as Schema | undefined) ?? data;
  return schemaAt(resource, 'allOf', '1', 'properties', 'attributes');
}

function docOf(endpoint: Endpoint & { readonly scope: PartnerScope }, description: unknown): DocCall {
  const operation = valueAt(description, 'paths', endpoint.path, endpoint.method.toLowerCase());
  const components = schemaAt(description, 'components') ?? {};
  const request = schemaAt(operation, 'requestBody', 'content', JSON_TYPE, 'schema', 'anyOf', '0');
  const responses = (valueAt(operation, 'responses') ?? {}) as Readonly<Record<string, unknown>>;
  const [status = '200', success] = Object.entries(responses).find(([code]) => code.startsWith('2')) ?? [];
  const answer = schemaAt(success, 'content', JSON_TYPE, 'schema');
  const parameters = parametersOf(operation);
  const ownParameters = parameters.filter(({ name }) => !name.startsWith('fields['));
  return {
    name: endpoint.name,
    summary: endpoint.summary,
    method: endpoint.method,
    path: endpoint.path,
    scope: endpoint.scope,
    isCommand: isCommand(endpoint),
    target: targetOf(endpoint.path, parameters, components),
    body: request === undefined ? null : toJson(exampleOf(request, { for: 'request', components })),
    members: [
      ...ownParameters.map(({ name, in: location, required, schema }) => ({
        name,
        location: location === 'path' ? ('path' as const) : ('query' as const),
        type: typeText(schema),
        isRequired: required,
      })),
      ...membersOf(schemaAt(request, 'properties', 'data', 'properties', 'attributes'), 'body').filter(
        ({ name }) => !PAGE_ONLY_MEMBERS.has(name),
      ),
      ...membersOf(attributesIn(answer), 'answer').filter(({ name }) => name !== 'access_token'),
    ],
    status,
    answer: answer === undefined ? null : toJson(withoutKeys(exampleOf(answer, { for: 'answer', components }))),
    answerSameAs: null,
    refusals: Object.entries(responses)
      .filter(([code]) => /^[45]/.test(code))
      .map(([code, refusal]) => ({
        status: code,
        codes: [...String(valueAt(refusal, 'description')).matchAll(/`(\w+)`/g)].map((match) => match[1] ?? ''),
      })),
  };
}

/** A response without the customer's key to the order: the program that created the order never gets it. */
function withoutKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== 'access_token')
      .map(([name, member]) => [name, withoutKeys(member)]),
  );
}

const cache = new Map<string, readonly DocCall[]>();

/** Every call that a partner's program may make, by scope. Computed once per URL. */
export function docCalls(publicUrl: string): readonly DocCall[] {
  const cached = cache.get(publicUrl);
  if (cached !== undefined) return cached;
  const endpoints = ALL_ENDPOINTS.filter(isOfPartners).toSorted(
    (a, b) => PARTNER_SCOPES.indexOf(a.scope) - PARTNER_SCOPES.indexOf(b.scope),
  );
  const description = openApi(endpoints, publicUrl);
  const calls = endpoints.map((endpoint) => docOf(endpoint, description));
  cache.set(publicUrl, calls);
  return calls;
}

/** The calls as the page shows them: a kind of response is documented once, at its first call. */
export function pageCalls(publicUrl: string): readonly DocCall[] {
  const firstByKind = new Map<string, string>();
  return docCalls(publicUrl).map((call) => {
    const kind = call.answer === null ? undefined : /"type": "(\w+)"/.exec(call.answer)?.[1];
    const firstCall = kind === undefined ? undefined : firstByKind.get(kind);
    if (kind !== undefined && firstCall === undefined) firstByKind.set(kind, call.name);
    if (firstCall === undefined) return call;
    return { ...call, answerSameAs: firstCall, answer: null, members: call.members.filter(({ location }) => location !== 'answer') };
  });
}
