import { isIP } from 'node:net';
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { MAX_PASSKEYS } from '#core/sign-in.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { MINUTE_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import {
  countPasskey,
  insertPasskey,
  keepChallenge,
  listPasskeys,
  lockFactors,
  noteFactors,
  type PasskeyRow,
  renamePasskeyRow,
  takeChallenge,
} from './store.ts';

const NAME = 'Razmen';
/** How long a question waits for its answer. */
export const CHALLENGE_MS = 5 * MINUTE_MS;

type PasskeyDeps = Pick<Deps, 'clock' | 'settings'>;

interface Asked {
  readonly userId: string;
  readonly email: string;
  readonly sessionHash: Buffer;
}

/** Passkeys are bound to a host by its name: there are none at a bare address. */
export const hasPasskeys = (publicUrl: string): boolean => isIP(new URL(publicUrl).hostname.replaceAll(/[[\]]/g, '')) === 0;

/** Whom a key is for: our host, and our origin alone. */
export const partyOf = ({ settings }: PasskeyDeps) => {
  const { hostname, origin } = new URL(settings.publicUrl);
  return { id: hostname, origin };
};

/** What the browser needs to make a key for this person; the question is kept with his session and answered once. */
export async function askForNewPasskey(deps: PasskeyDeps, tx: Tx, { userId, email, sessionHash }: Asked) {
  const known = await listPasskeys(tx, userId);
  const options = await generateRegistrationOptions({
    rpName: NAME,
    rpID: partyOf(deps).id,
    userName: email,
    userID: Uint8Array.from(Buffer.from(userId)),
    attestationType: 'none',
    excludeCredentials: known.map(({ id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  });
  const expiresAt = deps.clock.now() + CHALLENGE_MS;
  await keepChallenge(tx, { sessionHash, purpose: 'registration' }, { challenge: options.challenge, expiresAt });
  return options;
}

/** Takes the question of a session away with the answer to it, whatever the answer is; undefined when it is late or answered. */
export const takeNewPasskeyQuestion = (deps: PasskeyDeps, db: Queryable, sessionHash: Buffer): Promise<string | undefined> =>
  takeChallenge(db, { sessionHash, purpose: 'registration' }, deps.clock.now());

/** Names one of his keys anew; a foreign one is none of his. */
export async function renamePasskey(
  db: Queryable,
  userId: string,
  key: { readonly id: string; readonly name: string },
): Promise<Result<null, 'not_found'>> {
  return (await renamePasskeyRow(db, userId, key)) === 0 ? refuse({ code: 'not_found' }) : accept(null);
}

/** Takes what the browser made; a wrong, late or repeated answer is refused and its question is over. */
export async function addPasskey(
  deps: PasskeyDeps,
  tx: Tx,
  given: { readonly userId: string; readonly name: string; readonly challenge: string; readonly response: RegistrationResponseJSON },
): Promise<Result<null, 'invalid_token'>> {
  const { id: rpId, origin } = partyOf(deps);
  const { response, challenge } = given;
  const checked = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
  }).catch(() => undefined);
  if (checked?.verified !== true) return refuse({ code: 'invalid_token', message: 'wrong_passkey' });
  const now = deps.clock.now();
  await lockFactors(tx, given.userId);
  if ((await listPasskeys(tx, given.userId)).length >= MAX_PASSKEYS) return refuse({ code: 'invalid_token', message: 'too_many_passkeys' });
  const { id, publicKey, counter } = checked.registrationInfo.credential;
  const transports = response.response.transports ?? [];
  const isNew = await insertPasskey(tx, { id, userId: given.userId, name: given.name, publicKey, counter, transports, now });
  if (!isNew) return refuse({ code: 'invalid_token', message: 'wrong_passkey' });
  await noteFactors(tx, given.userId, now);
  return accept(null);
}

/** What the browser has to sign with one of his keys. */
export async function askForPasskey(deps: PasskeyDeps, db: Queryable, { userId, sessionHash }: Omit<Asked, 'email'>) {
  const known = await listPasskeys(db, userId);
  const options = await generateAuthenticationOptions({
    rpID: partyOf(deps).id,
    userVerification: 'required',
    allowCredentials: known.map(({ id }) => ({ id })),
  });
  const expiresAt = deps.clock.now() + CHALLENGE_MS;
  await keepChallenge(db, { sessionHash, purpose: 'authentication' }, { challenge: options.challenge, expiresAt });
  return options;
}

/** Whether one of his keys has signed this session's question. The question is over either way; the key's own count must go up. */
export async function spendPasskey(
  deps: PasskeyDeps,
  db: Queryable,
  by: { readonly userId: string; readonly sessionHash: Buffer; readonly response: AuthenticationResponseJSON },
): Promise<boolean> {
  const challenge = await takeChallenge(db, { sessionHash: by.sessionHash, purpose: 'authentication' }, deps.clock.now());
  const key = (await listPasskeys(db, by.userId)).find(({ id }) => id === by.response.id);
  return challenge !== undefined && key !== undefined && (await signedBy(deps, db, { key, challenge, response: by.response }));
}

interface Signed {
  readonly key: PasskeyRow;
  readonly challenge: string;
  readonly response: AuthenticationResponseJSON;
}

/** Whether this key has signed this challenge for our host, unlocked by its owner; its count goes up with it. */
export async function signedBy(deps: PasskeyDeps, db: Queryable, { key, challenge, response }: Signed): Promise<boolean> {
  const { id: rpId, origin } = partyOf(deps);
  const checked = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    credential: { id: key.id, publicKey: Uint8Array.from(key.public_key), counter: Number(key.counter) },
    requireUserVerification: true,
  }).catch(() => undefined);
  if (checked?.verified !== true) return false;
  return countPasskey(db, { id: key.id, from: key.counter, to: checked.authenticationInfo.newCounter, now: deps.clock.now() });
}
