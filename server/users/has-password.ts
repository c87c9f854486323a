import type { Queryable } from '#server/platform/db/db.ts';
import { findUser } from './store.ts';

/** Whether a person can sign in by a password at all. */
export async function hasPassword(db: Queryable, userId: string): Promise<boolean> {
  const user = await findUser(db, userId);
  return user !== undefined && user.passwordHash !== null;
}
