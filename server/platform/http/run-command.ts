import { Readable } from 'node:stream';
import { createHash } from 'node:crypto';
import type { Endpoint } from '#contract/endpoint.ts';
import { accept } from '#core/result.ts';
import { canonicalJson } from '#core/text/canonical-json.ts';
import { HOUR_MS } from '#core/time.ts';
import type { Clock } from '#server/platform/clock.ts';
import { col, type Db, type RowOf, rowType, sql, type Tx } from '#server/platform/db/db.ts';
import type { Secrets } from '#server/platform/secrets.ts';
import { isCreation } from './call-limits.ts';
import type { HttpContext } from './context.ts';
import { peerOf } from './peer.ts';
import type { ParsedCall, RawCall } from './read-call.ts';
import { type CallRefusal, type CallResult, refuseCall } from './refusal.ts';
import type { HttpResponse, SentResponse } from './response.ts';

const RETENTION_MS = 24 * HOUR_MS;
const IDEMPOTENCY_KEY = 'Idempotency-Key';
const REPLAYED = { 'idempotency-replayed': 'true' } as const;

interface IdempotentRequest {
  /** Owner of the key. */
  readonly scope: string;
  readonly key: string;
  /** SHA-256 of the request. */
  readonly requestHash: Buffer;
  /** SHA-256 by the encoding of earlier releases, whose stored responses are found by it for a day. */
  readonly legacyHash: Buffer;
}

type Outcome = CallResult<SentResponse>;
type Deps = { readonly clock: Clock; readonly secrets: Secrets };

/** Whether a header is a usable key: 1 to 255 printable ASCII characters. */
const isIdempotencyKey = (key: string): boolean => /^[\x21-\x7e]{1,255}$/.test(key);

/** Hash over method, URL and attributes (files by their bytes): binds a key to one request. */
export function requestHash(parts: readonly (string | Buffer)[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length}:`).update(part);
  return hash.digest();
}

/** Identifies a call by owner, key and request; only a true repetition has the same value. */
const repetitionId = ({ scope, key, requestHash: hash }: IdempotentRequest): string =>
  requestHash([scope, key, hash]).toString('base64url');

const Row = rowType({
  request_hash: col.bytes,
  status: col.number,
  response_sealed: col.bytes,
});
type Row = RowOf<typeof Row>;

/** The stored response of a key; undefined when the key is new; refused when the key belongs to another request. */
async function findStoredResponse(
  { secrets }: Deps,
  tx: Tx,
  { scope, key, requestHash: hash, legacyHash }: IdempotentRequest,
): Promise<Outcome | undefined> {
  const row = await tx.maybe(
    Row,
    sql`select request_hash, status, response_sealed from idempotency_keys where scope = ${scope} and key = ${key}`,
  );
  if (row === undefined) return undefined;
  if (!row.request_hash.equals(hash) && !row.request_hash.equals(legacyHash))
    return refuseCall({ code: 'idempotency_conflict', header: IDEMPOTENCY_KEY });
  const { headers, body } = JSON.parse(secrets.unseal(row.response_sealed)) as Pick<HttpResponse, 'headers'> & { body: string };
  return accept({ status: row.status, headers: { ...headers, ...REPLAYED }, body });
}

interface IdempotentWork {
  readonly request: IdempotentRequest;
  readonly work: () => Promise<Outcome>;
}

const LockRow = rowType({
  taken: col.bool,
});

/**
 * Runs a command under its key, in its transaction. Same key and request: the first response, byte for byte; another request:
 * `idempotency_conflict`; still running: `in_progress`. Refusals are not stored.
 */
async function runIdempotent(deps: Deps, tx: Tx, { request, work }: IdempotentWork): Promise<Outcome> {
  const lock = await tx.one(
    LockRow,
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`${request.scope} ${request.key}`}, 4)) as taken`,
  );
  if (!lock.taken) return refuseCall({ code: 'in_progress', header: IDEMPOTENCY_KEY });
  const stored = await findStoredResponse(deps, tx, request);
  if (stored !== undefined) return stored;
  const outcome = await work();
  if (!outcome.ok) return outcome;
  const { status, headers, body } = outcome.value;
  if (body instanceof Readable) throw new Error('a command cannot answer with a stream: its response is stored');
  const sealed = deps.secrets.seal(JSON.stringify({ headers, body: body.toString() }));
  await tx.run(sql`
    insert into idempotency_keys (scope, key, request_hash, status, response_sealed, created_at)
    values (${request.scope}, ${request.key}, ${request.requestHash}, ${status}, ${sealed}, ${new Date(deps.clock.now())})`);
  return outcome;
}

