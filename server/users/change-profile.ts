import { accept, refuse, type Result } from '#core/result.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { findUser, type Profile, saveProfile } from './store.ts';

export interface ProfileChange {
  readonly userId: string;
  /** The version the change is based on; undefined: the current one. */
  readonly version: number | undefined;
  /** Changed fields only. */
  readonly profile: Partial<Profile>;
}

/** Saves profile fields. A change based on an outdated version is refused, not overwritten. */
export async function changeProfile(tx: Tx, { userId, version, profile }: ProfileChange): Promise<Result<null, 'edit_conflict'>> {
  const user = await findUser(tx, userId);
  if (user === undefined) return refuse({ code: 'edit_conflict' });
  if (version !== undefined && version !== user.profileVersion) return refuse({ code: 'edit_conflict', message: 'profile_changed' });
  const { fullName, phone, locale, antiPhishingCode } = { ...user, ...profile };
  const saved = await saveProfile(tx, userId, user.profileVersion, { fullName, phone, locale, antiPhishingCode });
  return saved === undefined ? refuse({ code: 'edit_conflict', message: 'profile_changed' }) : accept(null);
}
