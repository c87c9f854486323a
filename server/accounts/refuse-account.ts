import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { endSessionsOf } from '#server/sessions/end-sessions.ts';
import { findPerson } from '#server/users/find-person.ts';
import { deleteIdentitiesOf } from '#server/users/identities.ts';
import { findOpening } from '#server/users/opening.ts';
import { closeEveryWayIn, type CutOffDeps } from './cut-off.ts';
import { LIVES_MS } from './mail-token.ts';
import { closeAccount } from './store.ts';
import { deleteTokensOf } from './token-store.ts';

const PURPOSE = 'this account is not mine';
const SPENT = refuse({ code: 'invalid_token', message: 'old_link' } as const);

/** Carried by the link of the activation letter: only the reader of the address has it. */
export const refusalToken = ({ secrets }: Pick<Deps, 'secrets'>, userId: string): string => `${userId}.${secrets.sign(PURPOSE, userId)}`;

/**
 * "I did not open this account", said by whoever reads the mail of its address. An unproven account is closed. A proven one stays with
 * the address, and everybody who could sign in to it is out: for three days after the proof, as long as the activation link lives.
 */
export async function refuseAccount(
  deps: CutOffDeps,
  tx: Tx,
  token: string,
): Promise<Result<{ readonly userId: string }, 'invalid_token'>> {
  const [userId = '', signature = ''] = token.split('.');
  if (!deps.secrets.verifyKept(PURPOSE, userId, signature)) return SPENT;
  const person = await findPerson(tx, userId);
  const opening = await findOpening(tx, userId);
  const now = deps.clock.now();
  if (person === undefined || opening === undefined || person.isDisabled || person.role !== 'customer') return SPENT;
  if (opening.provenAt !== null && now > opening.provenAt + LIVES_MS.activate) return SPENT;
  await deleteTokensOf(tx, userId);
  if (person.hasVerifiedEmail) await closeEveryWayIn(deps, tx, { userId, email: person.email });
  else {
    await endSessionsOf(deps, tx, userId);
    await closeAccount(tx, userId, now);
    await deleteIdentitiesOf(tx, userId);
  }
  return accept({ userId });
}