/** Deletes keys after 24 hours; run every few minutes. */
export async function purgeIdempotencyKeys({ db, clock }: { readonly db: Db; readonly clock: Clock }): Promise<void> {
  await db.run(sql`delete from idempotency_keys where created_at < ${new Date(clock.now() - RETENTION_MS)}`);
}

/** Carries refusals out of a transaction and rolls it back. */
class RolledBack extends Error {
  readonly refusals: readonly CallRefusal[];
  constructor(refusals: readonly CallRefusal[]) {
    super('rolled back by a refusal');
    this.refusals = refusals;
  }
}

/** A key of this length is not chosen twice by chance. */
const UNIQUE_KEY_LENGTH = 16;

/**
 * Owner of an idempotency key: the user, the partner, or the guest's token or browser key; else the key itself, a short one bound to the
 * guest's network.
 */
function scopeOf({ visitor, ip, guestToken, guestKey }: RawCall, key: string): string {
  if (visitor.kind === 'user') return `user ${visitor.userId}`;
  if (visitor.kind === 'partner') return `partner ${visitor.userId} ${visitor.mode}`;
  const guestId = guestToken ?? guestKey;
  if (guestId !== undefined) return `guest ${requestHash([guestId]).toString('base64url')}`;
  return key.length >= UNIQUE_KEY_LENGTH ? 'guest' : `guest ${peerOf(ip)}`;
}

function readIdempotencyKey(endpoint: Endpoint, { call, fingerprint }: ParsedCall): CallResult<IdempotentRequest | undefined> {
  const key = call.header(IDEMPOTENCY_KEY);
  // A program automatically repeats a call without a response, which must not create a second resource
  if (key === undefined && call.visitor.kind === 'partner' && isCreation(endpoint))
    return refuseCall({ code: 'required', header: IDEMPOTENCY_KEY });
  if (key === undefined) return accept(undefined);
  if (!isIdempotencyKey(key)) return refuseCall({ code: 'invalid_format', header: IDEMPOTENCY_KEY });
  const hashes = { requestHash: requestHash(fingerprint(canonicalJson)), legacyHash: requestHash(fingerprint(JSON.stringify)) };
  return accept({ scope: scopeOf(call, key), key, ...hashes });
}

export type Handle = (call: unknown) => Promise<CallResult<unknown>>;

interface Steps {
  readonly endpoint: Endpoint;
  readonly prepare: Handle;
  readonly run: (call: unknown) => Promise<CallResult<SentResponse>>;
}

/** Runs a command in one transaction with its idempotency key; a refusal rolls everything back. */
export async function runCommand(
  context: HttpContext,
  parsed: ParsedCall,
  { endpoint, prepare, run }: Steps,
): Promise<CallResult<SentResponse>> {
  const repeatableRequest = readIdempotencyKey(endpoint, parsed);
  if (!repeatableRequest.ok) return repeatableRequest;
  const repetition = repeatableRequest.value && repetitionId(repeatableRequest.value);
  const prepared = await prepare(Object.assign(parsed.call, { repetition }));
  if (!prepared.ok) return prepared;
  try {
    return await context.db.tx(async (tx) => {
      const work = () => run(parsed.call.within(tx, prepared.value));
      const outcome =
        repeatableRequest.value === undefined ? await work() : await runIdempotent(context, tx, { request: repeatableRequest.value, work });
      if (!outcome.ok) throw new RolledBack(outcome.refusals);
      return outcome;
    });
  } catch (reason) {
    if (reason instanceof RolledBack) return { ok: false, refusals: reason.refusals };
    throw reason;
  }
}
