import { accept, refuse, type Result } from '#core/result.ts';
import { moveChoices } from '#server/mails/choices.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { SignInDeps } from '#server/sessions/begin-session.ts';
import { endAllSessions } from '#server/sessions/end-sessions.ts';
import { recordSecurityEvent, firstEventAt } from '#server/sessions/record-security-event.ts';
import { removeMethodsSince } from '#server/second-factors/sign-in-methods.ts';
import { DAY_MS } from '#core/time.ts';
import { removePassword } from '#server/users/passwords.ts';
import { mailToken, tokenHash, VALIDITY_MS } from './mail-token.ts';
import { verifyEmail } from './verify-email.ts';
import { consumeByHash, deleteTokensOf, findUserEmail, type Purpose, type TokenRow } from './store.ts';

const INVALID_LINK = { code: 'invalid_token' } as const;

/** A use of a mailed link, and where it came from. */
export interface LinkUse {
  readonly token: string;
  readonly ip: string;
  readonly device: string;
}

async function consumeToken(
  deps: SignInDeps,
  tx: Tx,
  token: string,
  purpose: Purpose,
): Promise<(TokenRow & { user_id: string }) | undefined> {
  const hash = tokenHash(token);
  const row = hash && (await consumeByHash(tx, { purpose, hash, now: deps.clock.now() }));
  return row === undefined || row.user_id === null ? undefined : { ...row, user_id: row.user_id };
}

/**
 * Replaces the address of an account. Its session is required:
 * - opening a link alone must not give an address away;
 * - a new password, which ends the sessions, must end the link too.
 *
 * The old address can undo the change for a week.
 */
export async function confirmEmail(
  deps: SignInDeps,
  tx: Tx,
  { token, userId, ip, device }: LinkUse & { readonly userId: string },
): Promise<Result<null, 'invalid_token'>> {
  const row = await consumeToken(deps, tx, token, 'change_email');
  const current = row && (await findUserEmail(tx, row.user_id));
  if (current === undefined || row?.user_id !== userId) return refuse(INVALID_LINK);
  const verified = await verifyEmail(deps, tx, { userId, email: row.email, isNew: true });
  if (!verified.ok) return verified;
  await moveChoices(tx, current.email, row.email);
  await mailToken(deps, tx, { purpose: 'undo_email', userId, email: current.email });
  await endAllSessions(deps, tx, userId);
  await recordSecurityEvent(deps, tx, { userId, topic: 'email_changed', ip, device });
  return accept(null);
}

/**
 * The owner of the old address undoes a change. The person who made it could repeat it, therefore:
 * - all sessions and links end;
 * - the password and the sign-in methods added since a day before are removed;
 * - a link for a new password is mailed.
 */
export async function undoEmail(deps: SignInDeps, tx: Tx, { token, ip, device }: LinkUse): Promise<Result<null, 'invalid_token'>> {
  const row = await consumeToken(deps, tx, token, 'undo_email');
  const current = row && (await findUserEmail(tx, row.user_id));
  if (row === undefined || current === undefined) return refuse(INVALID_LINK);
  const userId = row.user_id;
  if (current.email.toLowerCase() !== row.email.toLowerCase()) {
    const verified = await verifyEmail(deps, tx, { userId, email: row.email, isNew: true });
    if (!verified.ok) return verified;
    await moveChoices(tx, current.email, row.email);
  }
  await deleteTokensOf(tx, userId);
  await removePassword(tx, userId);
  const since = deps.clock.now() - VALIDITY_MS.undo_email - VALIDITY_MS.change_email;
  const requestedAt = await firstEventAt(tx, userId, { topic: 'email_change_asked', since });
  if (requestedAt !== undefined) await removeMethodsSince(deps, tx, userId, requestedAt - DAY_MS);
  await endAllSessions(deps, tx, userId);
  await recordSecurityEvent(deps, tx, { userId, topic: 'email_change_undone', ip, device });
  await mailToken(deps, tx, { purpose: 'reset', userId: null, email: row.email });
  return accept(null);
}
