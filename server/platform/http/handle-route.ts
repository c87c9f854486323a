import { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isCommand } from '#contract/call-refusals.ts';
import { accessRefusal } from '#core/access/access.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Locale } from '#core/locale.ts';
import { accept } from '#core/result.ts';
import { withRequestDeadline } from './deadlines.ts';
import { documentResponse, type FileReply, fileResponse, send, type SentResponse } from './response.ts';
import type { HttpContext } from './context.ts';
import type { RowPlace } from '#server/platform/db/list-page.ts';
import { spendForVisitor, spendForAddress } from './call-limits.ts';
import { isCrossSite } from './origins.ts';
import { type AnyReply, dataDocument, locationOf, type Shape, shapeList } from './data-document.ts';
import { listIdentity, writeCursor } from './pagination.ts';
import { type CallRefusal, type CallResult, type ErrorResponse, localeOf, refusalResponse, refuseCall } from './refusal.ts';
import { isAcceptable, isReadable } from './negotiate.ts';
import { refusedPage } from './refused-page.ts';
import { peerOf } from './peer.ts';
import { hasBody, readPayload } from './read-query.ts';
import { callReader, cookieOf, headerOf, type RawCall } from './read-call.ts';
import type { Route, ServerEvent, Visitor } from './route.ts';
import { isSigned } from './signed-call.ts';
import { UPLOAD_WAIT_SECONDS, uploadBytes } from './uploads.ts';
import { type Handle, runCommand } from './run-command.ts';

/** `Retry-After` for a stream beyond the limit of one address. */
const STREAM_WAIT_SECONDS = 30;

const GUEST: Visitor = { kind: 'guest' };

type MaybePromise<T> = T | Promise<T>;

export interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Sends refusals in the visitor's language; as an HTML page where a browser opened a file's URL. */
export function sendRefusals(context: HttpContext, { request, reply }: Exchange, refusals: readonly CallRefusal[]): FastifyReply {
  return sendRefused(context, { request, reply }, (locale) => refusalResponse(context.errorContext, locale, refusals));
}

export function sendRefused(
  context: HttpContext,
  { request, reply }: Exchange,
  errorResponseIn: (locale: Locale) => ErrorResponse,
): FastifyReply {
  const { errorContext, publicUrl } = context;
  const page = refusedPage({ request, words: errorContext, publicUrl }, errorResponseIn);
  if (page !== undefined) return send(reply, context.headers, page);
  const { status, headers, document } = errorResponseIn(localeOf(request.headers['site-locale']));
  return send(reply, context.headers, documentResponse(status, document, headers));
}

/** Whether the body's `Content-Type` is one that the endpoint reads. A GET without a body may have any but an invalid JSON:API type. */
function hasReadableBody(endpoint: Endpoint, request: FastifyRequest): boolean {
  const contentType = request.headers['content-type'];
  const readsBody = endpoint.method !== 'GET' || (endpoint.payload === true && hasBody(request));
  if (contentType === undefined) return !readsBody || !(hasBody(request) || endpoint.files !== undefined);
  return isReadable(endpoint, contentType) || !(readsBody || contentType.toLowerCase().startsWith('application/vnd.api+json'));
}

function mediaTypeRefusal(endpoint: Endpoint, request: FastifyRequest): CallRefusal | undefined {
  if (hasReadableBody(endpoint, request))
    return isAcceptable(endpoint, request.headers.accept) ? undefined : { code: 'not_acceptable', header: 'Accept' };
  const message = endpoint.files === undefined ? {} : { message: 'form_wanted' };
  return { code: 'unsupported_media_type', header: 'Content-Type', ...message };
}

/** Checks before the body is read: rate limit of the address, cross-site, media types. */
async function precheck(endpoint: Endpoint, context: HttpContext, exchange: Exchange): Promise<CallRefusal | undefined> {
  const { request } = exchange;
  const { headers } = request;
  const hasSignature = isSigned(headers);
  if (hasSignature && endpoint.scope === undefined) return { code: 'scope_missing', header: 'Partner-Key' };
  const limited = await spendForAddress(endpoint, context, request);
  if (limited !== undefined) return limited;
  if (endpoint.method !== 'GET') {
    // Other sites can make a browser send its cookies, but no signature
    if (!hasSignature && isCrossSite(headers, context.publicUrl, context.apiOrigins)) return { code: 'cross_site_request' };
  }
  const mediaType = mediaTypeRefusal(endpoint, request);
  if (mediaType === undefined || hasSignature) return mediaType;
  // Media types are disclosed only to visitors who may make the call
  const visitor = await authenticate(endpoint, context, exchange);
  return visitor.ok ? mediaType : visitor.refusals[0];
}

