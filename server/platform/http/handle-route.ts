import { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isCommand } from '#contract/call-refusals.ts';
import { accessRefusal } from '#core/access.ts';
import { canonicalJson } from '#core/canonical-json.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Locale } from '#core/locale.ts';
import { accept } from '#core/result.ts';
import { inTimeOf } from './answer-in-time.ts';
import { type Answer, documentAnswer, send } from './answer.ts';
import type { HttpContext } from './context.ts';
import type { RowPlace } from '#server/platform/db/keyset.ts';
import { isCreation, spendAs, spendOwn } from './call-limits.ts';
import { isCrossSite } from './cross-site.ts';
import type { AnyReply } from './any-reply.ts';
import { listOf, writeCursor } from './cursors.ts';
import { dataDocument, locationOf } from './data-document.ts';
import { localeOf, type Refused, refusedAnswer } from './error-document.ts';
import { fileAnswer, type FileReply } from './file-answer.ts';
import { IDEMPOTENCY_KEY, isIdempotencyKey, repeatable, type Repeatable, repetitionOf, requestHash } from './idempotency.ts';
import { isAcceptable, isReadable } from './negotiate.ts';
import { refusedPage } from './refused-page.ts';
import { peerOf } from './peer.ts';
import { hasBody, takePayload } from './read-payload.ts';
import { callReader, cookieOf, headerOf, type RawCall, type ReadCall } from './read-call.ts';
import { type CallRefusal, type CallResult, refuseCall } from './refusal.ts';
import type { Route, ServerEvent, Visitor } from './route.ts';
import { isSigned } from './signed-call.ts';
import { type Shape, shapeList } from './shape-reply.ts';
import { UPLOAD_WAIT_SECONDS, uploadBytes } from './upload-budget.ts';

/** Carries refusals out of a transaction, which it rolls back on its way. */
class RolledBack extends Error {
  readonly refusals: readonly CallRefusal[];
  constructor(refusals: readonly CallRefusal[]) {
    super('rolled back by a refusal');
    this.refusals = refusals;
  }
}

/** When to ask again for a stream beyond the cap of one address. */
const STREAM_WAIT_SECONDS = 30;

const GUEST: Visitor = { kind: 'guest' };

export interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Sends refusals in the visitor's language; as a page of ours where a browser opens a file's address. */
export function sendRefusals(context: HttpContext, { request, reply }: Exchange, refusals: readonly CallRefusal[]): FastifyReply {
  return sendRefused(context, { request, reply }, (locale) => refusedAnswer(context.words, locale, refusals));
}

export function sendRefused(context: HttpContext, { request, reply }: Exchange, refusedIn: (locale: Locale) => Refused): FastifyReply {
  const { words, publicUrl } = context;
  const page = refusedPage({ request, words, publicUrl }, refusedIn);
  if (page !== undefined) return send(reply, context.headers, page);
  const { status, headers, document } = refusedIn(localeOf(request.headers['site-locale']));
  return send(reply, context.headers, documentAnswer(status, document, headers));
}

/** Whether what the request says of its body's type is what the call reads; of a GET without a body only a wrong JSON:API is none. */
function isReadableHere(endpoint: Endpoint, request: FastifyRequest): boolean {
  const contentType = request.headers['content-type'];
  const readsBody = endpoint.method !== 'GET' || (endpoint.payload === true && hasBody(request));
  if (contentType === undefined) return !readsBody || !(hasBody(request) || endpoint.files !== undefined);
  return isReadable(endpoint, contentType) || !(readsBody || contentType.toLowerCase().startsWith('application/vnd.api+json'));
}

function mediaTypeRefusal(endpoint: Endpoint, request: FastifyRequest): CallRefusal | undefined {
  if (isReadableHere(endpoint, request))
    return isAcceptable(endpoint, request.headers.accept) ? undefined : { code: 'not_acceptable', header: 'Accept' };
  const wanted = endpoint.files === undefined ? {} : { message: 'form_wanted' };
  return { code: 'unsupported_media_type', header: 'Content-Type', ...wanted };
}

