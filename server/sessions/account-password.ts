import { isOperatorRole } from '#core/access/access.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import { hashNewPassword, isPasswordOf, setPassword } from '#server/users/passwords.ts';
import type { SignInDeps } from './begin-session.ts';
import { hashOfId } from './caller.ts';
import { publishSessionsEnded } from './end-sessions.ts';
import { recordSecurityEvent } from './record-security-event.ts';
import { deleteOtherSessions, setProvedAt } from './store.ts';

export interface ProvePasswordInput {
  readonly userId: string;
  readonly sessionHash: Buffer;
  readonly password: string;
  readonly ip: string;
  readonly device: string;
}

/** Records that the user of this session has just proved the identity. */
export async function recordProof({ db, clock }: Pick<SignInDeps, 'db' | 'clock'>, sessionHash: Buffer): Promise<void> {
  await setProvedAt(db, sessionHash, clock.now());
}

/** Checks the password of a signed-in user again. A wrong one counts as a guess and is recorded as a security event. */
export async function provePassword(
  deps: SignInDeps,
  { userId, sessionHash, password, ip, device }: ProvePasswordInput,
): Promise<Result<null, 'authentication_failed' | 'too_many_requests'>> {
  const account = `password ${userId}`;
  const seconds = await deps.limits.spend('sign_in', account);
  if (seconds !== undefined) return refuse({ code: 'too_many_requests', params: { seconds } });
  if (!(await isPasswordOf(deps.db, userId, password))) {
    await deps.db.tx((tx) => recordSecurityEvent(deps, tx, { userId, topic: 'wrong_password', ip, device }));
    return refuse({ code: 'authentication_failed', field: 'password', message: 'wrong_password' });
  }
  await deps.limits.reset('sign_in', account);
  await recordProof(deps, sessionHash);
  return accept(null);
}

export interface PasswordChange {
  readonly userId: string;
  readonly sessionId: string;
  readonly role: string;
  readonly currentPassword: string;
  readonly newPassword: string;
  readonly ip: string;
  readonly device: string;
}

/** Sets a new password and ends the user's other sessions. A wrong current password is counted as a guess. */
export async function renewPassword(
  deps: SignInDeps,
  change: PasswordChange,
): Promise<Result<null, 'authentication_failed' | 'too_many_requests' | 'too_short' | 'invalid_format'>> {
  const { userId, sessionId, role, ip, device } = change;
  const account = `password ${userId}`;
  const seconds = await deps.limits.spend('sign_in', account);
  if (seconds !== undefined) return refuse({ code: 'too_many_requests', params: { seconds } });
  const hash = await hashNewPassword(deps.db, change);
  if (!hash.ok) return hash;
  await deps.limits.reset('sign_in', account);
  await deps.db.tx(async (tx) => {
    await setPassword(tx, userId, hash.value);
    await deleteOtherSessions(tx, userId, hashOfId(sessionId));
    publishSessionsEnded(deps, tx, userId);
    await recordSecurityEvent(deps, tx, { userId, topic: 'password_changed', ip, device });
    if (isOperatorRole(role))
      await recordAudit(deps, tx, {
        actorId: userId,
        action: 'account.password_changed',
        subjectType: 'user',
        subjectId: userId,
        detail: {},
      });
  });
  return accept(null);
}
