import { isObject } from '#core/text/json.ts';
import * as z from 'zod/mini';
import { JSON_API, type Resource } from './document.ts';
import type { AttributesOf, BodyInputOf, Endpoint, ParamsOf, QueryInputOf } from './endpoint.ts';
import { readErrors, type ReceivedError } from './call-errors.ts';

/** An outgoing request. `form` instead of `body` on uploads; the transport builds the multipart body. */
export interface TransportRequest {
  readonly method: string;
  /** Path with query, with a leading slash. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly form?: { readonly fields: Readonly<Record<string, string>>; readonly files: Readonly<Record<string, unknown>> };
  /** An AbortSignal where the platform has one. */
  readonly signal?: unknown;
}

export interface TransportReply {
  readonly status: number;
  /** Value of a response header, null or undefined when absent. */
  readonly header: (name: string) => string | null | undefined;
  readonly text: string;
}

/** Sends requests: the browser's fetch, or the server's `inject` while rendering. Throws when there is no response. */
export interface Transport {
  /** Sent as `Site-Locale`. */
  readonly locale: string;
  send(request: TransportRequest): Promise<TransportReply>;
  /** Message for an unreadable response (spec 8: "Something went wrong"). */
  readonly unreadableMessage?: () => string;
  /** Called for every failed call, with the endpoint's name (spec 8: some are reported). */
  readonly failed?: (failure: Failure, endpoint: string) => void;
}

type Part<Name extends string, E, Value> = E extends { readonly [K in Name]: object }
  ? { readonly [K in Name]: Value }
  : { readonly [K in Name]?: undefined };
type OptionalPart<Name extends string, E, Value> = E extends { readonly [K in Name]: object }
  ? { readonly [K in Name]?: Value | undefined }
  : { readonly [K in Name]?: undefined };

/** Path parameters and query of the endpoint. */
export type AddressOf<E extends Endpoint> = Part<'params', E, Readonly<ParamsOf<E>>> & OptionalPart<'query', E, Readonly<QueryInputOf<E>>>;

/** All inputs of a call. `files`: Blobs (browser) by the endpoint's part names. */
export type InputOf<E extends Endpoint> = AddressOf<E> &
  Part<'body', E, Readonly<BodyInputOf<E>>> &
  OptionalPart<'files', E, Readonly<Record<string, unknown>>> & {
    /** Reuse until there is a response: a retry with the same key has no second effect. */
    readonly idempotencyKey?: string | undefined;
    /** A guest's key of the order. */
    readonly orderToken?: string | undefined;
    readonly headers?: Readonly<Record<string, string>> | undefined;
    readonly signal?: unknown;
  };

type DataOf<E extends Endpoint> = E['reply'] extends { kind: 'resource' }
  ? Resource<AttributesOf<E>> | (E['reply'] extends { nullable: true } ? null : never)
  : E['reply'] extends { kind: 'collection' }
    ? readonly Resource<AttributesOf<E>>[]
    : null;

/** Links of a response; null: absent. */
export type Links = Readonly<Record<string, string | null>>;

export interface Answer<E extends Endpoint> {
  readonly ok: true;
  readonly status: number;
  readonly data: DataOf<E>;
  readonly included: readonly Resource[];
  readonly meta: Readonly<Record<string, unknown>>;
  readonly links: Links;
  readonly header: TransportReply['header'];
}

export interface Failure {
  readonly ok: false;
  /** 0 without a response (no network, timeout, aborted). */
  readonly status: number;
  /** Readable errors (spec 8); may be empty. */
  readonly errors: readonly ReceivedError[];
  /** Whether errors could not be read, or the document was invalid. Such a response is reported (spec 8). */
  readonly unreadable: boolean;
  /** Seconds to wait, from `Retry-After`. */
  readonly retryAfterSeconds: number | null;
  /** The error of the transport if there was no response. It is not reported (spec 8). */
  readonly cause?: unknown;
}

export type CallResult<E extends Endpoint> = Answer<E> | Failure;

const encode = (value: unknown): string => encodeURIComponent(String(value));

function queryOf(query: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => {
    if (value === undefined || value === null) return [];
    if (Array.isArray(value)) return value.map((item) => `${encode(name)}[]=${encode(item)}`);
    return [`${encode(name)}=${encode(value)}`];
  });
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** URL of a call as path and query, for links, EventSource and downloads. Every API URL is built here. */
export function urlOf<const E extends Endpoint>(endpoint: E, address: AddressOf<E>): string {
  const { params = {}, query = {} } = address as unknown as { params?: Record<string, unknown>; query?: Record<string, unknown> };
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encode(params[name] ?? ''));
  return path + queryOf(query);
}

