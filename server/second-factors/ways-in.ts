import { accept, refuse, type Result } from '#core/result.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { hasPassword } from '#server/users/has-password.ts';
import { deleteIdentity, listIdentities } from '#server/users/identities.ts';
import { dropPasswordOf } from '#server/users/set-password.ts';
import { listPasskeys, lockFactors } from './store.ts';

/** Whether something is left by which a person gets in: a password, a passkey, a provider. The last one cannot be removed (domain 9). */
export async function hasWayIn(db: Queryable, userId: string): Promise<boolean> {
  if (await hasPassword(db, userId)) return true;
  return (await listPasskeys(db, userId)).length > 0 || (await listIdentities(db, userId)).length > 0;
}

const LAST = { code: 'access_denied', message: 'last_way_in' } as const;

/** Forgets the password where another way in remains; false: there was none. */
export async function dropPassword(tx: Tx, userId: string): Promise<Result<boolean, 'access_denied'>> {
  await lockFactors(tx, userId);
  if ((await dropPasswordOf(tx, userId)) === 0) return accept(false);
  return (await hasWayIn(tx, userId)) ? accept(true) : refuse(LAST);
}

/** Parts an account from a provider where another way in remains. */
export async function dropIdentity(tx: Tx, userId: string, provider: string): Promise<Result<null, 'not_found' | 'access_denied'>> {
  await lockFactors(tx, userId);
  if ((await deleteIdentity(tx, userId, provider)) === 0) return refuse({ code: 'not_found' });
  return (await hasWayIn(tx, userId)) ? accept(null) : refuse(LAST);
}