/** What can be said before the body is read: the limit of the address, other sites, media types. */
async function precheck(endpoint: Endpoint, context: HttpContext, exchange: Exchange): Promise<CallRefusal | undefined> {
  const { request } = exchange;
  const { headers } = request;
  const signed = isSigned(headers);
  if (signed && endpoint.scope === undefined) return { code: 'scope_missing', header: 'Partner-Key' };
  const limited = await spendOwn(endpoint, context, request);
  if (limited !== undefined) return limited;
  if (endpoint.method !== 'GET') {
    // What other sites make a browser send carries its cookies, never a signature
    if (!signed && isCrossSite(headers, context.publicUrl, context.apiOrigins)) return { code: 'cross_site_request' };
  }
  const mediaType = mediaTypeRefusal(endpoint, request);
  if (mediaType === undefined || signed) return mediaType;
  // What a call takes and gives is told to those who may make it
  const visitor = await visitorOf(endpoint, context, exchange);
  return visitor.ok ? mediaType : visitor.refusals[0];
}

/** Who has signed a call, if anybody: of the bytes that came, before anything of them is read. */
async function signerOf(endpoint: Endpoint, context: HttpContext, { request, reply }: Exchange): Promise<CallResult<Visitor>> {
  const { method, url: target, headers, ip } = request;
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const { signed, headers: told } = await context.signedGate({ method, target, headers, body, ip });
  reply.headers(told);
  if (!signed.ok) return signed;
  const code = accessRefusal(signed.value, endpoint.action, endpoint.scope);
  return code === undefined ? signed : refuseCall({ code, header: 'Partner-Key' });
}

async function visitorOf(endpoint: Endpoint, context: HttpContext, exchange: Exchange): Promise<CallResult<Visitor>> {
  const { request } = exchange;
  if (isSigned(request.headers)) return signerOf(endpoint, context, exchange);
  // Public answers are the same for everybody: nobody is looked at
  const token = endpoint.cache === 'public' ? undefined : cookieOf(request, context.sessionCookie);
  const isDeed = endpoint.method !== 'GET' && endpoint.by !== 'page';
  const visitor = token === undefined ? GUEST : await context.visitors.authenticate(token, { isDeed });
  const code = accessRefusal(visitor, endpoint.action);
  return code === undefined ? accept(visitor) : refuseCall({ code });
}

interface Asked {
  readonly url: string;
  readonly call: Pick<RawCall, 'query' | 'visitor'>;
  readonly shape: Shape;
}

function answerOf(endpoint: Endpoint, { context, url, shape, call }: Asked & { readonly context: HttpContext }, reply: unknown): Answer {
  if (endpoint.reply.kind === 'file') return fileAnswer(endpoint.reply.mediaType, reply as FileReply);
  const given = reply as AnyReply;
  const headers = { ...given.headers, ...(given.cookies === undefined ? {} : { 'set-cookie': given.cookies }) };
  if (endpoint.reply.kind === 'empty')
    return { status: endpoint.reply.status, headers: { 'cache-control': 'no-store', ...headers }, body: '' };
  const cursorOf = (place: RowPlace) =>
    writeCursor(context.secrets, listOf({ endpoint, ...call }), { place, asOf: given.page?.ends?.asOf ?? null });
  const document = dataDocument(shapeList(endpoint, shape, given), { url, shape, selfOf: context.selfOf, cursorOf });
  const status = endpoint.reply.kind === 'resource' ? endpoint.reply.status : 200;
  const location = status === 201 ? locationOf(document) : undefined;
  return documentAnswer(status, document, { ...(location === undefined ? {} : { location }), ...headers });
}

/** From here on a key cannot have been made up by two people. */
const UNGUESSABLE_KEY = 16;