function requestOf(endpoint: Endpoint, input: InputOf<Endpoint>, locale: string): TransportRequest {
  const body = input.body as Readonly<Record<string, unknown>> | undefined;
  const headers: Record<string, string> = {
    accept: JSON_API,
    'site-locale': locale,
    ...(endpoint.files === undefined ? { 'content-type': JSON_API } : {}),
    ...(input.idempotencyKey === undefined ? {} : { 'idempotency-key': input.idempotencyKey }),
    ...(input.orderToken === undefined ? {} : { 'order-token': input.orderToken }),
    ...input.headers,
  };
  const request = { method: endpoint.method, url: urlOf(endpoint, input), headers, signal: input.signal };
  if (endpoint.files !== undefined) {
    const fields = Object.entries(body ?? {}).flatMap(([name, value]) =>
      value === undefined || value === null ? [] : [[name, typeof value === 'string' ? value : JSON.stringify(value)]],
    );
    return { ...request, form: { fields: Object.fromEntries(fields) as Record<string, string>, files: input.files ?? {} } };
  }
  if (endpoint.body === undefined) return request;
  const type = endpoint.bodyType ?? ('type' in endpoint.reply ? endpoint.reply.type : endpoint.name);
  return { ...request, body: JSON.stringify({ data: { type, attributes: body ?? {} } }) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isResource(value: unknown): value is Resource {
  return isObject(value) && typeof value['type'] === 'string' && typeof value['id'] === 'string' && isObject(value['attributes']);
}

/** The resource with its attributes checked against the endpoint's schema; undefined if they do not match. */
function readResource(value: unknown, attributes: z.ZodMiniObject): Resource | undefined {
  if (!isResource(value)) return undefined;
  const parsed = z.safeParse(attributes, value.attributes);
  return parsed.success ? { ...value, attributes: parsed.data } : undefined;
}

/** Primary data by the reply's kind; undefined if it does not match the endpoint. */
function readData(endpoint: Endpoint, data: unknown): unknown {
  const { reply } = endpoint;
  if (reply.kind === 'collection') {
    if (!Array.isArray(data)) return undefined;
    const resources = data.map((item) => readResource(item, reply.attributes));
    return resources.includes(undefined) ? undefined : resources;
  }
  if (reply.kind !== 'resource') return null;
  if (data === null) return reply.nullable === true ? null : undefined;
  return readResource(data, reply.attributes);
}

function readLinks(links: unknown): Links {
  if (!isObject(links)) return {};
  return Object.fromEntries(Object.entries(links).map(([name, link]) => [name, typeof link === 'string' ? link : null]));
}

function failureOf(reply: TransportReply): Failure {
  const { errors, isIncomplete } = readErrors(parseJson(reply.text));
  const seconds = Number(reply.header('retry-after') ?? Number.NaN);
  return {
    ok: false,
    status: reply.status,
    errors,
    unreadable: isIncomplete || errors.length === 0,
    retryAfterSeconds: Number.isFinite(seconds) ? seconds : null,
  };
}

/** Whether a proxy answered because its backend is unreachable, so that the call had no response. */
const isGateway = (status: number): boolean => status === 0 || (status >= 502 && status <= 504);

/** Gives an unreadable response a message. The connection was not lost, so the caller must not say so. */
function withMessage({ unreadableMessage }: Transport, failure: Failure): Failure {
  if (failure.errors.length > 0 || isGateway(failure.status) || unreadableMessage === undefined) return failure;
  const detail = unreadableMessage();
  const named = { name: 'unknown', type: 'unknown', code: 'unknown', message: detail, field: null, meta: {} };
  const error = { ...named, id: null, status: String(failure.status), title: null, detail, source: {} };
  return { ...failure, errors: [error] };
}

/**
 * Makes one call and parses its response. Never throws. A failure without a response has status 0. Refusals and faults are in `errors`
 * (spec 8).
 */
export async function call<const E extends Endpoint>(endpoint: E, input: InputOf<E>, transport: Transport): Promise<CallResult<E>> {
  const failing = (failure: Failure): Failure => {
    transport.failed?.(failure, endpoint.name);
    return withMessage(transport, failure);
  };
  let reply: TransportReply;
  try {
    reply = await transport.send(requestOf(endpoint, input, transport.locale));
  } catch (cause) {
    return failing({ ok: false, status: 0, errors: [], unreadable: false, retryAfterSeconds: null, cause });
  }
  if (reply.status < 200 || reply.status > 299) return failing(failureOf(reply));
  const document = reply.text === '' ? {} : parseJson(reply.text);
  const data = isObject(document) ? readData(endpoint, document['data']) : undefined;
  if (!isObject(document) || data === undefined)
    return failing({ ok: false, status: reply.status, errors: [], unreadable: true, retryAfterSeconds: null });
  const included = Array.isArray(document['included']) ? document['included'].filter(isResource) : [];
  const meta = isObject(document['meta']) ? document['meta'] : {};
  const links = readLinks(document['links']);
  return { ok: true, status: reply.status, data: data as DataOf<E>, included, meta, links, header: reply.header };
}
