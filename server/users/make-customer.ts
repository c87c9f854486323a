import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { Entrant } from './check-credentials.ts';
import { insertUser, type NewUser } from './store.ts';

/** A customer's account, whose e-mail nobody has proven yet. */
export async function makeCustomer(
  { random, clock }: Pick<Deps, 'random' | 'clock'>,
  tx: Tx,
  customer: Pick<NewUser, 'email' | 'passwordHash' | 'fullName' | 'phone' | 'locale' | 'isEmailMasked'>,
): Promise<Entrant> {
  const id = random.uuid();
  await insertUser(tx, { ...customer, id, role: 'customer', emailVerifiedAt: null, createdAt: clock.now() });
  return { id, role: 'customer', secondFactorSince: null };
}