/**
 * Whose idempotency keys these are: a user's, of whoever holds the key of a thing, of a browser by its own key. A guest without
 * any of these has nothing of his own but the idempotency key itself, wherever he calls from; only one that is too short to be
 * his alone is his together with his network.
 */
function scopeOf({ visitor, ip, guestToken, guestKey }: RawCall, key: string): string {
  if (visitor.kind === 'user') return `user ${visitor.userId}`;
  if (visitor.kind === 'partner') return `partner ${visitor.userId} ${visitor.mode}`;
  const own = guestToken ?? guestKey;
  if (own !== undefined) return `guest ${requestHash([own]).toString('base64url')}`;
  return key.length >= UNGUESSABLE_KEY ? 'guest' : `guest ${peerOf(ip)}`;
}

function repeatableOf(endpoint: Endpoint, { call, fingerprint }: ReadCall): CallResult<Repeatable | undefined> {
  const key = call.header(IDEMPOTENCY_KEY);
  // A program that lost an answer asks again by itself: it must not make a second thing
  if (key === undefined && call.visitor.kind === 'partner' && isCreation(endpoint))
    return refuseCall({ code: 'required', header: IDEMPOTENCY_KEY });
  if (key === undefined) return accept(undefined);
  if (!isIdempotencyKey(key)) return refuseCall({ code: 'invalid_format', header: IDEMPOTENCY_KEY });
  const hashes = { requestHash: requestHash(fingerprint(canonicalJson)), earlierHash: requestHash(fingerprint(JSON.stringify)) };
  return accept({ scope: scopeOf(call, key), key, ...hashes });
}

type Handle = (call: unknown) => Promise<CallResult<unknown>>;

const nothingToPrepare: Handle = async () => accept(undefined);

interface Steps {
  readonly endpoint: Endpoint;
  readonly prepare: Handle;
  readonly run: (call: unknown) => Promise<CallResult<Answer>>;
}

/** Runs a command in one transaction with its key; a refusal rolls everything back. */
async function runCommand(context: HttpContext, read: ReadCall, { endpoint, prepare, run }: Steps): Promise<CallResult<Answer>> {
  const asked = repeatableOf(endpoint, read);
  if (!asked.ok) return asked;
  const repetition = asked.value && repetitionOf(asked.value);
  const prepared = await prepare(Object.assign(read.call, { repetition }));
  if (!prepared.ok) return prepared;
  try {
    return await context.db.tx(async (tx) => {
      const work = () => run(read.call.within(tx, prepared.value));
      const outcome = asked.value === undefined ? await work() : await repeatable(context, tx, { request: asked.value, work });
      if (!outcome.ok) throw new RolledBack(outcome.refusals);
      return outcome;
    });
  } catch (reason) {
    if (reason instanceof RolledBack) return { ok: false, refusals: reason.refusals };
    throw reason;
  }
}

