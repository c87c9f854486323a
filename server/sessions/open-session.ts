import { createHash } from 'node:crypto';
import { refuse, accept, type Result } from '#core/result.ts';
import type { Instant } from '#core/time.ts';
import { peerOf } from '#server/platform/http/peer.ts';
import type { RateLimits } from '#server/platform/http/rate-limits.ts';
import { checkCredentials, isStillPassword, type SignInUser } from '#server/users/passwords.ts';
import { areHashersBusy, BUSY_SECONDS } from '#server/users/hash-password.ts';
import { consumeTotp } from '#server/second-factors/totp.ts';
import { beginSession, type BeginSessionInput, type OpenedSession, type SignInDeps } from './begin-session.ts';
import { recordSecurityEvent } from './record-security-event.ts';

export interface OpenSessionInput extends Omit<BeginSessionInput, 'user' | 'factorGivenAt'> {
  readonly email: string;
  readonly password: string;
  /** A code of the authenticator app, sent together with the password. */
  readonly totp: string | undefined;
  /** Aborted when the client disconnects. */
  readonly signal?: AbortSignal;
}

/** Source and subject of a password guess. */
interface PasswordGuess {
  readonly peer: string;
  readonly account: string;
}

const sourceAndAccountOf = ({ peer, account }: PasswordGuess): string => `${peer} ${account}`;

/**
 * Counts a guess before any work is done. Returns the seconds to wait if it is over a limit (R32).
 * - A guess that is refused for its address does not count against the account.
 * - The first guess per minute from an address on an account is always checked.
 * - So guesses of others delay the owner by a minute at most.
 */
async function secondsToWait(limits: RateLimits, guess: PasswordGuess): Promise<number | undefined> {
  const byAddress = (await limits.spend('sign_in_peer', guess.peer)) ?? (await limits.spend('sign_in', sourceAndAccountOf(guess)));
  if (byAddress !== undefined) return byAddress;
  const isFirst = (await limits.spend('sign_in_first', sourceAndAccountOf(guess))) === undefined;
  const byAccount = await limits.spend('sign_in_account', guess.account);
  return isFirst ? undefined : byAccount;
}

/** A right password is not a guess, so its try is uncounted, also for others of the same network. */
async function uncountGuess(limits: RateLimits, guess: PasswordGuess): Promise<void> {
  await limits.reset('sign_in', sourceAndAccountOf(guess));
  await limits.reset('sign_in_first', sourceAndAccountOf(guess));
  await limits.uncount('sign_in_peer', guess.peer);
  await limits.uncount('sign_in_account', guess.account);
}

/** A wrong code sent with a right password is refused like a wrong password and counted as both. */
async function checkTotp(deps: SignInDeps, user: SignInUser, totp: string | undefined): Promise<Instant | null | 'wrong'> {
  if (user.secondFactorSince === null || totp === undefined) return null;
  if ((await deps.limits.spend('second_factor', user.id)) !== undefined) return 'wrong';
  if (!(await consumeTotp(deps, deps.db, { userId: user.id, code: totp }))) return 'wrong';
  await deps.limits.reset('second_factor', user.id);
  return deps.clock.now();
}

const recordFailure = (deps: SignInDeps, input: OpenSessionInput, userId: string | null): Promise<void> =>
  deps.db.tx(async (tx) => {
    await recordSecurityEvent(deps, tx, { userId, topic: 'wrong_password', ip: input.ip, device: input.device });
  });

/** Signs in. Every wrong combination of e-mail, password and code gets the same refusal. */
export async function openSession(
  deps: SignInDeps,
  input: OpenSessionInput,
): Promise<Result<OpenedSession, 'authentication_failed' | 'too_many_requests'>> {
  const { db, limits } = deps;
  const account = createHash('sha256').update(input.email.toLowerCase()).digest('base64url');
  const guess = { peer: peerOf(input.ip), account };
  const seconds = await secondsToWait(limits, guess);
  if (seconds !== undefined) return refuse({ code: 'too_many_requests', params: { seconds } });
  if (areHashersBusy()) return refuse({ code: 'too_many_requests', params: { seconds: BUSY_SECONDS } });
  const { user, passwordHash, accountId } = await checkCredentials(db, input);
  const factorGivenAt = user === undefined ? 'wrong' : await checkTotp(deps, user, input.totp);
  if (user === undefined || factorGivenAt === 'wrong') {
    await recordFailure(deps, input, accountId);
    return refuse({ code: 'authentication_failed' });
  }
  const opened = await deps.db.tx(async (tx) => {
    // The old password opens no session if it was changed while the hash was computed
    if (!(await isStillPassword(tx, user.id, passwordHash))) return undefined;
    return await beginSession(deps, tx, { ...input, user, factorGivenAt });
  });
  if (opened === undefined) return refuse({ code: 'authentication_failed' });
  await uncountGuess(limits, guess);
  return accept(opened);
}
