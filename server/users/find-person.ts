import type { Locale } from '#core/locale.ts';
import type { Queryable } from '#server/platform/db/db.ts';
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

/** By e-mail, in any case of letters. */
export async function findPersonByEmail(db: Queryable, email: string): Promise<Person | undefined> {
  const user = await findUserByEmail(db, email);
  return user && personOf(user);
}
