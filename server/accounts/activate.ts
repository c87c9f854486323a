import { accept, refuse, type Result } from '#core/result.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/route.ts';
import { hashOfId } from '#server/sessions/caller.ts';
import { hashOfToken } from '#server/sessions/session-token.ts';
import { tokenHash } from './mailed-token.ts';
import { cutOffAtProof, type CutOffDeps } from './cut-off.ts';
import { proveEmail } from './prove-email.ts';
import { takeByHash } from './token-store.ts';

const SPENT = refuse({ code: 'invalid_token', message: 'activation_impossible' } as const);

interface Activating {
  readonly token: string;
  /** By which the browser is known again. */
  readonly deviceToken: string;
  readonly visitor: Pick<SignedIn, 'userId' | 'sessionId' | 'email'> | undefined;
}

/**
 * Proves the address of an account by the link that was mailed to it, on any device (decision 0090). Refused to a visitor whose own
 * account names the same address: that is a letter about somebody else's account. Gives the account's id.
 */
export async function activate(
  deps: CutOffDeps,
  tx: Tx,
  { token, deviceToken, visitor }: Activating,
): Promise<Result<string, 'invalid_token'>> {
  const hash = tokenHash(token);
  const row = hash && (await takeByHash(tx, { purpose: 'activate', hash, now: deps.clock.now() }));
  if (row === undefined || row.user_id === null) return SPENT;
  const { user_id: userId, email } = row;
  const isOwn = visitor?.userId === userId;
  if (!isOwn && visitor?.email.toLowerCase() === email.toLowerCase()) return SPENT;
  const proven = await proveEmail(deps, tx, { userId, email });
  if (!proven.ok) return proven;
  await cutOffAtProof(deps, tx, {
    userId,
    email,
    sessionHash: isOwn ? hashOfId(visitor.sessionId) : null,
    deviceHash: hashOfToken(deviceToken),
  });
  return accept(userId);
}
