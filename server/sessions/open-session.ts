import { createHash } from 'node:crypto';
import { refuse, accept, type Result } from '#core/result.ts';
import { DAY_MS, HOUR_MS, type Instant } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { peerOf } from '#server/platform/http/peer.ts';
import type { RateLimits } from '#server/platform/http/rate-limits.ts';
import { checkCredentials } from '#server/users/check-credentials.ts';
import { areHashersBusy } from '#server/users/hash-password.ts';
import { newSessionToken, sessionTokenHash } from './session-token.ts';
import { deleteSessionRow, insertSession } from './store.ts';

/** A working day; with "remember me" a month. */
export const SESSION_MS = 12 * HOUR_MS;
export const REMEMBERED_MS = 30 * DAY_MS;
/** When to come again while a flood of sign-ins is worked off. */
const BUSY_SECONDS = 5;

export interface Opening {
  readonly email: string;
  readonly password: string;
  readonly isRemembered: boolean;
  readonly ip: string;
  /** The session the visitor comes with: it ends, so that nobody can plant one (R30). */
  readonly oldToken: string | undefined;
}

export interface OpenedSession {
  readonly userId: string;
  readonly token: string;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
}

type SignInDeps = Pick<Deps, 'db' | 'clock' | 'random'> & { readonly limits: RateLimits };

/** Where a guess comes from and whom it is about. */
interface Guess {
  readonly peer: string;
  readonly account: string;
}

const placeOf = ({ peer, account }: Guess): string => `${peer} ${account}`;

/**
 * Counts a guess before any work is done; seconds to wait when it is one too many (R32). What is refused for its address spends
 * nothing of the account's allowance, and the first guess of an address on an account in a minute is always looked at: however
 * many others guess at the same account, its owner waits for nobody but himself, a minute at most.
 */
async function waitOf(limits: RateLimits, guess: Guess): Promise<number | undefined> {
  const byAddress = (await limits.spend('sign_in_peer', guess.peer)) ?? (await limits.spend('sign_in', placeOf(guess)));
  if (byAddress !== undefined) return byAddress;
  const isFirst = (await limits.spend('sign_in_first', placeOf(guess))) === undefined;
  const byAccount = await limits.spend('sign_in_account', guess.account);
  return isFirst ? undefined : byAccount;
}

/** The right password was no guess: nothing stays counted against whoever gave it, nor against others of his network. */
async function forgiveGuess(limits: RateLimits, guess: Guess): Promise<void> {
  await limits.forgive('sign_in', placeOf(guess));
  await limits.forgive('sign_in_first', placeOf(guess));
  await limits.giveBack('sign_in_peer', guess.peer);
  await limits.giveBack('sign_in_account', guess.account);
}

/** Signs in: a new session for the right pair, whatever the reason else one and the same refusal. */
export async function openSession(
  deps: SignInDeps,
  opening: Opening,
): Promise<Result<OpenedSession, 'authentication_failed' | 'too_many_requests'>> {
  const { db, clock, random, limits } = deps;
  const account = createHash('sha256').update(opening.email.toLowerCase()).digest('base64url');
  const guess = { peer: peerOf(opening.ip), account };
  const seconds = await waitOf(limits, guess);
  if (seconds !== undefined) return refuse({ code: 'too_many_requests', params: { seconds } });
  if (areHashersBusy()) return refuse({ code: 'too_many_requests', params: { seconds: BUSY_SECONDS } });
  const user = await checkCredentials(db, opening.email, opening.password);
  if (user === undefined) return refuse({ code: 'authentication_failed' });
  await forgiveGuess(limits, guess);
  const token = newSessionToken(random);
  const tokenHash = sessionTokenHash(token);
  if (tokenHash === undefined) throw new Error('A new session token has the wrong form');
  const createdAt = clock.now();
  const expiresAt = createdAt + (opening.isRemembered ? REMEMBERED_MS : SESSION_MS);
  const oldHash = opening.oldToken === undefined ? undefined : sessionTokenHash(opening.oldToken);
  await db.tx(async (tx) => {
    if (oldHash !== undefined) await deleteSessionRow(tx, oldHash);
    await insertSession(tx, { tokenHash, userId: user.id, createdAt, expiresAt });
  });
  return accept({ userId: user.id, token, createdAt, expiresAt });
}
