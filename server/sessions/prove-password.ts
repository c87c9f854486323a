import { accept, refuse, type Result } from '#core/result.ts';
import { isPasswordOf } from '#server/users/passwords.ts';
import { recordSecurityEvent } from './record-security-event.ts';
import type { SignInDeps } from './begin-session.ts';
import { setProvedAt } from './store.ts';

export interface ProvePasswordInput {
  readonly userId: string;
  readonly sessionHash: Buffer;
  readonly password: string;
  readonly ip: string;
  readonly device: string;
}

/** The holder of this session has just proved their identity. */
export async function recordProof({ db, clock }: Pick<SignInDeps, 'db' | 'clock'>, sessionHash: Buffer): Promise<void> {
  await setProvedAt(db, sessionHash, clock.now());
}

/** Asks for the password again. A wrong one counts as a guess and is recorded as a security event. */
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
