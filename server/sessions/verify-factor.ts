import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { MAX_FACTOR_TRIES } from '#core/security/sign-in.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { SECOND_MS } from '#core/time.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { verifyPasskey } from '#server/second-factors/passkeys.ts';
import { consumeRecoveryCode } from '#server/second-factors/recovery-codes.ts';
import { consumeTotp } from '#server/second-factors/totp.ts';
import { recordSecurityEvent } from './record-security-event.ts';
import { recordSignIn, SESSION_MS, type SignedInFrom, type SignInDeps } from './begin-session.ts';
import { hashOfToken, newSessionToken } from './caller.ts';
import { completeSessionRow, countFactorTry, deleteSessionRow, refreshSession } from './store.ts';

/** A second factor as the client sent it. */
export type FactorProof =
  | { readonly kind: 'totp'; readonly code: string }
  | { readonly kind: 'recovery_code'; readonly code: string }
  | { readonly kind: 'passkey'; readonly response: AuthenticationResponseJSON };

export interface VerifyFactorInput extends SignedInFrom {
  readonly sessionHash: Buffer;
  readonly isHalfOpen: boolean;
  readonly factor: FactorProof;
}

/** The session's new token, for its cookie. */
export interface CompletedSession {
  readonly token: string;
  readonly maxAgeSeconds: number | undefined;
}

function consumeFactor(deps: SignInDeps, tx: Tx, { userId, sessionHash, factor }: VerifyFactorInput): Promise<boolean> {
  if (factor.kind === 'totp') return consumeTotp(deps, tx, { userId, code: factor.code });
  if (factor.kind === 'recovery_code') return consumeRecoveryCode(deps, tx, { userId, code: factor.code });
  return verifyPasskey(deps, tx, { userId, sessionHash, response: factor.response });
}

/** Completes a half-open session under a new token, against session fixation (R30). */
export async function completeSignIn(
  deps: SignInDeps,
  tx: Tx,
  { sessionHash, ...from }: SignedInFrom & { readonly sessionHash: Buffer },
): Promise<CompletedSession | undefined> {
  const token = newSessionToken(deps.random);
  const newHash = hashOfToken(token);
  const session = await completeSessionRow(tx, sessionHash, { newHash, now: deps.clock.now() });
  if (session === undefined) return undefined;
  await recordSignIn(deps, tx, from, newHash);
  const isRemembered = session.expiresAt - session.createdAt > SESSION_MS;
  return { token, maxAgeSeconds: isRemembered ? Math.floor((session.expiresAt - deps.clock.now()) / SECOND_MS) : undefined };
}

async function acceptFactor(deps: SignInDeps, tx: Tx, input: VerifyFactorInput): Promise<CompletedSession | null | undefined> {
  const { userId, ip, device } = input;
  if (input.factor.kind === 'recovery_code') await recordSecurityEvent(deps, tx, { userId, topic: 'recovery_code_used', ip, device });
  if (input.isHalfOpen) return completeSignIn(deps, tx, input);
  await refreshSession(tx, input.sessionHash, deps.clock.now());
  return null;
}

/** Records a wrong factor. After five of them the session ends, and the password is required again. */
async function recordWrongFactor(deps: SignInDeps, { userId, ip, device, sessionHash }: VerifyFactorInput, tries: number): Promise<void> {
  const isLast = tries >= MAX_FACTOR_TRIES;
  await deps.db.tx(async (tx) => {
    await recordSecurityEvent(deps, tx, { userId, topic: isLast ? 'factor_locked' : 'wrong_factor', ip, device });
    if (isLast) await deleteSessionRow(tx, sessionHash);
  });
}

/**
 * Verifies a second factor. The result is null if the session keeps its token.
 * - Each try is counted before it is checked: in its session and, for guessable codes, on the account.
 * - A right factor is consumed in the transaction that accepts it.
 */
export async function verifyFactor(
  deps: SignInDeps,
  input: VerifyFactorInput,
): Promise<Result<CompletedSession | null, 'not_authenticated' | 'invalid_token' | 'too_many_requests'>> {
  const tries = await countFactorTry(deps.db, input.sessionHash);
  if (tries === undefined || tries > MAX_FACTOR_TRIES) return refuse({ code: 'not_authenticated' });
  const isGuessable = input.factor.kind === 'totp';
  const seconds = isGuessable ? await deps.limits.spend('second_factor', input.userId) : undefined;
  if (seconds !== undefined) return refuse({ code: 'too_many_requests', params: { seconds } });
  const accepted = await deps.db.tx(async (tx) =>
    (await consumeFactor(deps, tx, input)) ? await acceptFactor(deps, tx, input) : undefined,
  );
  if (accepted === undefined) {
    await recordWrongFactor(deps, input, tries);
    return refuse({ code: 'invalid_token', message: 'wrong_factor' });
  }
  if (isGuessable) await deps.limits.reset('second_factor', input.userId);
  return accept(accepted);
}
