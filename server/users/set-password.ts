import { checkPassword } from '#core/security/password.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import { hashPassword, verifyPassword } from './hash-password.ts';
import { deletePassword, findUser, lockPassword, saveFirstPassword, savePassword } from './store.ts';

export interface NewPassword {
  readonly userId: string;
  readonly current: string;
  readonly next: string;
}

/** The hash of a new password; the current one must be given (R33). */
export async function hashNewPassword(
  db: Db,
  { userId, current, next }: NewPassword,
): Promise<Result<string, 'authentication_failed' | 'too_short' | 'invalid_format'>> {
  const user = await findUser(db, userId);
  if (user === undefined || !(await verifyPassword(current, user.passwordHash)))
    return refuse({ code: 'authentication_failed', field: 'current_password', message: 'wrong_password' });
  const checked = checkPassword(next, user.email, user.role);
  return checked.ok ? accept(await hashPassword(next)) : checked;
}

export const setPassword = (tx: Tx, userId: string, hash: string): Promise<number> => savePassword(tx, userId, hash);

/** The hash of a first password, for a user without one. */
export async function hashFirstPassword(next: string, email: string): Promise<Result<string, 'too_short' | 'invalid_format'>> {
  const checked = checkPassword(next, email);
  return checked.ok ? accept(await hashPassword(next)) : checked;
}

/** 0: the user has a password already. */
export const setFirstPassword = (tx: Tx, userId: string, hash: string): Promise<number> => saveFirstPassword(tx, userId, hash);

/** 0: there was none. */
export const removePassword = (tx: Tx, userId: string): Promise<number> => deletePassword(tx, userId);

/** Whether the compared hash is still the user's, locked until the transaction ends: hashing takes time. */
export const isStillPassword = (tx: Tx, userId: string, hash: string | null): Promise<boolean> => lockPassword(tx, userId, hash);
