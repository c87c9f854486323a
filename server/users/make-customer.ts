import { knowCustomer } from '#server/customers/know-customer.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { Entrant } from './check-credentials.ts';
import { insertUser, type NewUser } from './store.ts';

/** A customer's account, whose e-mail nobody has proven yet, and the customer whose it is. */
export async function makeCustomer(
  deps: Pick<Deps, 'random' | 'clock'>,
  tx: Tx,
  customer: Pick<NewUser, 'email' | 'passwordHash' | 'fullName' | 'phone' | 'locale' | 'isEmailMasked'>,
): Promise<Entrant> {
  const id = deps.random.uuid();
  await insertUser(tx, { ...customer, id, role: 'customer', emailVerifiedAt: null, createdAt: deps.clock.now() });
  await knowCustomer(deps, tx, { email: customer.email, userId: id });
  return { id, role: 'customer', secondFactorSince: null };
}
