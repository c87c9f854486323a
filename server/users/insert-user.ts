import { type Queryable, sql, type Tx } from '#server/platform/db/db.ts';
import type { User } from './store.ts';

/** A user to insert: nothing enrolled, not disabled. */
export type NewUser = Omit<
  User,
  'secondFactorSince' | 'disabledAt' | 'phone' | 'antiPhishingCode' | 'profileVersion' | 'isEmailMasked' | 'referralCode'
> & {
  readonly phone?: string | null;
  readonly isEmailMasked?: boolean;
};

/** A customer's row that others refer to, without personal data; an existing row stays. */
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
