import { mayBeWithoutFactor } from '#core/security/sign-in.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Instant } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { deleteIdentitiesBefore, deleteIdentitiesSince } from '#server/users/identities.ts';
import {
  deleteFactorsBefore,
  deleteFactorsSince,
  deletePasskeyRow,
  deletePasskeys,
  deleteRecoveryCodes,
  deleteTotp,
  lockFactors,
  updateHasFactor,
} from './store.ts';
import { hasSignInMethod } from './sign-in-methods.ts';

export interface RemoveFactorInput {
  readonly userId: string;
  readonly role: string;
  /** A passkey's id; null: the authenticator app. */
  readonly passkeyId: string | null;
}

/**
 * Removes one factor. Refused: the last one of a user who must have one, and a passkey that is the last sign-in method. A customer's last
 * takes the recovery codes.
 */
export async function removeFactor(
  deps: Pick<Deps, 'clock' | 'settings'>,
  tx: Tx,
  { userId, role, passkeyId }: RemoveFactorInput,
): Promise<Result<null, 'not_found' | 'access_denied'>> {
  await lockFactors(tx, userId);
  const removed = passkeyId === null ? await deleteTotp(tx, userId) : await deletePasskeyRow(tx, userId, passkeyId);
  if (removed === 0) return refuse({ code: 'not_found' });
  const hasFactor = await updateHasFactor(tx, userId, deps.clock.now());
  if (!hasFactor && !mayBeWithoutFactor(role, deps.settings.mode)) return refuse({ code: 'access_denied', message: 'last_factor' });
  if (!(await hasSignInMethod(tx, userId))) return refuse({ code: 'access_denied', message: 'last_way_in' });
  if (!hasFactor) await deleteRecoveryCodes(tx, userId);
  return accept(null);
}

/** Removes all factors: the user enrols again at the next sign-in. */
export async function resetFactors(deps: Pick<Deps, 'clock'>, tx: Tx, userId: string): Promise<void> {
  await lockFactors(tx, userId);
  await deleteTotp(tx, userId);
  await deletePasskeys(tx, userId);
  await deleteRecoveryCodes(tx, userId);
  await updateHasFactor(tx, userId, deps.clock.now());
}

/** Removes factors and providers added since a moment, possibly by an intruder; earlier ones stay. */
export async function removeMethodsSince(deps: Pick<Deps, 'clock'>, tx: Tx, userId: string, since: Instant): Promise<void> {
  await lockFactors(tx, userId);
  await deleteFactorsSince(tx, userId, since);
  await deleteIdentitiesSince(tx, userId, since);
  if (!(await updateHasFactor(tx, userId, deps.clock.now()))) await deleteRecoveryCodes(tx, userId);
}

/** Removes factors and providers added before a moment. */
export async function removeMethodsBefore(deps: Pick<Deps, 'clock'>, tx: Tx, userId: string, before: Instant): Promise<void> {
  await lockFactors(tx, userId);
  await deleteFactorsBefore(tx, userId, before);
  await deleteIdentitiesBefore(tx, userId, before);
  if (!(await updateHasFactor(tx, userId, deps.clock.now()))) await deleteRecoveryCodes(tx, userId);
}
