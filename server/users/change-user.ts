import type { OperatorRole } from '#core/access/access.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Instant } from '#core/time.ts';
import { type Queryable, sql, type Tx } from '#server/platform/db/db.ts';
import { findUser, type Profile, saveProfile, type User } from './store.ts';

/** Returns 0 if the user does not exist, is disabled, or is already verified. */
export const setEmailVerified = (tx: Tx, userId: string, now: Instant): Promise<number> =>
  tx.run(sql`
    update users set email_verified_at = ${new Date(now)} where id = ${userId} and email_verified_at is null and disabled_at is null`);

/** Replaces the address of a verified user. Returns 0 if the user does not exist or is disabled. */
export const saveNewEmail = (tx: Tx, userId: string, email: string): Promise<number> =>
  tx.run(sql`
    update users set email = ${email}, profile_version = profile_version + 1
    where id = ${userId} and email_verified_at is not null and disabled_at is null`);

/** Disables an unverified user; its orders continue. */
export const disableUnverified = (tx: Tx, userId: string, now: Instant): Promise<number> =>
  tx.run(sql`update users set disabled_at = ${new Date(now)} where id = ${userId} and email_verified_at is null and disabled_at is null`);

export const deleteUnverified = (tx: Tx, userId: string): Promise<number> => tx.run(sql`delete from users where id = ${userId}`);

export const saveRole = (tx: Tx, id: string, role: OperatorRole): Promise<number> =>
  tx.run(sql`update users set role = ${role} where id::text = ${id} and role <> 'customer'`);

/** Null enables the user. Returns 0 if nothing changed. */
export const saveDisabled = (tx: Tx, id: string, disabledAt: Instant | null): Promise<number> =>
  tx.run(sql`
    update users set disabled_at = ${disabledAt === null ? null : new Date(disabledAt)}
    where id::text = ${id} and (disabled_at is null) = ${disabledAt !== null}`);

/** Stores whether the user has a second factor. The time of the first one is kept while there is any. */
export const saveHasFactor = (
  db: Queryable,
  userId: string,
  { hasFactor, now }: { readonly hasFactor: boolean; readonly now: Instant },
): Promise<number> =>
  db.run(sql`
    update users set second_factor_since = case when ${hasFactor} then coalesce(second_factor_since, ${new Date(now)}) end
    where id = ${userId}`);

/** Records the sign-in provider that an account was opened with. */
export const saveOpenedWith = (tx: Tx, userId: string, provider: string): Promise<number> =>
  tx.run(sql`update users set opened_with = ${provider} where id = ${userId}`);

/** A user to insert, without a second factor and not disabled. */
export type NewUser = Omit<
  User,
  'secondFactorSince' | 'disabledAt' | 'phone' | 'antiPhishingCode' | 'profileVersion' | 'isEmailMasked' | 'referralCode'
> & {
  readonly phone?: string | null;
  readonly isEmailMasked?: boolean;
};

/** Inserts a customer without personal data, for rows that refer to it. An existing row is not changed. */
export const insertNamelessUser = (tx: Tx, user: { readonly id: string; readonly email: string; readonly at: Date }): Promise<number> =>
  tx.run(sql`
    insert into users (id, email, full_name, role, email_verified_at)
    values (${user.id}, ${user.email}, '', 'customer', ${user.at}) on conflict do nothing`);

export async function insertUser(db: Queryable, user: NewUser): Promise<void> {
  await db.run(sql`
    insert into users (id, email, password_hash, full_name, phone, role, locale, email_verified_at, created_at, is_email_masked)
    values (${user.id}, ${user.email}, ${user.passwordHash}, ${user.fullName}, ${user.phone ?? null}, ${user.role}, ${user.locale},
            ${user.emailVerifiedAt === null ? null : new Date(user.emailVerifiedAt)}, ${new Date(user.createdAt)},
              ${user.isEmailMasked === true})`);
}

export interface ProfileChange {
  readonly userId: string;
  /** The version that the change is based on. Undefined means the current one. */
  readonly version: number | undefined;
  /** Changed fields only. */
  readonly profile: Partial<Profile>;
}

/** Saves profile fields. A change based on an outdated version is refused. */
export async function changeProfile(tx: Tx, { userId, version, profile }: ProfileChange): Promise<Result<null, 'edit_conflict'>> {
  const user = await findUser(tx, userId);
  if (user === undefined) return refuse({ code: 'edit_conflict' });
  if (version !== undefined && version !== user.profileVersion) return refuse({ code: 'edit_conflict', message: 'profile_changed' });
  const { fullName, phone, locale, antiPhishingCode } = { ...user, ...profile };
  const saved = await saveProfile(tx, userId, user.profileVersion, { fullName, phone, locale, antiPhishingCode });
  return saved === undefined ? refuse({ code: 'edit_conflict', message: 'profile_changed' }) : accept(null);
}
