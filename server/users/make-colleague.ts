import type { OperatorRole } from '#core/access.ts';
import type { Locale } from '#core/locale.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { hashPassword } from './hash-password.ts';
import { findUserByEmail, insertUser, promoteCustomer } from './store.ts';

export interface NewColleague {
  readonly email: string;
  readonly role: OperatorRole;
  readonly locale: Locale;
  readonly fullName: string;
  readonly password: string;
}

/** An account of somebody who works here from now on; a customer's own becomes it. Undefined: he works here already. */
export async function makeColleague(
  deps: Pick<Deps, 'random' | 'clock'>,
  tx: Tx,
  { password, ...person }: NewColleague,
): Promise<string | undefined> {
  const passwordHash = await hashPassword(password);
  const known = await findUserByEmail(tx, person.email);
  // Whoever only said that the address is his keeps what he has, and nothing of it becomes a colleague's
  if (known !== undefined && known.emailVerifiedAt !== null) {
    if (known.role !== 'customer' || known.disabledAt !== null) return undefined;
    await promoteCustomer(tx, known.id, { ...person, passwordHash });
    return known.id;
  }
  const id = deps.random.uuid();
  const now = deps.clock.now();
  await insertUser(tx, { id, ...person, passwordHash, emailVerifiedAt: now, createdAt: now });
  return id;
}
