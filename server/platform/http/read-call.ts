import { parseCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { PageStart } from '#server/platform/db/list-page.ts';
import type { Secrets } from '#server/platform/secrets.ts';
import { type Attributes, checkAttributes, isPlainText, readDocument } from './read-document.ts';
import { readPageStart } from './pagination.ts';
import { type CallRefusal, type CallResult, localeOf } from './refusal.ts';
import type { GuestCookies } from './guest-cookies.ts';
import { readForm } from './uploads.ts';
import { queryReader, queryWithPayload } from './read-query.ts';
import type { Call, UploadedFile, Visitor } from './route.ts';
import type { Shape } from './data-document.ts';

/** A call before the types of its endpoint are known. */
export type RawCall = Omit<Call<Endpoint>, 'params' | 'query' | 'body'> & {
  readonly params: Attributes;
  readonly query: Attributes;
  readonly body: Attributes;
  /** Aborts `signal`. A stream holds it instead of the call. */
  readonly ending: AbortController;
  /** The same call inside a transaction, with the result of `prepare`. */
  readonly within: (tx: Tx, prepared: unknown) => RawCall & { readonly tx: Tx; readonly prepared: unknown };
};

export interface ParsedCall {
  readonly call: RawCall;
  /** Requested fields, sorting and paging. */
  readonly shape: Shape;
  /** Parts of the request that an idempotency key is bound to. */
  readonly fingerprint: (encode: (value: unknown) => string) => readonly (string | Buffer)[];
}

interface Sources {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly visitor: Visitor;
  readonly guests: GuestCookies;
}

const NO_FILES: Readonly<Record<string, UploadedFile>> = {};

/** Value of a request header that occurs once. */
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

/**
 * One call while it runs. A class because an object literal with a getter gets its own hidden class, which retains the request until a full
 * garbage collection.
 */
class RunningCall implements RawCall {
  readonly params: Attributes;
  readonly query: Attributes;
  readonly body: Attributes;
  readonly from: PageStart | undefined;
  readonly files: Readonly<Record<string, UploadedFile>>;
  readonly visitor: Visitor;
  readonly #sources: Sources;
  #controller: AbortController | undefined;
  readonly header = (name: string) => headerOf(this.#sources.request, name);

  constructor(sources: Sources, parts: Pick<RawCall, 'params' | 'query' | 'body' | 'files' | 'from'>) {
    this.params = parts.params;
    this.query = parts.query;
    this.body = parts.body;
    this.from = parts.from;
    this.files = parts.files;
    this.visitor = sources.visitor;
    this.#sources = sources;
  }
  get locale() {
    return localeOf(this.#sources.request.headers['site-locale']);
  }
  /** A signed call ignores cookies and guest tokens. */
  get #isSigned() {
    return this.visitor.kind === 'partner';
  }
  get guestToken() {
    return this.#isSigned ? undefined : headerOf(this.#sources.request, this.#sources.guests.tokenHeader);
  }
  get guestItemIds() {
    return this.#isSigned ? [] : this.#sources.guests.itemIds(this.#sources.request.headers.cookie);
  }
  get guestKey() {
    return this.#isSigned ? undefined : this.#sources.guests.keyOf(this.#sources.request.headers.cookie);
  }
  get ip() {
    return this.#sources.request.ip;
  }
  get requestId() {
    return this.#sources.request.id;
  }
  get isHead() {
    return this.#sources.request.method === 'HEAD';
  }
  /** Created on first use. */
  get ending() {
    if (this.#controller === undefined) {
      const controller = new AbortController();
      this.#controller = controller;
      this.#sources.reply.raw.once('close', () => controller.abort());
    }
    return this.#controller;
  }
  get signal() {
    return this.ending.signal;
  }
  within(tx: Tx, prepared: unknown) {
    return Object.assign(new RunningCall(this.#sources, this), { tx, prepared });
  }
}

/** Reads requests as the endpoint describes them: path, query in both dialects, document or form. Collects several refusals. */
export function callReader(
  endpoint: Endpoint,
  { guests, secrets }: { readonly guests: GuestCookies; readonly secrets: Secrets },
): (sources: Omit<Sources, 'guests'>) => Promise<CallResult<ParsedCall>> {
  const readParams = paramsReader(endpoint);
  const readQuery = queryReader(endpoint);
  const hasBody = endpoint.method !== 'GET';
  return async ({ request, reply, visitor }) => {
    const params = readParams(request.params as Readonly<Record<string, string>>);
    if (!params.ok) return params;
    const raw = queryWithPayload(endpoint, request);
    if (!raw.ok) return raw;
    const query = readQuery(raw.value);
    const documentOrForm = hasBody ? await readBody(endpoint, request) : accept({ attributes: {}, files: NO_FILES });
    const body = documentOrForm.ok ? checkAttributes(endpoint, documentOrForm.value.attributes) : documentOrForm;
    if (!query.ok || !documentOrForm.ok || !body.ok) {
      const refusals: readonly CallRefusal[] = [...(query.ok ? [] : query.refusals), ...(body.ok ? [] : body.refusals)];
      return { ok: false, refusals };
    }
    const { attributes, files } = documentOrForm.value;
    const { query: queryValues, shape } = query.value;
    const from = readPageStart(secrets, { endpoint, query: queryValues, visitor });
    if (!from.ok) return from;
    const parts = { params: params.value, query: queryValues, body: body.value, files, from: from.value };
    const call = new RunningCall({ request, reply, visitor, guests }, parts);
    const uploads = () => Object.entries(files).flatMap(([name, { bytes }]) => [name, bytes]);
    const fingerprint = (encode: (value: unknown) => string) => [request.method, request.url, encode(attributes), ...uploads()];
    return accept({ call, shape, fingerprint });
  };
}
