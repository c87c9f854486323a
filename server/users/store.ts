import { LOCALES, type Locale } from '#core/locale.ts';
import { AnyRow, col, type Queryable, type RowOf, rowType, sql } from '#server/platform/db/db.ts';

export interface User {
  readonly id: string;
  readonly email: string;
  readonly passwordHash: string | null;
  readonly fullName: string | null;
  readonly phone: string | null;
  readonly role: string;
  readonly locale: Locale;
  readonly emailVerifiedAt: number | null;
  readonly createdAt: number;
  /** Since when the user has a second factor; null: none. */
  readonly secondFactorSince: number | null;
  /** Null: the user may sign in. */
  readonly disabledAt: number | null;
  /** A text that the user chose. Our mails show it, so that the user can tell them from forged ones. */
  readonly antiPhishingCode: string | null;
  /** Incremented with every change of the profile. */
  readonly profileVersion: number;
  /** The address is shown masked until it is verified, because the account was opened with the key of an order. */
  readonly isEmailMasked: boolean;
  /** Null once the account is erased. */
  readonly referralCode: string | null;
}

const Row = rowType({
  id: col.text,
  email: col.text,
  password_hash: col.nullable(col.text),
  full_name: col.nullable(col.text),
  phone: col.nullable(col.text),
  role: col.text,
  locale: col.oneOf(LOCALES),
  email_verified_at: col.nullable(col.timestamp),
  created_at: col.timestamp,
  second_factor_since: col.nullable(col.timestamp),
  disabled_at: col.nullable(col.timestamp),
  anti_phishing_code: col.nullable(col.text),
  profile_version: col.number,
  is_email_masked: col.bool,
  referral_code: col.nullable(col.text),
});
type Row = RowOf<typeof Row>;

const toUser = (row: Row): User => ({
  id: row.id,
  email: row.email,
  passwordHash: row.password_hash,
  fullName: row.full_name,
  phone: row.phone,
  role: row.role,
  locale: row.locale,
  emailVerifiedAt: row.email_verified_at?.getTime() ?? null,
  createdAt: row.created_at.getTime(),
  secondFactorSince: row.second_factor_since?.getTime() ?? null,
  disabledAt: row.disabled_at?.getTime() ?? null,
  antiPhishingCode: row.anti_phishing_code,
  profileVersion: row.profile_version,
  isEmailMasked: row.is_email_masked,
  referralCode: row.referral_code,
});

/** The account that verified this e-mail (in any case of letters), otherwise the newest account that names it (decision 0044). */
export async function findUserByEmail(db: Queryable, email: string): Promise<User | undefined> {
  const row = await db.maybe(
    Row,
    sql`select ${Row.list} from users where lower(email) = lower(${email})
      order by email_verified_at is null, disabled_at is not null, created_at desc, id limit 1`,
  );
  return row === undefined ? undefined : toUser(row);
}

export async function findUser(db: Queryable, id: string): Promise<User | undefined> {
  const row = await db.maybe(Row, sql`select ${Row.list} from users where id = ${id}`);
  return row === undefined ? undefined : toUser(row);
}

const OwnerRow = rowType({ exists: col.bool });

export async function hasOwner(db: Queryable): Promise<boolean> {
  const { exists } = await db.one(OwnerRow, sql`select exists (select from users where role = 'owner')`);
  return exists;
}

/** Serializes creation of the first owner, until the transaction ends. */
export async function lockOwners(db: Queryable): Promise<void> {
  await db.many(AnyRow, sql`select pg_advisory_xact_lock(hashtextextended('first owner', 4))`);
}

/** Turns a customer's account into an operator's; the link in the invitation verifies the address. */
export const promoteCustomer = (
  db: Queryable,
  id: string,
  operator: Pick<User, 'passwordHash' | 'fullName' | 'role' | 'locale'>,
): Promise<number> =>
  db.run(sql`
    update users set password_hash = ${operator.passwordHash}, full_name = ${operator.fullName}, role = ${operator.role},
      locale = ${operator.locale}
    where id = ${id} and role = 'customer'`);

/** What users may change about themselves. */
export type Profile = Pick<User, 'fullName' | 'phone' | 'locale' | 'antiPhishingCode'>;

/** Returns undefined if the profile was changed since `version` was read. */
export async function saveProfile(db: Queryable, id: string, version: number, profile: Profile): Promise<User | undefined> {
  const row = await db.maybe(
    Row,
    sql`
    update users set full_name = ${profile.fullName}, phone = ${profile.phone}, locale = ${profile.locale},
      anti_phishing_code = ${profile.antiPhishingCode}, profile_version = profile_version + 1
    where id = ${id} and profile_version = ${version} returning ${Row.list}`,
  );
  return row === undefined ? undefined : toUser(row);
}