export interface CompiledRoute {
  /** Before the body is read; true when it has answered. */
  readonly guard: (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>;
  readonly handle: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
}

/** Turns a route into what Fastify runs. */
export function compileRoute(route: Route, context: HttpContext): CompiledRoute {
  const { endpoint } = route;
  const handle = route.handle as Handle;
  const prepare = (route.prepare as Handle | undefined) ?? nothingToPrepare;
  const readCall = callReader(endpoint, context);
  // Calculations come from memory
  const within = <T>({ raw }: FastifyRequest, work: Promise<T>): Promise<T> =>
    endpoint.effect === 'calculation' ? work : inTimeOf(raw, work, context.answerMs);

  async function run(call: unknown, asked: Asked): Promise<CallResult<Answer>> {
    const reply = await handle(call);
    return reply.ok ? accept(answerOf(endpoint, { context, ...asked }, reply.value)) : reply;
  }

  /** Whether there is room for the files of this call; they have it until it is answered or its client has left. */
  function admitUpload(request: FastifyRequest, reply: FastifyReply, visitor: Visitor): boolean {
    if (!context.limits.areOn || !(request.raw.socket instanceof Socket)) return true;
    const guest = visitor.kind === 'guest' ? peerOf(request.ip) : undefined;
    const leave = context.uploads.take(uploadBytes(endpoint, request.headers['content-length']), guest);
    if (leave === undefined) return false;
    reply.raw.once('close', leave);
    if (reply.raw.destroyed) leave();
    return true;
  }

  async function stream(call: RawCall, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const leave = context.limits.areOn ? context.streams.takePlace(peerOf(request.ip)) : () => undefined;
    if (leave === undefined)
      return sendRefusals(context, { request, reply }, [{ code: 'too_many_requests', params: { seconds: STREAM_WAIT_SECONDS } }]);
    let isOpen = false;
    try {
      const outcome = await within(request, handle(call));
      if (!outcome.ok) return sendRefusals(context, { request, reply }, outcome.refusals);
      const { events } = outcome.value as { readonly events: AsyncIterable<ServerEvent> };
      if (request.method === 'HEAD')
        return send(reply, context.headers, {
          status: 200,
          headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' },
          body: '',
        });
      context.streams.serve(reply, context.headers, { events, leave, signal: call.signal, abort: call.abort });
      isOpen = true;
      return undefined;
    } finally {
      if (!isOpen) leave();
    }
  }

  async function deliver(request: FastifyRequest, reply: FastifyReply, answer: Answer): Promise<unknown> {
    // What a key sees is that key's: no cache between us may hand it on
    const isPublic = endpoint.cache === 'public' && !isSigned(request.headers) && !Buffer.isBuffer(request.body);
    if (!isPublic || typeof answer.body !== 'string') return send(reply, context.headers, answer);
    const cached = await context.cached(
      { ...answer, body: answer.body, maxAgeSeconds: endpoint.maxAgeSeconds },
      { ifNoneMatch: headerOf(request, 'if-none-match'), acceptEncoding: headerOf(request, 'accept-encoding') },
    );
    return send(reply, context.headers, cached);
  }

  return {
    async guard(request, reply) {
      const refusal = await within(request, precheck(endpoint, context, { request, reply }));
      if (refusal !== undefined) sendRefusals(context, { request, reply }, [refusal]);
      return refusal !== undefined;
    },
    async handle(request, reply) {
      const taken = await takePayload(endpoint, request);
      if (!taken.ok) return sendRefusals(context, { request, reply }, taken.refusals);
      const visitor = await within(request, visitorOf(endpoint, context, { request, reply }));
      if (context.elsewhere !== undefined && visitor.ok && visitor.value.kind === 'partner' && visitor.value.mode === 'sandbox')
        return within(request, context.elsewhere({ request, reply }, visitor.value));
      if (!visitor.ok) return sendRefusals(context, { request, reply }, visitor.refusals);
      const limited = await within(request, spendAs(visitor.value, endpoint, { context, request }));
      if (limited !== undefined) return sendRefusals(context, { request, reply }, [limited]);
      if (endpoint.files !== undefined && !admitUpload(request, reply, visitor.value))
        return sendRefusals(context, { request, reply }, [{ code: 'too_many_requests', params: { seconds: UPLOAD_WAIT_SECONDS } }]);
      const read = await readCall({ request, reply, visitor: visitor.value });
      if (!read.ok) return sendRefusals(context, { request, reply }, read.refusals);
      if (endpoint.reply.kind === 'stream') return stream(read.value.call, request, reply);
      const runHere = (call: unknown) => run(call, { url: request.url, shape: read.value.shape, call: read.value.call });
      const running = isCommand(endpoint) ? runCommand(context, read.value, { endpoint, prepare, run: runHere }) : runHere(read.value.call);
      const outcome = await within(request, running);
      return outcome.ok ? deliver(request, reply, outcome.value) : sendRefusals(context, { request, reply }, outcome.refusals);
    },
  };
}
