import * as z from 'zod/mini';
import { callRefusals, isCommand } from './call-refusals.ts';
import { JSON_API } from './document.ts';
import { accessRefusals, isOfficeAction } from '#core/access/access.ts';
import type { Endpoint } from './endpoint.ts';
import { fieldNames, isWholeList, PAGE_NUMBER, PAGE_SIZE, sortKeys } from './list-query.ts';
import { ANSWER_CODES, type AnswerCode, REFUSAL_STATUS } from './refusals.ts';
import { requestTypes } from './request-types.ts';

type Json = Readonly<Record<string, unknown>>;

const ref = (kind: string, name: string): Json => ({ $ref: `#/components/${kind}/${name}` });
const text = { type: 'string' } as const;
const jsonApi = (schema: Json): Json => ({ [JSON_API]: { schema } });
const object = (properties: Json, required: readonly string[] = Object.keys(properties)): Json => ({
  type: 'object',
  properties,
  required,
});

const GENERATOR_MEMBERS = new Set(['$schema', '~standard']);

function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const described = Object.entries(z.toJSONSchema(schema, { io, unrepresentable: 'any' }));
  return Object.fromEntries(described.filter(([name]) => !GENERATOR_MEMBERS.has(name)));
}

const LINKS = { type: 'object', additionalProperties: { type: ['string', 'null'] } } as const;

const SCHEMAS: Json = {
  Identifier: object({ type: text, id: text }),
  Resource: object({ type: text, id: text, attributes: { type: 'object' }, relationships: { type: 'object' }, links: LINKS }, [
    'type',
    'id',
    'attributes',
  ]),
  Error: object(
    {
      id: text,
      status: { ...text, pattern: '^[45]\\d\\d$' },
      code: { enum: ANSWER_CODES },
      title: text,
      detail: text,
      source: { type: 'object', properties: { pointer: text, parameter: text, header: text }, minProperties: 1, maxProperties: 1 },
      meta: { type: 'object' },
    },
    ['id', 'status', 'code', 'title', 'detail'],
  ),
  Errors: object({ errors: { type: 'array', minItems: 1, items: ref('schemas', 'Error') } }),
};

const count = { type: 'integer', minimum: 0 } as const;
const PAGE = object({ page: count, per: count, total: count, total_pages: count, total_is_least: { const: true } }, [
  'page',
  'per',
  'total',
  'total_pages',
]) as Described;

const header = (name: string, description: string, schema: Json): Json => ({ name, in: 'header', required: false, description, schema });

const PARAMETERS: Json = {
  SiteLocale: header('Site-Locale', 'Language of the answer; unsafe calls need it or an Origin of our own', {
    ...text,
    default: 'ru',
    examples: ['ru', 'en'],
  }),
  IdempotencyKey: header('Idempotency-Key', 'The same key and request are answered once and then from memory, for 24 hours', {
    ...text,
    minLength: 1,
    maxLength: 255,
  }),
  LastEventId: header('Last-Event-ID', 'Where a broken stream goes on', text),
};

/** Authentication methods; a guest's order is opened by its key. */
const securitySchemes = (isHttps: boolean): Json => ({
  partnerKey: {
    type: 'apiKey',
    in: 'header',
    name: 'Partner-Key',
    description: '',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: isHttps ? '__Host-session' : 'session',
    description: 'Set by `createSession`; unsafe calls also require `Site-Locale` or an Origin of this site',
  },
  orderToken: {
    type: 'apiKey',
    in: 'header',
    name: 'Order-Token',
    description: "A guest's key of one order: `access_token` from its creation",
  },
});

/** The accepted credentials. Public responses ignore them; other calls accept a session or an order key, and require one by their action. */
function securityOf({ action, cache, scope }: Endpoint): readonly Json[] {
  const signed = scope === undefined ? [] : [{ partnerKey: [] }];
  if (accessRefusals(action).length > 0) return [{ session: [] }, ...signed];
  if (cache === 'public') return scope === undefined ? [] : [{}, ...signed];
  return [{}, { session: [] }, { orderToken: [] }, ...signed];
}

