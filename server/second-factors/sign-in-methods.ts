import { accept, refuse, type Result } from '#core/result.ts';
import { mayBeWithoutFactor } from '#core/security/sign-in.ts';
import type { Instant } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { deleteIdentitiesBefore, deleteIdentitiesSince, deleteIdentity, listIdentities } from '#server/users/identities.ts';
import { hasPassword, removePassword } from '#server/users/passwords.ts';
import {
  deleteFactorsBefore,
  deleteFactorsSince,
  deletePasskeyRow,
  deletePasskeys,
  deleteRecoveryCodes,
  deleteTotp,
  findTotp,
  listPasskeys,
  lockFactors,
  updateHasFactor,
} from './store.ts';

/** Whether any sign-in method is left: password, passkey or provider. The last one cannot be removed (domain 9). */
async function hasSignInMethod(db: Queryable, userId: string): Promise<boolean> {
  if (await hasPassword(db, userId)) return true;
  return (await listPasskeys(db, userId)).length > 0 || (await listIdentities(db, userId)).length > 0;
}

const LAST_METHOD = { code: 'access_denied', message: 'last_way_in' } as const;

/** Removes the password if another method remains. False if there was no password. */
export async function removePasswordMethod(tx: Tx, userId: string): Promise<Result<boolean, 'access_denied'>> {
  await lockFactors(tx, userId);
  if ((await removePassword(tx, userId)) === 0) return accept(false);
  return (await hasSignInMethod(tx, userId)) ? accept(true) : refuse(LAST_METHOD);
}

/** Unlinks a provider if another method remains. */
export async function removeIdentityMethod(tx: Tx, userId: string, provider: string): Promise<Result<null, 'not_found' | 'access_denied'>> {
  await lockFactors(tx, userId);
  if ((await deleteIdentity(tx, userId, provider)) === 0) return refuse({ code: 'not_found' });
  return (await hasSignInMethod(tx, userId)) ? accept(null) : refuse(LAST_METHOD);
}

export interface RemoveFactorInput {
  readonly userId: string;
  readonly role: string;
  /** The id of a passkey. Null means the authenticator app. */
  readonly passkeyId: string | null;
}

/**
 * Removes one factor. Refused for a required user's last factor, and for a passkey that is the last sign-in method. Recovery codes are
 * deleted with the last factor.
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

/** Removes all factors. The user enrols again at the next sign-in. */
export async function resetFactors(deps: Pick<Deps, 'clock'>, tx: Tx, userId: string): Promise<void> {
  await lockFactors(tx, userId);
  await deleteTotp(tx, userId);
  await deletePasskeys(tx, userId);
  await deleteRecoveryCodes(tx, userId);
  await updateHasFactor(tx, userId, deps.clock.now());
}

/** Removes factors and providers added since a moment, possibly by an intruder. Earlier ones stay. */
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

/** Whether a user has a second factor of any kind. */
export async function hasSecondFactor(db: Queryable, userId: string): Promise<boolean> {
  const [totp, passkeys] = await Promise.all([findTotp(db, userId), listPasskeys(db, userId)]);
  return totp !== undefined || passkeys.length > 0;
}
