import { canonicalJson } from '#core/text/canonical-json.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { accept } from '#core/result.ts';
import type { HttpResponse } from './response.ts';
import type { HttpContext } from './context.ts';
import { isCreation } from './call-limits.ts';
import { IDEMPOTENCY_KEY, isIdempotencyKey, runIdempotent, type IdempotentRequest, repetitionId, requestHash } from './idempotency.ts';
import { peerOf } from './peer.ts';
import type { RawCall, ParsedCall } from './read-call.ts';
import { type CallRefusal, type CallResult, refuseCall } from './refusal.ts';

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
  // A program repeats a call without a response by itself, which must not create a second resource
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
  readonly run: (call: unknown) => Promise<CallResult<HttpResponse>>;
}

/** Runs a command in one transaction with its idempotency key; a refusal rolls everything back. */
export async function runCommand(
  context: HttpContext,
  parsed: ParsedCall,
  { endpoint, prepare, run }: Steps,
): Promise<CallResult<HttpResponse>> {
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
