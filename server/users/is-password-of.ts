import type { Queryable } from '#server/platform/db/db.ts';
import { verifyPassword } from './hash-password.ts';
import { findUser } from './store.ts';

/** Whether this is the password of this person; whoever has none has no right one. */
export async function isPasswordOf(db: Queryable, userId: string, password: string): Promise<boolean> {
  const user = await findUser(db, userId);
  return await verifyPassword(password, user?.passwordHash);
}
