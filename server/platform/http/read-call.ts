import { parseCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Refusal } from '#core/refusal.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { checkAttributes } from './check-attributes.ts';
import { localeOf } from './error-document.ts';
import { type Attributes, readDocument } from './read-document.ts';
import { readForm } from './read-form.ts';
import { isPlainText } from './read-json.ts';
import { queryReader } from './read-query.ts';
import type { Call, UploadedFile, Visitor } from './route.ts';

/** A call before its endpoint's types are known. */
export type RawCall = Omit<Call<Endpoint>, 'params' | 'query' | 'body'> & {
  readonly params: Attributes;
  readonly query: Attributes;
  readonly body: Attributes;
  /** Ends the signal: the stream is over. */
  readonly abort: () => void;
};

export interface ReadCall {
  readonly call: RawCall;
  /** What the request asks for, for binding an idempotency key to it. */
  readonly fingerprint: readonly (string | Buffer)[];
}

interface Sources {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly visitor: Visitor;
}

const NO_FILES: Readonly<Record<string, UploadedFile>> = {};

/** Value of a request header, one value only. */
export function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name.toLowerCase()];
  return typeof value === 'string' ? value : undefined;
}

/** Value of a cookie; undefined when there is none. */
export function cookieOf(request: FastifyRequest, name: string): string | undefined {
  const header = request.headers.cookie;
  if (header === undefined || !header.includes(name)) return undefined;
  const value = parseCookie(header)[name];
  return value !== undefined && isPlainText(value) ? value : undefined;
}

function paramsReader(endpoint: Endpoint): (raw: Readonly<Record<string, string>>) => Result<Attributes, 'not_found'> {
  const { params } = endpoint;
  if (params === undefined) return () => accept({});
  return (raw) => {
    const parsed = Object.values(raw).every(isPlainText) ? z.safeParse(params, raw) : undefined;
    return parsed?.success === true ? accept(parsed.data) : refuse({ code: 'not_found' });
  };
}

async function readBody(endpoint: Endpoint, request: FastifyRequest) {
  if (endpoint.files !== undefined) return readForm(endpoint, request);
  const body: unknown = request.body;
  const read = readDocument(endpoint, Buffer.isBuffer(body) ? body : undefined);
  return read.ok ? accept({ attributes: read.value, files: NO_FILES }) : read;
}

/** The order's key of a guest: the header, else the cookie that the mailed link set, for calls that cannot send headers. */
function orderTokenOf(request: FastifyRequest, params: Attributes, body: Attributes): string | undefined {
  const id = params['id'] ?? body['order_id'];
  return headerOf(request, 'order-token') ?? (typeof id === 'string' ? cookieOf(request, `order_token_${id}`) : undefined);
}

/** A signal that ends with the connection; made only when somebody looks at it. */
function lazySignal(reply: FastifyReply) {
  let controller: AbortController | undefined;
  return {
    abort: () => controller?.abort(),
    get signal(): AbortSignal {
      if (controller === undefined) {
        const own = new AbortController();
        controller = own;
        reply.raw.once('close', () => own.abort());
      }
      return controller.signal;
    },
  };
}

/** Reads requests by an endpoint's description: path, query of both dialects, document or form. Several problems -> several refusals. */
export function callReader(endpoint: Endpoint): (sources: Sources) => Promise<Result<ReadCall>> {
  const readParams = paramsReader(endpoint);
  const readQuery = queryReader(endpoint);
  const hasBody = endpoint.method !== 'GET';
  return async ({ request, reply, visitor }) => {
    const params = readParams(request.params as Readonly<Record<string, string>>);
    if (!params.ok) return params;
    const query = readQuery(request.query as Readonly<Record<string, string | string[]>>);
    const read = hasBody ? await readBody(endpoint, request) : accept({ attributes: {}, files: NO_FILES });
    const body = read.ok ? checkAttributes(endpoint, read.value.attributes) : read;
    if (!query.ok || !read.ok || !body.ok) {
      const refusals: readonly Refusal[] = [...(query.ok ? [] : query.refusals), ...(body.ok ? [] : body.refusals)];
      return { ok: false, refusals };
    }
    const { attributes, files } = read.value;
    const lifetime = lazySignal(reply);
    const call: RawCall = {
      params: params.value,
      query: query.value,
      body: body.value,
      files,
      locale: localeOf(request.headers['site-locale']),
      visitor,
      orderToken: orderTokenOf(request, params.value, body.value),
      ip: request.ip,
      requestId: request.id,
      header: (name) => headerOf(request, name),
      get signal() {
        return lifetime.signal;
      },
      abort: lifetime.abort,
    };
    const uploads = Object.entries(files).flatMap(([name, { bytes }]) => [name, bytes]);
    return accept({ call, fingerprint: [request.method, request.url, JSON.stringify(attributes), ...uploads] });
  };
}
