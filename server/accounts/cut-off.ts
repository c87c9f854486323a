import { accept, refuse, type Result } from '#core/result.ts';
import type { Instant } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { removeMethodsBefore } from '#server/second-factors/sign-in-methods.ts';
import {
  type ApiAccessDeps,
  cutOffApiAccess,
  endAllSessions,
  endOtherSessions,
  recordSessionsEndedByVerification,
  type SessionEndDeps,
} from '#server/sessions/end-sessions.ts';
import { forgetWalletsBefore } from '#server/user-wallets/saved-wallets.ts';
import { disableUnverified } from '#server/users/change-user.ts';
import { deleteIdentitiesOf } from '#server/users/identities.ts';
import { removePassword } from '#server/users/passwords.ts';
import { findAccountOrigin, findPerson } from '#server/users/queries.ts';
import { mailToken, VALIDITY_MS } from './mail-token.ts';
import { deleteTokensOf } from './store.ts';

/** Deletes the chats and browsers that get an account's notices. Injected, because these modules come later in the module order. */
export type DeleteNoticeChannels = (tx: Tx, range: { readonly userId: string; readonly before: Instant }) => Promise<void>;

export type CutOffDeps = Pick<Deps, 'clock' | 'random' | 'secrets'> &
  SessionEndDeps &
  ApiAccessDeps & { readonly deleteNoticeChannels: DeleteNoticeChannels };

interface LinkedRange {
  readonly userId: string;
  readonly before: Instant;
}

/**
 * Removes what was linked to an account before a moment: sign-in providers, passkeys, authenticator apps, stored requisites and notice
 * channels. API keys and webhooks end whatever their age.
 */
export async function unlinkAll(deps: CutOffDeps, tx: Tx, { userId, before }: LinkedRange): Promise<void> {
  await removeMethodsBefore(deps, tx, userId, before);
  await forgetWalletsBefore(tx, userId, before);
  await deps.deleteNoticeChannels(tx, { userId, before });
  await cutOffApiAccess(deps, tx, { userId, since: 0 });
}

/** Ends every sign-in method and session. A link for a new password is mailed to the address. */
export async function lockOut(deps: CutOffDeps, tx: Tx, { userId, email }: { readonly userId: string; readonly email: string }) {
  await unlinkAll(deps, tx, { userId, before: deps.clock.now() + 1 });
  await removePassword(tx, userId);
  await endAllSessions(deps, tx, userId);
  await mailToken(deps, tx, { purpose: 'reset', userId: null, email });
}

export interface VerifiedAddress {
  readonly userId: string;
  readonly email: string;
  /** The account's session in the verifying browser. Null if that browser is not signed in to the account. */
  readonly sessionHash: Buffer | null;
  /** Hash of the device token of the verifying browser. */
  readonly deviceHash: Buffer;
}

/**
 * Ends access after an address was verified, as its owner may not have opened the account (decision 0087):
 * - in a browser signed in to the account, this session and everything linked stay;
 * - in any other browser all of it ends, except the password of an account that was opened with one.
 */
export async function cutOffOnVerification(
  deps: CutOffDeps,
  tx: Tx,
  { userId, email, sessionHash, deviceHash }: VerifiedAddress,
): Promise<void> {
  if (sessionHash !== null) {
    await endOtherSessions(deps, tx, userId, sessionHash);
    return;
  }
  await recordSessionsEndedByVerification(tx, { userId, deviceHash, now: deps.clock.now() });
  const origin = await findAccountOrigin(tx, userId);
  if (origin?.openedWith != null) {
    await lockOut(deps, tx, { userId, email });
    return;
  }
  await unlinkAll(deps, tx, { userId, before: deps.clock.now() + 1 });
  await endAllSessions(deps, tx, userId);
}

const PURPOSE = 'this account is not mine';
const INVALID_LINK = refuse({ code: 'invalid_token', message: 'old_link' } as const);

/** The token of the link in the activation mail. Only the reader of the address has it. */
export const refusalToken = ({ secrets }: Pick<Deps, 'secrets'>, userId: string): string => `${userId}.${secrets.sign(PURPOSE, userId)}`;

/**
 * Handles "I did not open this account" from the mail. Closes an unverified account. Ends everyone's access to an account that was verified
 * at most three days ago (validity of the activation link).
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
