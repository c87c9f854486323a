import { ALL_ENDPOINTS } from '#contract/all.ts';
import { isCommand } from '#contract/call-refusals.ts';
import type { Endpoint, Method } from '#contract/endpoint.ts';
import { exampleOf, type Schema } from '#contract/example-of.ts';
import { openApi } from '#contract/openapi.ts';
import { PARTNER_SCOPES, type PartnerScope } from '#core/partner.ts';

/** A member of a request or an answer, as a line of a table. */
export interface Member {
  readonly name: string;
  readonly place: 'path' | 'query' | 'body' | 'answer';
  readonly type: string;
  readonly isRequired: boolean;
}

/** One answer that is a refusal, by status. */
export interface Refused {
  readonly status: string;
  readonly codes: readonly string[];
}

/** What the page says of one call; made of the description of the API and nothing else. */
export interface DocCall {
  readonly name: string;
  /** In English; the page has words of its own where it can. */
  readonly summary: string;
  readonly method: Method;
  readonly path: string;
  readonly scope: PartnerScope;
  /** What it needs besides the signature: a key of repetition. */
  readonly isCommand: boolean;
  /** Path and query of the example. */
  readonly target: string;
  /** The example's document; null: there is none to send. */
  readonly body: string | null;
  readonly members: readonly Member[];
  readonly status: string;
  /** What comes back; null: no document. */
  readonly answer: string | null;
  /** The call whose answer tells of the same kind of thing; its own is not told again. */
  readonly answersLike: string | null;
  readonly refused: readonly Refused[];
}

export const isOfPartners = (endpoint: Endpoint): endpoint is Endpoint & { readonly scope: PartnerScope } => endpoint.scope !== undefined;

const at = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (found, step) => (typeof found === 'object' && found !== null ? (found as Record<string, unknown>)[step] : undefined),
    value,
  );
const schemaAt = (value: unknown, ...path: readonly string[]): Schema | undefined => at(value, ...path) as Schema | undefined;
const JSON_TYPE = 'application/vnd.api+json';
const json = (value: unknown): string => JSON.stringify(value, null, 2);

/** A type in a few words: a choice tells what there is to choose. */
function typeText(schema: Schema | undefined): string {
  if (schema === undefined) return 'any';
  if ('const' in schema) return JSON.stringify(schema['const']);
  const { enum: choices, anyOf, type, items, prefixItems } = schema;
  if (Array.isArray(prefixItems)) return `[${prefixItems.map((one) => typeText(one as Schema)).join(', ')}]`;
  if (Array.isArray(choices)) return choices.map((one) => JSON.stringify(one)).join(' | ');
  if (Array.isArray(anyOf)) return anyOf.map((one) => typeText(one as Schema)).join(' | ');
  if (type === 'array') {
    const one = typeText(items as Schema | undefined);
    return one.includes(' | ') ? `(${one})[]` : `${one}[]`;
  }
  return Array.isArray(type) ? type.join(' | ') : typeof type === 'string' ? type : 'any';
}

function membersOf(schema: Schema | undefined, place: Member['place']): readonly Member[] {
  const required = (schema?.['required'] ?? []) as readonly string[];
  const properties = (schema?.['properties'] ?? {}) as Readonly<Record<string, Schema>>;
  return Object.entries(properties).map(([name, one]) => ({ name, place, type: typeText(one), isRequired: required.includes(name) }));
}

/** Members that only our own pages send: a program has neither. */
const OF_PAGES = new Set(['captcha_token', 'save_requisites', 'income_wallet_id', 'outcome_wallet_id']);

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: Schema;
}

const parametersOf = (operation: unknown): readonly Parameter[] =>
  ((at(operation, 'parameters') ?? []) as readonly Parameter[]).filter((one) => one.in === 'path' || one.in === 'query');

function targetOf(path: string, parameters: readonly Parameter[], components: Schema): string {
  const value = ({ name, schema }: Parameter) => encodeURIComponent(String(exampleOf(schema, { for: 'request', components }, name)));
  const filled = parameters.filter((one) => one.in === 'path').reduce((text, one) => text.replace(`{${one.name}}`, value(one)), path);
  const query = parameters.filter((one) => one.in === 'query' && one.required).map((one) => `${one.name}=${value(one)}`);
  return query.length === 0 ? filled : `${filled}?${query.join('&')}`;
}

