import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { joinOrders } from '#server/orders/join-orders.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { endSessionsOf, type Telling } from '#server/sessions/end-sessions.ts';
import { deleteIdentitiesOf } from '#server/users/identities.ts';
import * as store from './store.ts';

export type ProveDeps = Pick<Deps, 'clock'> & Telling;

interface Proof {
  readonly userId: string;
  readonly email: string;
  /** It takes the place of another one. */
  readonly isNew?: boolean;
}

/**
 * An address is proven to be an account's: from here on it is nobody else's. Whoever only said so is out, and the orders that were made
 * with it become the owner's. Refused when another account has proven it before.
 */
export async function proveEmail(
  deps: ProveDeps,
  tx: Tx,
  { userId, email, isNew = false }: Proof,
): Promise<Result<{ readonly joined: number }, 'invalid_token'>> {
  await store.lockEmail(tx, email);
  const proven = await store.findProven(tx, email);
  if (proven !== undefined && proven.id !== userId) return refuse({ code: 'invalid_token', message: 'activation_impossible' });
  const now = deps.clock.now();
  const save = async () => (isNew ? await store.saveNewEmail(tx, userId, email) : await store.saveProof(tx, userId, now));
  if (proven === undefined && (await save()) === 0) return refuse({ code: 'invalid_token', message: 'activation_impossible' });
  const joined = await joinOrders(tx, { userId, email });
  for (const { id } of await store.listUnproven(tx, email)) {
    // oxlint-disable-next-line no-await-in-loop -- one connection, one statement at a time
    await endSessionsOf(deps, tx, id);
    // oxlint-disable-next-line no-await-in-loop -- the same
    await store.closeAccount(tx, id, now);
    // Whoever came to it by a provider may come again, to an account of his own
    // oxlint-disable-next-line no-await-in-loop -- the same
    await deleteIdentitiesOf(tx, id);
  }
  return accept({ joined });
}
