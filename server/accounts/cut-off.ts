import type { Instant } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { cutOffApiAccess, type ApiAccessDeps } from '#server/sessions/cut-off-api-access.ts';
import { removeMethodsBefore } from '#server/second-factors/sign-in-methods.ts';
import { endAllSessions, endOtherSessions, recordSessionsEndedByVerification, type SessionEndDeps } from '#server/sessions/end-sessions.ts';
import { forgetWalletsBefore } from '#server/user-wallets/saved-wallets.ts';
import { findAccountOrigin } from '#server/users/queries.ts';
import { removePassword } from '#server/users/passwords.ts';
import { mailToken } from './mail-token.ts';

/** Deletes the chats and browsers that get an account's notices. Injected, because these modules come later in the module order. */
export type DeleteNoticePlaces = (tx: Tx, range: { readonly userId: string; readonly before: Instant }) => Promise<void>;

export type CutOffDeps = Pick<Deps, 'clock' | 'random' | 'secrets'> &
  SessionEndDeps &
  ApiAccessDeps & { readonly deleteNoticePlaces: DeleteNoticePlaces };

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
  await deps.deleteNoticePlaces(tx, { userId, before });
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
 * Ends access after an address was verified, as the person who opened the account may not be the owner of the address (decision 0087). In a
 * browser signed in to the account, this session and everything linked stay. In any other browser all of it ends. Only the password of an
 * account that was opened with one stays.
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
