import type { Queryable } from '#server/platform/db/db.ts';
import { findTotp, listPasskeys } from './store.ts';

/** Whether a user has a second factor of any kind. */
export async function hasSecondFactor(db: Queryable, userId: string): Promise<boolean> {
  const [totp, passkeys] = await Promise.all([findTotp(db, userId), listPasskeys(db, userId)]);
  return totp !== undefined || passkeys.length > 0;
}
