import type { Locale } from '#core/locale.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { findUser, findUserByEmail, type User } from './store.ts';

/** Somebody with an account, as other nouns know him. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly fullName: string | null;
  /** Whether the address is proven to be his: without that nothing of it is. */
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

/** The person of an id; undefined when there is none. */
export async function findPerson(db: Queryable, id: string): Promise<Person | undefined> {
  const user = await findUser(db, id);
  return user && personOf(user);
}

/** The person of an e-mail in any case; undefined when there is none. */
export async function findPersonByEmail(db: Queryable, email: string): Promise<Person | undefined> {
  const user = await findUserByEmail(db, email);
  return user && personOf(user);
}
