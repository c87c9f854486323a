import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import * as z from 'zod/mini';
import { PARTNER_SCOPES } from '#core/partner/partner.ts';
import { accept } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { insertNamelessKey } from '#server/partners/queries.ts';
import { refuseCall } from '#server/platform/http/refusal.ts';
import type { SignedPartner } from '#server/platform/http/route.ts';
import type { AuthenticateSigned } from '#server/platform/http/signed-call.ts';
import { insertNamelessUser } from '#server/users/change-user.ts';
import type { SandboxCaller } from './port.ts';

/** Headers from the main process to the sandbox. Calls without the token are refused. */
export const TOKEN_HEADER = 'sandbox-token';
export const CALLER_HEADER = 'sandbox-caller';

const Caller = z.object({
  userId: z.uuid(),
  keyId: z.string().check(z.maxLength(40)),
  scopes: z.array(z.enum(PARTNER_SCOPES)),
  quotas: z.object({ requestsPerMinute: z.number(), ordersPerDay: z.number(), openOrders: z.number(), reservePercent: z.number() }),
});

export const writeCaller = ({ userId, keyId, scopes, quotas }: SandboxCaller): string =>
  Buffer.from(JSON.stringify({ userId, keyId, scopes, quotas })).toString('base64url');

/** The caller named in the headers; undefined if malformed. The token has been checked before. */
function readCaller(headers: IncomingHttpHeaders): SandboxCaller | undefined {
  const text = headers[CALLER_HEADER];
  if (typeof text !== 'string') return undefined;
  try {
    return Caller.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  } catch {
    return undefined;
  }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

export const hasToken = (headers: IncomingHttpHeaders, token: string): boolean => {
  const received = headers[TOKEN_HEADER];
  return timingSafeEqual(digest(typeof received === 'string' ? received : ''), digest(token)) && typeof received === 'string';
};

/** Rows that orders refer to: a user and a key by their ids only, without personal data and without a usable secret. */
async function insertPartnerStub({ db, clock }: Pick<Deps, 'db' | 'clock'>, { userId, keyId }: SandboxCaller): Promise<void> {
  const now = new Date(clock.now());
  await db.tx(async (tx) => {
    await insertNamelessUser(tx, { id: userId, email: `${userId}@sandbox.invalid`, at: now });
    await insertNamelessKey(tx, { id: keyId, userId, at: now });
  });
}

const MAX_KNOWN_KEYS = 10_000;

/** Finds the caller that the main process named after it verified the signature (`relay.ts`). */
type CallerLookup = (headers: IncomingHttpHeaders) => Promise<SignedPartner | undefined>;

export function createCallerLookup(deps: Pick<Deps, 'db' | 'clock'>): CallerLookup {
  const knownKeys = new Set<string>();
  return async (headers) => {
    const caller = readCaller(headers);
    if (caller === undefined) return undefined;
    if (!knownKeys.has(caller.keyId)) {
      await insertPartnerStub(deps, caller);
      if (knownKeys.size >= MAX_KNOWN_KEYS) knownKeys.clear();
      knownKeys.add(caller.keyId);
    }
    return { kind: 'partner', mode: 'sandbox', ...caller };
  };
}

/** Authenticates by the caller header instead of a signature. */
export const authenticateNamed =
  (callerOf: CallerLookup): AuthenticateSigned =>
  async ({ headers }) => {
    const partner = await callerOf(headers);
    return partner === undefined
      ? { signed: refuseCall({ code: 'invalid_signature', header: 'Partner-Signature' }), headers: {} }
      : { signed: accept(partner), headers: {} };
  };
