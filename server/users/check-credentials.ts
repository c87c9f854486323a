import type { Queryable } from '#server/platform/db/db.ts';
import { verifyPassword } from './hash-password.ts';
import { findUserByEmail, type User } from './store.ts';

/** The user of an e-mail and password; undefined when they do not fit, after the same work whether or not the e-mail exists (R29). */
export async function checkCredentials(db: Queryable, email: string, password: string): Promise<User | undefined> {
  const user = await findUserByEmail(db, email);
  const fits = await verifyPassword(password, user?.passwordHash);
  return fits ? user : undefined;
}
