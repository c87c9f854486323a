import { findOrCreateCustomer } from './find-or-create-customer.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { SignInUser } from '#server/users/passwords.ts';
import { insertUser, type NewUser } from '#server/users/change-user.ts';

/** Creates a customer's account with an unverified e-mail, and links the customer record. */
export async function createCustomerAccount(
  deps: Pick<Deps, 'random' | 'clock'>,
  tx: Tx,
  customer: Pick<NewUser, 'email' | 'passwordHash' | 'fullName' | 'phone' | 'locale' | 'isEmailMasked'>,
): Promise<SignInUser> {
  const id = deps.random.uuid();
  await insertUser(tx, { ...customer, id, role: 'customer', emailVerifiedAt: null, createdAt: deps.clock.now() });
  await findOrCreateCustomer(deps, tx, { email: customer.email, userId: id });
  return { id, role: 'customer', secondFactorSince: null };
}
