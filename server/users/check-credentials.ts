import type { Queryable } from '#server/platform/db/db.ts';
import { verifyPassword } from './hash-password.ts';
import { findUserByEmail, type User } from './store.ts';

/** Whoever may sign in, as far as signing in asks. */
export type Entrant = Pick<User, 'id' | 'role' | 'secondFactorSince'>;

interface Given {
  readonly email: string;
  readonly password: string;
  /** Aborted when the client goes away. */
  readonly signal?: AbortSignal;
}

export interface Checked {
  /** Undefined when e-mail and password do not fit, and for whoever is disabled: nobody learns which. */
  readonly user: Entrant | undefined;
  /** What his password was compared with; a session begins only while it is still his. */
  readonly passwordHash: string | null;
  /** Whose e-mail it is, for his own list of what was tried. */
  readonly knownId: string | null;
}

/** The user of an e-mail and password, after the same work whether or not the e-mail exists (R29). */
export async function checkCredentials(db: Queryable, { email, password, signal }: Given): Promise<Checked> {
  const found = await findUserByEmail(db, email);
  const fits = await verifyPassword(password, found?.passwordHash, signal);
  const user = fits && found?.disabledAt === null ? found : undefined;
  return { user, passwordHash: found?.passwordHash ?? null, knownId: found?.id ?? null };
}
