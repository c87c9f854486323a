import { isIP } from 'node:net';
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { accept, refuse, type Result } from '#core/result.ts';
import { MAX_PASSKEYS } from '#core/security/sign-in.ts';
import { type Instant, MINUTE_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { type Queryable, sql, type Tx } from '#server/platform/db/db.ts';
import {
  consumeChallenge,
  consumeSignInChallenge,
  findPasskey,
  insertPasskey,
  listPasskeys,
  lockFactors,
  type PasskeyRow,
  renamePasskeyRow,
  saveChallenge,
  saveSignInChallenge,
  updateCounter,
  updateHasFactor,
} from './store.ts';

/** Our name in authenticators. */
const RELYING_PARTY_NAME = 'Razmen';
/** Validity of a challenge. */
const CHALLENGE_MS = 5 * MINUTE_MS;

type PasskeyDeps = Pick<Deps, 'clock' | 'settings'>;

interface PasskeyOwner {
  readonly userId: string;
  readonly email: string;
  readonly sessionHash: Buffer;
}

/** Passkeys are bound to a host name, so they do not work at an IP address. */
export const hasPasskeys = (publicUrl: string): boolean => isIP(new URL(publicUrl).hostname.replaceAll(/[[\]]/g, '')) === 0;

/** Relying party: our host name, and our origin. */
const relyingPartyOf = ({ settings }: PasskeyDeps) => {
  const { hostname, origin } = new URL(settings.publicUrl);
  return { id: hostname, origin };
};

/** Options to register a passkey. The challenge is stored with the session and can be answered once. */
export async function createRegistrationChallenge(deps: PasskeyDeps, tx: Tx, { userId, email, sessionHash }: PasskeyOwner) {
  const existing = await listPasskeys(tx, userId);
  const options = await generateRegistrationOptions({
    rpName: RELYING_PARTY_NAME,
    rpID: relyingPartyOf(deps).id,
    userName: email,
    userID: Uint8Array.from(Buffer.from(userId)),
    attestationType: 'none',
    excludeCredentials: existing.map(({ id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  });
  const expiresAt = deps.clock.now() + CHALLENGE_MS;
  await saveChallenge(tx, { sessionHash, purpose: 'registration' }, { challenge: options.challenge, expiresAt });
  return options;
}

/** Consumes a session's registration challenge. Undefined if it has expired or was used. */
export const consumeRegistrationChallenge = (deps: PasskeyDeps, db: Queryable, sessionHash: Buffer): Promise<string | undefined> =>
  consumeChallenge(db, { sessionHash, purpose: 'registration' }, deps.clock.now());

/** Refuses a passkey that is not the user's. */
export async function renamePasskey(
  db: Queryable,
  userId: string,
  key: { readonly id: string; readonly name: string },
): Promise<Result<null, 'not_found'>> {
  return (await renamePasskeyRow(db, userId, key)) === 0 ? refuse({ code: 'not_found' }) : accept(null);
}

/** Stores a new passkey. Refuses an invalid response. */
export async function addPasskey(
  deps: PasskeyDeps,
  tx: Tx,
  input: { readonly userId: string; readonly name: string; readonly challenge: string; readonly response: RegistrationResponseJSON },
): Promise<Result<null, 'invalid_token'>> {
  const { id: rpId, origin } = relyingPartyOf(deps);
  const { response, challenge } = input;
  const checked = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
  }).catch(() => undefined);
  if (checked?.verified !== true) return refuse({ code: 'invalid_token', message: 'wrong_passkey' });
  const now = deps.clock.now();
  await lockFactors(tx, input.userId);
  if ((await listPasskeys(tx, input.userId)).length >= MAX_PASSKEYS) return refuse({ code: 'invalid_token', message: 'too_many_passkeys' });
  const { id, publicKey, counter } = checked.registrationInfo.credential;
  const transports = response.response.transports ?? [];
  const isNew = await insertPasskey(tx, { id, userId: input.userId, name: input.name, publicKey, counter, transports, now });
  if (!isNew) return refuse({ code: 'invalid_token', message: 'wrong_passkey' });
  await updateHasFactor(tx, input.userId, now);
  return accept(null);
}

/** Options to sign with one of the user's passkeys. */
export async function createAuthenticationChallenge(
  deps: PasskeyDeps,
  db: Queryable,
  { userId, sessionHash }: Omit<PasskeyOwner, 'email'>,
) {
  const existing = await listPasskeys(db, userId);
  const options = await generateAuthenticationOptions({
    rpID: relyingPartyOf(deps).id,
    userVerification: 'required',
    allowCredentials: existing.map(({ id }) => ({ id })),
  });
  const expiresAt = deps.clock.now() + CHALLENGE_MS;
  await saveChallenge(db, { sessionHash, purpose: 'authentication' }, { challenge: options.challenge, expiresAt });
  return options;
}

/** Whether one of the user's passkeys signed this session's challenge. The challenge is consumed in any case. */
export async function verifyPasskey(
  deps: PasskeyDeps,
  db: Queryable,
  input: { readonly userId: string; readonly sessionHash: Buffer; readonly response: AuthenticationResponseJSON },
): Promise<boolean> {
  const challenge = await consumeChallenge(db, { sessionHash: input.sessionHash, purpose: 'authentication' }, deps.clock.now());
  const key = (await listPasskeys(db, input.userId)).find(({ id }) => id === input.response.id);
  return challenge !== undefined && key !== undefined && (await verifySignature(deps, db, { key, challenge, response: input.response }));
}

interface SignedChallenge {
  readonly key: PasskeyRow;
  readonly challenge: string;
  readonly response: AuthenticationResponseJSON;
}

/**
 * Whether this key signed this challenge for our host, unlocked by its owner. The key's counter must
 * have increased; the new one is stored.
 */
async function verifySignature(deps: PasskeyDeps, db: Queryable, { key, challenge, response }: SignedChallenge): Promise<boolean> {
  const { id: rpId, origin } = relyingPartyOf(deps);
  const checked = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    credential: { id: key.id, publicKey: Uint8Array.from(key.public_key), counter: Number(key.counter) },
    requireUserVerification: true,
  }).catch(() => undefined);
  if (checked?.verified !== true) return false;
  return updateCounter(db, { id: key.id, from: key.counter, to: checked.authenticationInfo.newCounter, now: deps.clock.now() });
}

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
 * The user of the passkey that answered this browser's challenge. The challenge is consumed in any case. Undefined if the response is
 * invalid or its user handle does not match.
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

export const deleteExpiredSignInChallenges = (db: Queryable, now: Instant): Promise<number> =>
  db.run(sql`delete from passkey_sign_ins where expires_at <= ${new Date(now)}`);