/** The partner of a signed call. The signature covers the raw bytes, before they are parsed. */
async function authenticatePartner(endpoint: Endpoint, context: HttpContext, { request, reply }: Exchange): Promise<CallResult<Visitor>> {
  const { method, url: target, headers, ip } = request;
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const { signed, headers: quotaHeaders } = await context.authenticateSigned({ method, target, headers, body, ip });
  reply.headers(quotaHeaders);
  if (!signed.ok) return signed;
  const code = accessRefusal(signed.value, endpoint.action, endpoint.scope);
  return code === undefined ? signed : refuseCall({ code, header: 'Partner-Key' });
}

function admit(endpoint: Endpoint, visitor: Visitor): CallResult<Visitor> {
  const code = accessRefusal(visitor, endpoint.action);
  return code === undefined ? accept(visitor) : refuseCall({ code });
}

/** The visitor, if they may make the call; without a promise for a guest. */
function authenticate(endpoint: Endpoint, context: HttpContext, exchange: Exchange): MaybePromise<CallResult<Visitor>> {
  const { request } = exchange;
  if (isSigned(request.headers)) return authenticatePartner(endpoint, context, exchange);
  // Public responses are the same for all visitors: no authentication
  const token = endpoint.cache === 'public' ? undefined : cookieOf(request, context.sessionCookie);
  if (token === undefined) return admit(endpoint, GUEST);
  const isUserAction = endpoint.method !== 'GET' && endpoint.by !== 'page';
  return context.authenticator.authenticate(token, { isUserAction }).then((visitor) => admit(endpoint, visitor));
}

interface RequestContext {
  readonly url: string;
  readonly call: Pick<RawCall, 'query' | 'visitor'>;
  readonly shape: Shape;
}

function toResponse(
  endpoint: Endpoint,
  { context, url, shape, call }: RequestContext & { readonly context: HttpContext },
  reply: unknown,
): SentResponse {
  if (endpoint.reply.kind === 'file') return fileResponse(endpoint.reply.mediaType, reply as FileReply);
  const dataReply = reply as AnyReply;
  const headers = { ...dataReply.headers, ...(dataReply.cookies === undefined ? {} : { 'set-cookie': dataReply.cookies }) };
  if (endpoint.reply.kind === 'empty')
    return { status: endpoint.reply.status, headers: { 'cache-control': 'no-store', ...headers }, body: '' };
  const cursorOf = (place: RowPlace) =>
    writeCursor(context.secrets, listIdentity({ endpoint, ...call }), { place, asOf: dataReply.page?.ends?.asOf ?? null });
  const document = dataDocument(shapeList(endpoint, shape, dataReply), { url, shape, resourceUrl: context.resourceUrl, cursorOf });
  const status = endpoint.reply.kind === 'resource' ? endpoint.reply.status : 200;
  const location = status === 201 ? locationOf(document) : undefined;
  return documentResponse(status, document, { ...(location === undefined ? {} : { location }), ...headers });
}

const noPreparation: Handle = async () => accept(undefined);

export interface CompiledRoute {
  /** Runs before the body is read; returns the reply when a response was sent. */
  readonly guard: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>;
  readonly handle: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
}

/** A route with what its handlers need. */
interface Prepared {
  readonly endpoint: Endpoint;
  readonly context: HttpContext;
  readonly handle: Handle;
  readonly inTime: <T>(request: FastifyRequest, step: MaybePromise<T>) => MaybePromise<T>;
}

/** Whether memory is left for this call's files; reserved until the response is sent or the client leaves. */
function acquireUpload({ endpoint, context }: Prepared, { request, reply }: Exchange, visitor: Visitor): boolean {
  if (!context.limits.areOn || !(request.raw.socket instanceof Socket)) return true;
  const guest = visitor.kind === 'guest' ? peerOf(request.ip) : undefined;
  const release = context.uploads.acquire(uploadBytes(endpoint, request.headers['content-length']), guest);
  if (release === undefined) return false;
  reply.raw.once('close', release);
  if (reply.raw.destroyed) release();
  return true;
}

