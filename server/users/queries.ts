import type { Locale } from '#core/locale.ts';
import { col, type Queryable, rowType, sql, type Sql } from '#server/platform/db/db.ts';
import type { Instant } from '#core/time.ts';
import { findUser, findUserByEmail, type User } from './store.ts';

/** A user as other modules see one. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly fullName: string | null;
  /** Without a verified address nothing of that address belongs to the user. */
  readonly hasVerifiedEmail: boolean;
  readonly role: string;
  readonly locale: Locale;
  readonly isDisabled: boolean;
  readonly hasSecondFactor: boolean;
}

const personOf = ({ id, email, fullName, emailVerifiedAt, role, locale, disabledAt, secondFactorSince }: User): Person => ({
  id,
  email,
  fullName,
  hasVerifiedEmail: emailVerifiedAt !== null,
  role,
  locale,
  isDisabled: disabledAt !== null,
  hasSecondFactor: secondFactorSince !== null,
});

export async function findPerson(db: Queryable, id: string): Promise<Person | undefined> {
  const user = await findUser(db, id);
  return user && personOf(user);
}

/** Finds the account of an e-mail in any case of letters. See `findUserByEmail` for addresses of several accounts. */
export async function findPersonByEmail(db: Queryable, email: string): Promise<Person | undefined> {
  const user = await findUserByEmail(db, email);
  return user && personOf(user);
}

/** How an account was opened, and when its address was verified. */
export interface AccountOrigin {
  /** The id of a sign-in provider. Null means a password. */
  readonly openedWith: string | null;
  readonly verifiedAt: Instant | null;
}

const OriginRow = rowType({ opened_with: col.nullable(col.text), email_verified_at: col.nullable(col.timestamp) });

export async function findAccountOrigin(db: Queryable, userId: string): Promise<AccountOrigin | undefined> {
  const row = await db.maybe(OriginRow, sql`select opened_with, email_verified_at from users where id = ${userId}`);
  return row && { openedWith: row.opened_with, verifiedAt: row.email_verified_at?.getTime() ?? null };
}

const CodeRow = rowType({ anti_phishing_code: col.nullable(col.text) });

/** The code shown in mails to a verified address. Without the verification a stranger could have us mail any text to the address. */
export async function antiPhishingCodeOf(db: Queryable, email: string): Promise<string | null> {
  const row = await db.maybe(
    CodeRow,
    sql`select anti_phishing_code from users
      where lower(email) = lower(${email}) and email_verified_at is not null and disabled_at is null`,
  );
  return row?.anti_phishing_code ?? null;
}

/** SQL: the name of the user with this id, or the e-mail address of one without a name; null if there is no such user. */
export const nameOf = (userId: Sql): Sql => sql`(select coalesce(u.full_name, u.email) from users u where u.id = ${userId})`;

/** SQL: the e-mail address of the user with this id; null if there is no such user. */
export const emailOf = (userId: Sql): Sql => sql`(select u.email from users u where u.id = ${userId})`;
