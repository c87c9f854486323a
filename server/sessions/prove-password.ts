import { accept, refuse, type Result } from '#core/result.ts';
import { isPasswordOf } from '#server/users/is-password-of.ts';
import { noteSecurityEvent } from './note-event.ts';
import type { SignInDeps } from './begin-session.ts';
import { noteProved } from './store.ts';

export interface Proving {
  readonly userId: string;
  readonly sessionHash: Buffer;
  readonly password: string;
  readonly ip: string;
  readonly device: string;
}

/** Whoever holds this session has just proved who he is. */
export async function noteProofOf({ db, clock }: Pick<SignInDeps, 'db' | 'clock'>, sessionHash: Buffer): Promise<void> {
  await noteProved(db, sessionHash, clock.now());
}

/** The password once more. A wrong one is a guess, counted as one and written down at the door. */
export async function provePassword(
  deps: SignInDeps,
  { userId, sessionHash, password, ip, device }: Proving,
): Promise<Result<null, 'authentication_failed' | 'too_many_requests'>> {
  const account = `password ${userId}`;
  const seconds = await deps.limits.spend('sign_in', account);
  if (seconds !== undefined) return refuse({ code: 'too_many_requests', params: { seconds } });
  if (!(await isPasswordOf(deps.db, userId, password))) {
    await deps.db.tx((tx) => noteSecurityEvent(deps, tx, { userId, topic: 'wrong_password', ip, device }));
    return refuse({ code: 'authentication_failed', field: 'password', message: 'wrong_password' });
  }
  await deps.limits.forgive('sign_in', account);
  await noteProofOf(deps, sessionHash);
  return accept(null);
}
