import type { OperatorRole } from '#core/access/access.ts';
import type { Locale } from '#core/locale.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { hashPassword } from './hash-password.ts';
import { insertUser } from './insert-user.ts';
import { findUserByEmail, promoteCustomer } from './store.ts';

export interface NewOperator {
  readonly email: string;
  readonly role: OperatorRole;
  readonly locale: Locale;
  readonly fullName: string;
  readonly password: string;
}

/** Creates an operator's account, or turns a customer's into one; returns its id. Undefined: already an operator, or disabled. */
export async function createOperator(
  deps: Pick<Deps, 'random' | 'clock'>,
  tx: Tx,
  { password, ...person }: NewOperator,
): Promise<string | undefined> {
  const passwordHash = await hashPassword(password);
  const existing = await findUserByEmail(tx, person.email);
  // An account with an unverified address stays as it is: nothing of it may become an operator's
  if (existing !== undefined && existing.emailVerifiedAt !== null) {
    if (existing.role !== 'customer' || existing.disabledAt !== null) return undefined;
    await promoteCustomer(tx, existing.id, { ...person, passwordHash });
    return existing.id;
  }
  const id = deps.random.uuid();
  const now = deps.clock.now();
  await insertUser(tx, { id, ...person, passwordHash, emailVerifiedAt: now, createdAt: now });
  return id;
}
