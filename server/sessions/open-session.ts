import { createHash } from 'node:crypto';
import { refuse, accept, type Result } from '#core/result.ts';
import type { Instant } from '#core/time.ts';
import { peerOf } from '#server/platform/http/peer.ts';
import type { RateLimits } from '#server/platform/http/rate-limits.ts';
import { checkCredentials, type Entrant } from '#server/users/check-credentials.ts';
import { isStillPassword } from '#server/users/set-password.ts';
import { areHashersBusy } from '#server/users/hash-password.ts';
import { BUSY_SECONDS } from '#server/users/hash-queue.ts';
import { spendTotp } from '#server/second-factors/totp.ts';
import { beginSession, type Entering, type OpenedSession, type SignInDeps } from './begin-session.ts';
import { noteSecurityEvent } from './note-event.ts';

export interface Opening extends Omit<Entering, 'user' | 'factorGivenAt'> {
  readonly email: string;
  readonly password: string;
  /** A code of his authenticator app, given together with the password. */
  readonly totp: string | undefined;
  /** Aborted when the client goes away. */
  readonly signal?: AbortSignal;
}

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

/** A right password is no second factor: a wrong code beside it is refused like a wrong password, and counted as both. */
async function factorOf(deps: SignInDeps, user: Entrant, totp: string | undefined): Promise<Instant | null | 'wrong'> {
  if (user.secondFactorSince === null || totp === undefined) return null;
  if ((await deps.limits.spend('second_factor', user.id)) !== undefined) return 'wrong';
  if (!(await spendTotp(deps, deps.db, { userId: user.id, code: totp }))) return 'wrong';
  await deps.limits.forgive('second_factor', user.id);
  return deps.clock.now();
}

const noteFailure = (deps: SignInDeps, opening: Opening, userId: string | null): Promise<void> =>
  deps.db.tx(async (tx) => {
    await noteSecurityEvent(deps, tx, { userId, topic: 'wrong_password', ip: opening.ip, device: opening.device });
  });

/** Signs in: a new session for the right pair, whatever the reason else one and the same refusal. */
export async function openSession(
  deps: SignInDeps,
  opening: Opening,
): Promise<Result<OpenedSession, 'authentication_failed' | 'too_many_requests'>> {
  const { db, limits } = deps;
  const account = createHash('sha256').update(opening.email.toLowerCase()).digest('base64url');
  const guess = { peer: peerOf(opening.ip), account };
  const seconds = await waitOf(limits, guess);
  if (seconds !== undefined) return refuse({ code: 'too_many_requests', params: { seconds } });
  if (areHashersBusy()) return refuse({ code: 'too_many_requests', params: { seconds: BUSY_SECONDS } });
  const { user, passwordHash, knownId } = await checkCredentials(db, opening);
  const factorGivenAt = user === undefined ? 'wrong' : await factorOf(deps, user, opening.totp);
  if (user === undefined || factorGivenAt === 'wrong') {
    await noteFailure(deps, opening, knownId);
    return refuse({ code: 'authentication_failed' });
  }
  const opened = await deps.db.tx(async (tx) => {
    // Set anew meanwhile: whoever had the old one is out, and does not come in behind that
    if (!(await isStillPassword(tx, user.id, passwordHash))) return undefined;
    return await beginSession(deps, tx, { ...opening, user, factorGivenAt });
  });
  if (opened === undefined) return refuse({ code: 'authentication_failed' });
  await forgiveGuess(limits, guess);
  return accept(opened);
}