/** The schema of an answer's attributes, of one resource or of each of a list. */
function attributesIn(answer: Schema | undefined): Schema | undefined {
  const data = schemaAt(answer, 'properties', 'data');
  const resource = schemaAt(data, 'items') ?? (at(data, 'anyOf', '0') as Schema | undefined) ?? data;
  return schemaAt(resource, 'allOf', '1', 'properties', 'attributes');
}

function docOf(endpoint: Endpoint & { readonly scope: PartnerScope }, description: unknown): DocCall {
  const operation = at(description, 'paths', endpoint.path, endpoint.method.toLowerCase());
  const components = schemaAt(description, 'components') ?? {};
  const request = schemaAt(operation, 'requestBody', 'content', JSON_TYPE, 'schema', 'anyOf', '0');
  const responses = (at(operation, 'responses') ?? {}) as Readonly<Record<string, unknown>>;
  const [status = '200', success] = Object.entries(responses).find(([code]) => code.startsWith('2')) ?? [];
  const answer = schemaAt(success, 'content', JSON_TYPE, 'schema');
  const parameters = parametersOf(operation);
  const own = parameters.filter(({ name }) => !name.startsWith('fields['));
  return {
    name: endpoint.name,
    summary: endpoint.summary,
    method: endpoint.method,
    path: endpoint.path,
    scope: endpoint.scope,
    isCommand: isCommand(endpoint),
    target: targetOf(endpoint.path, parameters, components),
    body: request === undefined ? null : json(exampleOf(request, { for: 'request', components })),
    members: [
      ...own.map(({ name, in: place, required, schema }) => ({
        name,
        place: place === 'path' ? ('path' as const) : ('query' as const),
        type: typeText(schema),
        isRequired: required,
      })),
      ...membersOf(schemaAt(request, 'properties', 'data', 'properties', 'attributes'), 'body').filter(({ name }) => !OF_PAGES.has(name)),
      ...membersOf(attributesIn(answer), 'answer').filter(({ name }) => name !== 'access_token'),
    ],
    status,
    answer: answer === undefined ? null : json(withoutKeys(exampleOf(answer, { for: 'answer', components }))),
    answersLike: null,
    refused: Object.entries(responses)
      .filter(([code]) => /^[45]/.test(code))
      .map(([code, refusal]) => ({
        status: code,
        codes: [...String(at(refusal, 'description')).matchAll(/`(\w+)`/g)].map((match) => match[1] ?? ''),
      })),
  };
}

/** A customer's own key to his order is never told to the program that made it. */
function withoutKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== 'access_token')
      .map(([name, one]) => [name, withoutKeys(one)]),
  );
}

const made = new Map<string, readonly DocCall[]>();

/** Every call that a partner's program may make, by scope. The same for everybody, so it is made once. */
export function docCalls(publicUrl: string): readonly DocCall[] {
  const known = made.get(publicUrl);
  if (known !== undefined) return known;
  const endpoints = ALL_ENDPOINTS.filter(isOfPartners).toSorted(
    (a, b) => PARTNER_SCOPES.indexOf(a.scope) - PARTNER_SCOPES.indexOf(b.scope),
  );
  const description = openApi(endpoints, publicUrl);
  const calls = endpoints.map((endpoint) => docOf(endpoint, description));
  made.set(publicUrl, calls);
  return calls;
}

/** The same for a page: what several calls answer alike is told once, at the first of them. */
export function pageCalls(publicUrl: string): readonly DocCall[] {
  const first = new Map<string, string>();
  return docCalls(publicUrl).map((call) => {
    const kind = call.answer === null ? undefined : /"type": "(\w+)"/.exec(call.answer)?.[1];
    const like = kind === undefined ? undefined : first.get(kind);
    if (kind !== undefined && like === undefined) first.set(kind, call.name);
    if (like === undefined) return call;
    return { ...call, answersLike: like, answer: null, members: call.members.filter(({ place }) => place !== 'answer') };
  });
}