const CODE_RESPONSES = { description: 'Refused', content: jsonApi(ref('schemas', 'Errors')) } as const;

function pathParameters({ path, params }: Endpoint): readonly Json[] {
  const shape = params?._zod.def.shape ?? {};
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: shape[name] === undefined ? text : schemaOf(shape[name] as z.ZodMiniType, 'input'),
  }));
}

const commaList = (name: string, schema: Json): Json => ({ name, in: 'query', required: false, style: 'form', explode: false, schema });
const listOf = (names: Iterable<string>): Json => ({ type: 'array', items: { enum: [...names] } });
const inQuery = (name: string, pattern: RegExp): Json => ({
  name,
  in: 'query',
  required: false,
  schema: { ...text, pattern: pattern.source },
});

/** JSON:API parameters; `page[number]` and `page[size]` equal `page` and `per`. */
function standardParameters(endpoint: Endpoint): readonly Json[] {
  const fields = [...fieldNames(endpoint)].map(([type, names]) => commaList(`fields[${type}]`, listOf(names)));
  if (!isWholeList(endpoint)) return fields;
  const keys = sortKeys(endpoint).flatMap((key) => [key, `-${key}`]);
  return [...fields, commaList('sort', listOf(keys)), inQuery('page', PAGE_NUMBER), inQuery('per', PAGE_SIZE)];
}

function queryParameters({ query }: Endpoint): readonly Json[] {
  if (query === undefined) return [];
  const { properties = {}, required = [] } = schemaOf(query, 'input') as {
    properties?: Record<string, Json>;
    required?: readonly string[];
  };
  return Object.entries(properties).map(([name, schema]) =>
    name === 'sort'
      ? commaList(name, schema)
      : schema['type'] === 'array'
        ? { name: `${name}[]`, in: 'query', required: required.includes(name), style: 'form', explode: true, schema }
        : { name, in: 'query', required: required.includes(name), schema },
  );
}

function parametersOf(endpoint: Endpoint): readonly Json[] {
  const isStream = endpoint.reply.kind === 'stream';
  return [
    ...pathParameters(endpoint),
    ...queryParameters(endpoint),
    ...standardParameters(endpoint),
    ref('parameters', 'SiteLocale'),
    ...(isCommand(endpoint) ? [ref('parameters', 'IdempotencyKey')] : []),
    ...(isStream ? [ref('parameters', 'LastEventId')] : []),
  ];
}

const UPLOADED = { type: 'string', contentMediaType: 'application/octet-stream' } as const;

function requestBodyOf(endpoint: Endpoint): Json {
  const { body, files } = endpoint;
  const attributes = body === undefined ? undefined : schemaOf(body, 'input');
  if (files !== undefined) {
    const { properties = {}, required = [] } = (attributes ?? {}) as { properties?: Json; required?: readonly string[] };
    const parts = Object.fromEntries(Object.keys(files).map((name) => [name, UPLOADED]));
    const names = Object.keys(files).filter((name) => files[name]?.required === true);
    return {
      requestBody: {
        required: true,
        content: { 'multipart/form-data': { schema: object({ ...properties, ...parts }, [...required, ...names]) } },
      },
    };
  }
  if (attributes === undefined) return {};
  const document = object({ data: object({ type: { enum: requestTypes(endpoint) }, attributes }) });
  return { requestBody: { required: true, content: jsonApi({ anyOf: [document, attributes] }) } };
}

function resourceOf(type: string, attributes: z.ZodMiniObject): Json {
  return {
    allOf: [
      ref('schemas', 'Resource'),
      { type: 'object', properties: { type: { const: type }, attributes: schemaOf(attributes, 'output') } },
    ],
  };
}

type Described = Json & { readonly properties: Json; readonly required?: readonly string[] };

/** One object with the members of both, as two closed objects under `allOf` would match nothing. */
function merged(base: Described, more: Json | undefined): Json {
  const { properties = {}, required = [] } = (more ?? {}) as Partial<Described>;
  return object({ ...base.properties, ...properties }, [...(base.required ?? []), ...required]);
}

