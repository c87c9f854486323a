import type { Queryable } from '#server/platform/db/db.ts';
import { verifyPassword } from './hash-password.ts';
import { findUserByEmail, type User } from './store.ts';

/** What signing in needs to know of a user. */
export type SignInUser = Pick<User, 'id' | 'role' | 'secondFactorSince'>;

interface Credentials {
  readonly email: string;
  readonly password: string;
  /** Aborted when the client disconnects. */
  readonly signal?: AbortSignal;
}

export interface CredentialCheck {
  /** Undefined for a wrong e-mail or password and for a disabled user, indistinguishably. */
  readonly user: SignInUser | undefined;
  /** The hash compared with; a session begins only while it is still the user's. */
  readonly passwordHash: string | null;
  /** The account of the e-mail, to record the failure in its security events. */
  readonly accountId: string | null;
}

/** The user of an e-mail and password, after the same work whether or not the e-mail exists (R29). */
export async function checkCredentials(db: Queryable, { email, password, signal }: Credentials): Promise<CredentialCheck> {
  const account = await findUserByEmail(db, email);
  const fits = await verifyPassword(password, account?.passwordHash, signal);
  const verifiedUser = fits && account?.disabledAt === null ? account : undefined;
  return { user: verifiedUser, passwordHash: account?.passwordHash ?? null, accountId: account?.id ?? null };
}
