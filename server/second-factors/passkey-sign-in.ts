import { type AuthenticationResponseJSON, generateAuthenticationOptions } from '@simplewebauthn/server';
import type { Instant } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { CHALLENGE_MS, relyingPartyOf, verifySignature } from './passkeys.ts';
import { deleteOldSignInChallenges, findPasskey, saveSignInChallenge, consumeSignInChallenge } from './store.ts';

type PasskeyDeps = Pick<Deps, 'clock' | 'settings'>;

/** A challenge for any discoverable passkey of ours, stored for the requesting browser. */
export async function createSignInChallenge(deps: PasskeyDeps, db: Queryable, browserHash: Buffer) {
  const options = await generateAuthenticationOptions({
    rpID: relyingPartyOf(deps).id,
    userVerification: 'required',
    allowCredentials: [],
  });
  const expiresAt = deps.clock.now() + CHALLENGE_MS;
  await saveSignInChallenge(db, browserHash, { challenge: options.challenge, expiresAt });
  return options;
}

/**
 * The passkey's user for a response to this browser's challenge, which is consumed; undefined: refused. The key's counter must increase
 * and its user handle must match.
 */
export async function verifySignInPasskey(
  deps: PasskeyDeps,
  db: Queryable,
  input: { readonly browserHash: Buffer; readonly response: AuthenticationResponseJSON },
): Promise<string | undefined> {
  const challenge = await consumeSignInChallenge(db, input.browserHash, deps.clock.now());
  const { id, response } = input.response;
  const key = typeof id === 'string' ? await findPasskey(db, id) : undefined;
  if (challenge === undefined || key === undefined) return undefined;
  const handle = response?.userHandle;
  if (typeof handle === 'string' && Buffer.from(handle, 'base64url').toString() !== key.user_id) return undefined;
  return (await verifySignature(deps, db, { key, challenge, response: input.response })) ? key.user_id : undefined;
}

export const deleteExpiredSignInChallenges = (db: Queryable, now: Instant): Promise<number> => deleteOldSignInChallenges(db, now);