async function stream({ context, handle, inTime }: Prepared, exchange: Exchange, call: RawCall): Promise<unknown> {
  const { request, reply } = exchange;
  const release = context.limits.areOn ? context.streams.acquire(peerOf(request.ip)) : () => undefined;
  if (release === undefined)
    return sendRefusals(context, exchange, [{ code: 'too_many_requests', params: { seconds: STREAM_WAIT_SECONDS } }]);
  let isOpen = false;
  try {
    const outcome = await inTime(request, handle(call));
    if (!outcome.ok) return sendRefusals(context, exchange, outcome.refusals);
    const { events } = outcome.value as { readonly events: AsyncIterable<ServerEvent> };
    if (request.method === 'HEAD')
      return send(reply, context.headers, {
        status: 200,
        headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' },
        body: '',
      });
    context.streams.serve(reply, context.headers, { events, release, ending: call.ending });
    isOpen = true;
    return undefined;
  } finally {
    if (!isOpen) release();
  }
}

async function sendCacheable({ endpoint, context }: Prepared, { request, reply }: Exchange, answer: SentResponse): Promise<unknown> {
  // A response to a signed call belongs to its key: no shared cache may store it
  const isPublic = endpoint.cache === 'public' && !isSigned(request.headers) && !Buffer.isBuffer(request.body);
  if (!isPublic || typeof answer.body !== 'string') return send(reply, context.headers, answer);
  const cacheable = await context.cachePublic(
    { ...answer, body: answer.body, maxAgeSeconds: endpoint.maxAgeSeconds },
    { ifNoneMatch: headerOf(request, 'if-none-match'), acceptEncoding: headerOf(request, 'accept-encoding') },
  );
  return send(reply, context.headers, cacheable);
}

/** Turns a route into Fastify handlers. */
export function compileRoute(route: Route, context: HttpContext): CompiledRoute {
  const { endpoint } = route;
  const handle = route.handle as Handle;
  const prepare = (route.prepare as Handle | undefined) ?? noPreparation;
  const readCall = callReader(endpoint, context);
  // Calculations are served from memory and need no deadline, nor does a step that did not wait
  const inTime = <T>(request: FastifyRequest, step: MaybePromise<T>): MaybePromise<T> =>
    endpoint.effect === 'calculation' || !(step instanceof Promise) ? step : withRequestDeadline(request, step, context.responseDeadlineMs);
  const prepared: Prepared = { endpoint, context, handle, inTime };

  async function run(call: unknown, requestContext: RequestContext): Promise<CallResult<SentResponse>> {
    const reply = await handle(call);
    return reply.ok ? accept(toResponse(endpoint, { context, ...requestContext }, reply.value)) : reply;
  }

  return {
    async guard(request, reply) {
      const exchange = { request, reply };
      const refusal = await inTime(request, precheck(endpoint, context, exchange));
      return refusal && sendRefusals(context, exchange, [refusal]);
    },
    async handle(request, reply) {
      const exchange = { request, reply };
      const payload = await readPayload(endpoint, request);
      if (!payload.ok) return sendRefusals(context, exchange, payload.refusals);
      const visitor = await inTime(request, authenticate(endpoint, context, exchange));
      if (context.forwardToSandbox !== undefined && visitor.ok && visitor.value.kind === 'partner' && visitor.value.mode === 'sandbox')
        return inTime(request, context.forwardToSandbox(exchange, visitor.value));
      if (!visitor.ok) return sendRefusals(context, exchange, visitor.refusals);
      const limited = await inTime(request, spendForVisitor(visitor.value, endpoint, { context, request }));
      if (limited !== undefined) return sendRefusals(context, exchange, [limited]);
      if (endpoint.files !== undefined && !acquireUpload(prepared, exchange, visitor.value))
        return sendRefusals(context, exchange, [{ code: 'too_many_requests', params: { seconds: UPLOAD_WAIT_SECONDS } }]);
      const parsed = await readCall({ request, reply, visitor: visitor.value });
      if (!parsed.ok) return sendRefusals(context, exchange, parsed.refusals);
      if (endpoint.reply.kind === 'stream') return stream(prepared, exchange, parsed.value.call);
      const runCall = (call: unknown) => run(call, { url: request.url, shape: parsed.value.shape, call: parsed.value.call });
      const running = isCommand(endpoint)
        ? runCommand(context, parsed.value, { endpoint, prepare, run: runCall })
        : runCall(parsed.value.call);
      const outcome = await inTime(request, running);
      return outcome.ok ? sendCacheable(prepared, exchange, outcome.value) : sendRefusals(context, exchange, outcome.refusals);
    },
  };
}
