import { accept, refuse, type Result } from '#core/result.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { hasPassword, removePassword } from '#server/users/passwords.ts';
import { deleteIdentity, listIdentities } from '#server/users/identities.ts';
import { listPasskeys, lockFactors } from './store.ts';

/** Whether any sign-in method is left: password, passkey or provider. The last one cannot be removed (domain 9). */
export async function hasSignInMethod(db: Queryable, userId: string): Promise<boolean> {
  if (await hasPassword(db, userId)) return true;
  return (await listPasskeys(db, userId)).length > 0 || (await listIdentities(db, userId)).length > 0;
}

const LAST_METHOD = { code: 'access_denied', message: 'last_way_in' } as const;

/** Removes the password if another method remains; false: there was none. */
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