function documentOf(endpoint: Endpoint, data: Json): Json {
  const { reply, include = {} } = endpoint;
  const included = Object.values(include).map(({ type, attributes }) => resourceOf(type, attributes));
  const isList = reply.kind === 'collection';
  const replyMeta = 'meta' in reply && reply.meta !== undefined ? schemaOf(reply.meta, 'output') : undefined;
  const meta = isList ? merged(PAGE, replyMeta) : replyMeta;
  return object(
    {
      data,
      links: LINKS,
      ...(included.length === 0 ? {} : { included: { type: 'array', items: { anyOf: included } } }),
      ...(meta === undefined ? {} : { meta }),
    },
    ['data', 'links', ...(meta === undefined ? [] : ['meta'])],
  );
}

function successOf(endpoint: Endpoint): Json {
  const { reply } = endpoint;
  switch (reply.kind) {
    case 'empty':
      return { [reply.status]: { description: 'Done' } };
    case 'stream':
      return { 200: { description: 'Events', content: { 'text/event-stream': { schema: text } } } };
    case 'file':
      return {
        200: { description: 'The file', content: Object.fromEntries([reply.mediaType].flat().map((type) => [type, { schema: UPLOADED }])) },
      };
    case 'collection': {
      const items = resourceOf(reply.type, reply.attributes);
      return { 200: { description: 'A list', content: jsonApi(documentOf(endpoint, { type: 'array', items })) } };
    }
    case 'resource':
      break;
  }
  const resource = resourceOf(reply.type, reply.attributes);
  const data = reply.nullable === true ? { anyOf: [resource, { type: 'null' }] } : resource;
  return { [reply.status]: { description: 'One resource', content: jsonApi(documentOf(endpoint, data)) } };
}

const RETRIED: ReadonlySet<number> = new Set([429, 503]);

/** Refusals by status. Several problems with different statuses are returned as 400 (JSON:API 1.1). */
function refusalResponses(endpoint: Endpoint): Json {
  const byStatus = new Map<number, AnswerCode[]>();
  for (const code of callRefusals(endpoint)) byStatus.set(REFUSAL_STATUS[code], [...(byStatus.get(REFUSAL_STATUS[code]) ?? []), code]);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        ...CODE_RESPONSES,
        description: codes.map((code) => `\`${code}\``).join(', '),
        ...(RETRIED.has(status) ? { headers: { 'Retry-After': { schema: { type: 'integer' } } } } : {}),
      },
    ]),
  );
}

function operationOf(endpoint: Endpoint): Json {
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[isOfficeAction(endpoint.action) ? 4 : 3] ?? 'api'],
    'x-action': endpoint.action,
    ...(endpoint.scope === undefined ? {} : { 'x-scope': endpoint.scope }),
    parameters: parametersOf(endpoint),
    ...requestBodyOf(endpoint),
    responses: {
      ...(endpoint.cache === 'public' ? { 304: { description: 'Unchanged' } } : {}),
      ...successOf(endpoint),
      ...refusalResponses(endpoint),
    },
    security: securityOf(endpoint),
  };
}

/** The API description (OpenAPI 3.1), derived from the endpoints only. */
export function openApi(endpoints: readonly Endpoint[], publicUrl: string): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const endpoint of endpoints)
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operationOf(endpoint) };
  const description = {
    operationId: 'openApi',
    summary: 'Returns this API description',
    security: [],
    responses: { 200: { description: 'OpenAPI 3.1', content: { 'application/json': { schema: { type: 'object' } } } } },
  };
  return {
    openapi: '3.1.0',
    info: { title: 'Razmen', version: '1' },
    servers: [{ url: publicUrl }],
    paths: { ...paths, '/api/openapi.json': { get: description } },
    components: {
      schemas: SCHEMAS,
      parameters: PARAMETERS,
      securitySchemes: securitySchemes(publicUrl.startsWith('https:')),
    },
  };
}
