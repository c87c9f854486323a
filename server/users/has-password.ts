import type { Queryable } from '#server/platform/db/db.ts';
import { findUser } from './store.ts';

export async function hasPassword(db: Queryable, userId: string): Promise<boolean> {
  const user = await findUser(db, userId);
  return user !== undefined && user.passwordHash !== null;
}
