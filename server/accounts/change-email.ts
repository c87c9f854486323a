import { accept, refuse, type Result } from '#core/result.ts';
import { moveChoices } from '#server/mails/move-choices.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { SignInDeps } from '#server/sessions/begin-session.ts';
import { endSessionsOf } from '#server/sessions/end-sessions.ts';
import { noteSecurityEvent, whenFirst } from '#server/sessions/note-event.ts';
import { forgetWaysInSince } from '#server/second-factors/remove-factor.ts';
import { DAY_MS } from '#core/time.ts';
import { dropPasswordOf } from '#server/users/set-password.ts';
import { LIVES_MS, mailToken } from './mail-token.ts';
import { tokenHash } from './mailed-token.ts';
import { proveEmail } from './prove-email.ts';
import { findUserEmail } from './store.ts';
import { deleteTokensOf, type Purpose, takeByHash, type TokenRow } from './token-store.ts';

const SPENT = { code: 'invalid_token' } as const;

/** Who opened a mailed link, from where. */
export interface Opened {
  readonly token: string;
  readonly ip: string;
  readonly device: string;
}

async function take(deps: SignInDeps, tx: Tx, token: string, purpose: Purpose): Promise<(TokenRow & { user_id: string }) | undefined> {
  const hash = tokenHash(token);
  const row = hash && (await takeByHash(tx, { purpose, hash, now: deps.clock.now() }));
  return row === undefined || row.user_id === null ? undefined : { ...row, user_id: row.user_id };
}

/**
 * The new address takes the old one's place; the old one keeps its way back for a week from now. Only for whoever is signed in to the
 * account: an address never becomes a stranger's because its owner has pressed a button, and whoever was signed out by a new password
 * has no link left that works.
 */
export async function confirmEmail(
  deps: SignInDeps,
  tx: Tx,
  { token, userId, ip, device }: Opened & { readonly userId: string },
): Promise<Result<null, 'invalid_token'>> {
  const row = await take(deps, tx, token, 'change_email');
  const before = row && (await findUserEmail(tx, row.user_id));
  if (before === undefined || row?.user_id !== userId) return refuse(SPENT);
  const proven = await proveEmail(deps, tx, { userId, email: row.email, isNew: true });
  if (!proven.ok) return proven;
  await moveChoices(tx, before.email, row.email);
  await mailToken(deps, tx, { purpose: 'undo_email', userId, email: before.email });
  await endSessionsOf(deps, tx, userId);
  await noteSecurityEvent(deps, tx, { userId, topic: 'email_changed', ip, device });
  return accept(null);
}

/**
 * The owner of the old address takes a change back. Whoever made it knew enough to make it again: all sessions end, all other links are
 * over, what he added as ways in from a day before goes, and so does the password that he knew: the old address gets a link for a new one.
 */
export async function undoEmail(deps: SignInDeps, tx: Tx, { token, ip, device }: Opened): Promise<Result<null, 'invalid_token'>> {
  const row = await take(deps, tx, token, 'undo_email');
  const now = row && (await findUserEmail(tx, row.user_id));
  if (row === undefined || now === undefined) return refuse(SPENT);
  const userId = row.user_id;
  if (now.email.toLowerCase() !== row.email.toLowerCase()) {
    const proven = await proveEmail(deps, tx, { userId, email: row.email, isNew: true });
    if (!proven.ok) return proven;
    await moveChoices(tx, now.email, row.email);
  }
  await deleteTokensOf(tx, userId);
  await dropPasswordOf(tx, userId);
  const since = deps.clock.now() - LIVES_MS.undo_email - LIVES_MS.change_email;
  const asked = await whenFirst(tx, userId, { topic: 'email_change_asked', since });
  if (asked !== undefined) await forgetWaysInSince(deps, tx, userId, asked - DAY_MS);
  await endSessionsOf(deps, tx, userId);
  await noteSecurityEvent(deps, tx, { userId, topic: 'email_change_undone', ip, device });
  await mailToken(deps, tx, { purpose: 'reset', userId: null, email: row.email });
  return accept(null);
}
