import { accept, refuse, type Result } from '#core/result.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { findUser, type Profile, saveProfile } from './store.ts';

export interface ProfileChange {
  readonly userId: string;
  /** The version it was made on; undefined: whatever it is now. */
  readonly version: number | undefined;
  /** Only what is to change. */
  readonly profile: Partial<Profile>;
}

/** Writes what a person says of himself. Of two tabs that began with the same version the second one is refused, not overwritten. */
export async function changeProfile(tx: Tx, { userId, version, profile }: ProfileChange): Promise<Result<null, 'edit_conflict'>> {
  const user = await findUser(tx, userId);
  if (user === undefined) return refuse({ code: 'edit_conflict' });
  if (version !== undefined && version !== user.profileVersion) return refuse({ code: 'edit_conflict', message: 'profile_changed' });
  const { fullName, phone, locale, antiPhishingCode } = { ...user, ...profile };
  const saved = await saveProfile(tx, userId, user.profileVersion, { fullName, phone, locale, antiPhishingCode });
  return saved === undefined ? refuse({ code: 'edit_conflict', message: 'profile_changed' }) : accept(null);
}
