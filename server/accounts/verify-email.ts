import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { attachOrders } from '#server/orders/customer-orders.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { endAllSessions, type SessionEndDeps } from '#server/sessions/end-sessions.ts';
import { deleteIdentitiesOf } from '#server/users/identities.ts';
import { disableUnverified, saveNewEmail, setEmailVerified } from '#server/users/change-user.ts';
import * as store from './store.ts';

export type ProveDeps = Pick<Deps, 'clock'> & SessionEndDeps;

interface Proof {
  readonly userId: string;
  readonly email: string;
  /** Replaces another address of the account. */
  readonly isNew?: boolean;
}

/**
 * Marks an address as verified by an account. Other accounts that name it are closed, and guests' orders with it join the account. Refused
 * when another account has verified it.
 */
export async function verifyEmail(
  deps: ProveDeps,
  tx: Tx,
  { userId, email, isNew = false }: Proof,
): Promise<Result<{ readonly joined: number }, 'invalid_token'>> {
  await store.lockEmail(tx, email);
  const verified = await store.findVerifiedOwner(tx, email);
  if (verified !== undefined && verified.id !== userId) return refuse({ code: 'invalid_token', message: 'activation_impossible' });
  const now = deps.clock.now();
  const save = async () => (isNew ? await saveNewEmail(tx, userId, email) : await setEmailVerified(tx, userId, now));
  if (verified === undefined && (await save()) === 0) return refuse({ code: 'invalid_token', message: 'activation_impossible' });
  const joinedOrders = await attachOrders(tx, { userId, email });
  for (const { id } of await store.listUnverified(tx, email)) {
    // oxlint-disable-next-line no-await-in-loop -- one connection, one statement at a time
    await endAllSessions(deps, tx, id);
    // oxlint-disable-next-line no-await-in-loop -- the same
    await disableUnverified(tx, id, now);
    // A user of a provider may sign in by it again, to a new account
    // oxlint-disable-next-line no-await-in-loop -- the same
    await deleteIdentitiesOf(tx, id);
  }
  return accept({ joined: joinedOrders });
}
