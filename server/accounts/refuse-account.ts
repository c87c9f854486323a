import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { endAllSessions } from '#server/sessions/end-sessions.ts';
import { findAccountOrigin, findPerson } from '#server/users/queries.ts';
import { deleteIdentitiesOf } from '#server/users/identities.ts';
import { lockOut, type CutOffDeps } from './cut-off.ts';
import { VALIDITY_MS } from './mail-token.ts';
import { disableUnverified } from '#server/users/change-user.ts';
import { deleteTokensOf } from './store.ts';

const PURPOSE = 'this account is not mine';
const INVALID_LINK = refuse({ code: 'invalid_token', message: 'old_link' } as const);

/** The token of the link in the activation mail. Only the reader of the address has it. */
export const refusalToken = ({ secrets }: Pick<Deps, 'secrets'>, userId: string): string => `${userId}.${secrets.sign(PURPOSE, userId)}`;

/**
 * "I did not open this account", said by the reader of its address. Closes an unverified account. Locks everyone out of a verified one, if
 * it was verified up to three days ago (the validity of the activation link).
 */
export async function refuseAccount(
  deps: CutOffDeps,
  tx: Tx,
  token: string,
): Promise<Result<{ readonly userId: string }, 'invalid_token'>> {
  const [userId = '', signature = ''] = token.split('.');
  if (!deps.secrets.verifyLongLived(PURPOSE, userId, signature)) return INVALID_LINK;
  const person = await findPerson(tx, userId);
  const origin = await findAccountOrigin(tx, userId);
  const now = deps.clock.now();
  if (person === undefined || origin === undefined || person.isDisabled || person.role !== 'customer') return INVALID_LINK;
  if (origin.verifiedAt !== null && now > origin.verifiedAt + VALIDITY_MS.activate) return INVALID_LINK;
  await deleteTokensOf(tx, userId);
  if (person.hasVerifiedEmail) await lockOut(deps, tx, { userId, email: person.email });
  else {
    await endAllSessions(deps, tx, userId);
    await disableUnverified(tx, userId, now);
    await deleteIdentitiesOf(tx, userId);
  }
  return accept({ userId });
}
