import { accept } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { insertNamelessKey } from '#server/partners/queries.ts';
import { refuseCall } from '#server/platform/http/refusal.ts';
import type { SignedPartner } from '#server/platform/http/route.ts';
import type { AuthenticateSigned } from '#server/platform/http/signed-call.ts';
import { insertNamelessUser } from '#server/users/change-user.ts';
import { readCaller } from './caller.ts';
import type { SandboxCaller } from './port.ts';

/** Rows that orders refer to: a user and a key by their ids only, without personal data and without a usable secret. */
async function insertPartnerStub({ db, clock }: Pick<Deps, 'db' | 'clock'>, { userId, keyId }: SandboxCaller): Promise<void> {
  const now = new Date(clock.now());
  await db.tx(async (tx) => {
    await insertNamelessUser(tx, { id: userId, email: `${userId}@sandbox.invalid`, at: now });
    await insertNamelessKey(tx, { id: keyId, userId, at: now });
  });
}

const MAX_KNOWN_KEYS = 10_000;

/** The caller named by the shop, which has verified the signature (`relay.ts`). */
export function createCallerLookup(deps: Pick<Deps, 'db' | 'clock'>) {
  const knownKeys = new Set<string>();
  return async (headers: Parameters<typeof readCaller>[0]): Promise<SignedPartner | undefined> => {
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
  (callerOf: ReturnType<typeof createCallerLookup>): AuthenticateSigned =>
  async ({ headers }) => {
    const partner = await callerOf(headers);
    return partner === undefined
      ? { signed: refuseCall({ code: 'invalid_signature', header: 'Partner-Signature' }), headers: {} }
      : { signed: accept(partner), headers: {} };
  };
