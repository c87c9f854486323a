import { checkPassword } from '#core/password.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import { hashPassword, verifyPassword } from './hash-password.ts';
import { deletePassword, findUser, holdPassword, saveFirstPassword, savePassword } from './store.ts';

export interface NewPassword {
  readonly userId: string;
  readonly current: string;
  readonly next: string;
}

/** The hash of a password that may take the place of the present one, which has to be known (R33). */
export async function hashNewPassword(
  db: Db,
  { userId, current, next }: NewPassword,
): Promise<Result<string, 'authentication_failed' | 'too_short' | 'invalid_format'>> {
  const user = await findUser(db, userId);
  if (user === undefined || !(await verifyPassword(current, user.passwordHash)))
    return refuse({ code: 'authentication_failed', field: 'current_password', message: 'wrong_password' });
  const fits = checkPassword(next, user.email, user.role);
  return fits.ok ? accept(await hashPassword(next)) : fits;
}

/** Takes the place of the present one. */
export const keepPassword = (tx: Tx, userId: string, hash: string): Promise<number> => savePassword(tx, userId, hash);

/** The hash of a first password, for whoever has none. */
export async function hashFirstPassword(next: string, email: string): Promise<Result<string, 'too_short' | 'invalid_format'>> {
  const fits = checkPassword(next, email);
  return fits.ok ? accept(await hashPassword(next)) : fits;
}

/** 0: he has one already. */
export const keepFirstPassword = (tx: Tx, userId: string, hash: string): Promise<number> => saveFirstPassword(tx, userId, hash);

/** 0: there was none. */
export const dropPasswordOf = (tx: Tx, userId: string): Promise<number> => deletePassword(tx, userId);

/** Hashing takes its time: whether what was compared is still his password, held until the transaction ends. */
export const isStillPassword = (tx: Tx, userId: string, hash: string | null): Promise<boolean> => holdPassword(tx, userId, hash);
