import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { FACTOR_TRIES } from '#core/sign-in.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { SECOND_MS } from '#core/time.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { spendPasskey } from '#server/second-factors/passkeys.ts';
import { spendRecoveryCode } from '#server/second-factors/recovery-codes.ts';
import { spendTotp } from '#server/second-factors/totp.ts';
import { noteSecurityEvent } from './note-event.ts';
import { noteSignedIn, type SignedInFrom } from './note-signed-in.ts';
import { SESSION_MS, type SignInDeps } from './begin-session.ts';
import { hashOfToken, newSessionToken } from './session-token.ts';
import { completeSession, countFactorTry, deleteSessionRow, refreshSession } from './store.ts';

/** One of them, as it was typed or signed. */
export type GivenFactor =
  | { readonly kind: 'totp'; readonly code: string }
  | { readonly kind: 'recovery_code'; readonly code: string }
  | { readonly kind: 'passkey'; readonly response: AuthenticationResponseJSON };

export interface Giving extends SignedInFrom {
  readonly sessionHash: Buffer;
  readonly isHalfOpen: boolean;
  readonly factor: GivenFactor;
}

/** The token that a session goes on under. */
export interface WholeSession {
  readonly token: string;
  readonly maxAgeSeconds: number | undefined;
}

function spend(deps: SignInDeps, tx: Tx, { userId, sessionHash, factor }: Giving): Promise<boolean> {
  if (factor.kind === 'totp') return spendTotp(deps, tx, { userId, code: factor.code });
  if (factor.kind === 'recovery_code') return spendRecoveryCode(deps, tx, { userId, code: factor.code });
  return spendPasskey(deps, tx, { userId, sessionHash, response: factor.response });
}

/** A half-open session becomes a whole one, under a token that nobody has seen before (R30). */
export async function makeWhole(
  deps: SignInDeps,
  tx: Tx,
  { sessionHash, ...from }: SignedInFrom & { readonly sessionHash: Buffer },
): Promise<WholeSession | undefined> {
  const token = newSessionToken(deps.random);
  const newHash = hashOfToken(token);
  const lifetime = await completeSession(tx, sessionHash, { newHash, now: deps.clock.now() });
  if (lifetime === undefined) return undefined;
  await noteSignedIn(deps, tx, from, newHash);
  const isRemembered = lifetime.to - lifetime.from > SESSION_MS;
  return { token, maxAgeSeconds: isRemembered ? Math.floor((lifetime.to - deps.clock.now()) / SECOND_MS) : undefined };
}

async function takeRight(deps: SignInDeps, tx: Tx, giving: Giving): Promise<WholeSession | null | undefined> {
  const { userId, ip, device } = giving;
  if (giving.factor.kind === 'recovery_code') await noteSecurityEvent(deps, tx, { userId, topic: 'recovery_code_used', ip, device });
  if (giving.isHalfOpen) return makeWhole(deps, tx, giving);
  await refreshSession(tx, giving.sessionHash, deps.clock.now());
  return null;
}

/** Five wrong ones, and the password is asked again. */
async function noteWrong(deps: SignInDeps, { userId, ip, device, sessionHash }: Giving, tries: number): Promise<void> {
  const isLast = tries >= FACTOR_TRIES;
  await deps.db.tx(async (tx) => {
    await noteSecurityEvent(deps, tx, { userId, topic: isLast ? 'factor_locked' : 'wrong_factor', ip, device });
    if (isLast) await deleteSessionRow(tx, sessionHash);
  });
}

/**
 * Gives a second factor. Each try is counted before it is looked at, in its session and, where there is something to guess, on
 * the account; whatever was right is used up in the transaction that lets in. Null: the session goes on under its own token.
 */
export async function giveFactor(
  deps: SignInDeps,
  giving: Giving,
): Promise<Result<WholeSession | null, 'not_authenticated' | 'invalid_token' | 'too_many_requests'>> {
  const tries = await countFactorTry(deps.db, giving.sessionHash);
  if (tries === undefined || tries > FACTOR_TRIES) return refuse({ code: 'not_authenticated' });
  const isGuess = giving.factor.kind === 'totp';
  const seconds = isGuess ? await deps.limits.spend('second_factor', giving.userId) : undefined;
  if (seconds !== undefined) return refuse({ code: 'too_many_requests', params: { seconds } });
  const taken = await deps.db.tx(async (tx) => ((await spend(deps, tx, giving)) ? await takeRight(deps, tx, giving) : undefined));
  if (taken === undefined) {
    await noteWrong(deps, giving, tries);
    return refuse({ code: 'invalid_token', message: 'wrong_factor' });
  }
  if (isGuess) await deps.limits.forgive('second_factor', giving.userId);
  return accept(taken);
}
