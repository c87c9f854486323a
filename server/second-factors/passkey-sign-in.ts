import { type AuthenticationResponseJSON, generateAuthenticationOptions } from '@simplewebauthn/server';
import type { Instant } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { CHALLENGE_MS, partyOf, signedBy } from './passkeys.ts';
import { deleteOldSignInChallenges, findPasskey, keepSignInChallenge, takeSignInChallenge } from './store.ts';

type PasskeyDeps = Pick<Deps, 'clock' | 'settings'>;

/** What any discoverable passkey of ours has to sign; kept for the browser that asked. */
export async function askForAnyPasskey(deps: PasskeyDeps, db: Queryable, browserHash: Buffer) {
  const options = await generateAuthenticationOptions({ rpID: partyOf(deps).id, userVerification: 'required', allowCredentials: [] });
  const expiresAt = deps.clock.now() + CHALLENGE_MS;
  await keepSignInChallenge(db, browserHash, { challenge: options.challenge, expiresAt });
  return options;
}

/**
 * Whose passkey has signed this browser's question; undefined: nobody's that we know. The question is over either way, the key's own
 * count must go up, and what the key says of its owner must be him.
 */
export async function whoseSignedPasskey(
  deps: PasskeyDeps,
  db: Queryable,
  by: { readonly browserHash: Buffer; readonly response: AuthenticationResponseJSON },
): Promise<string | undefined> {
  const challenge = await takeSignInChallenge(db, by.browserHash, deps.clock.now());
  const { id, response } = by.response;
  const key = typeof id === 'string' ? await findPasskey(db, id) : undefined;
  if (challenge === undefined || key === undefined) return undefined;
  const handle = response?.userHandle;
  if (typeof handle === 'string' && Buffer.from(handle, 'base64url').toString() !== key.user_id) return undefined;
  return (await signedBy(deps, db, { key, challenge, response: by.response })) ? key.user_id : undefined;
}

/** Questions that nobody has answered in time; meant to run every few minutes. */
export const forgetOldQuestions = (db: Queryable, now: Instant): Promise<number> => deleteOldSignInChallenges(db, now);
