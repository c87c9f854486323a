import type { Queryable } from '#server/platform/db/db.ts';
import { verifyPassword } from './hash-password.ts';
import { findUser } from './store.ts';

/** False for a user without a password. */
export async function isPasswordOf(db: Queryable, userId: string, password: string): Promise<boolean> {
  const user = await findUser(db, userId);
  return await verifyPassword(password, user?.passwordHash);
}
