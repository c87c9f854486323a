import { accept, refuse, type Result } from '#core/result.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/route.ts';
import { hashOfId, hashOfToken } from '#server/sessions/caller.ts';
import { tokenHash } from './mailed-token.ts';
import { cutOffOnVerification, type CutOffDeps } from './cut-off.ts';
import { verifyEmail } from './verify-email.ts';
import { consumeByHash } from './token-store.ts';

const IMPOSSIBLE = refuse({ code: 'invalid_token', message: 'activation_impossible' } as const);

interface ActivateInput {
  readonly token: string;
  /** Recognizes the browser on later sign-ins. */
  readonly deviceToken: string;
  readonly visitor: Pick<SignedIn, 'userId' | 'sessionId' | 'email'> | undefined;
}

/**
 * Verifies the address of an account by a mailed link, on any device (decision 0090). Refused to a visitor whose own account names the
 * same address: the mail is about someone else's account. Returns the account's id.
 */
export async function activate(
  deps: CutOffDeps,
  tx: Tx,
  { token, deviceToken, visitor }: ActivateInput,
): Promise<Result<string, 'invalid_token'>> {
  const hash = tokenHash(token);
  const row = hash && (await consumeByHash(tx, { purpose: 'activate', hash, now: deps.clock.now() }));
  if (row === undefined || row.user_id === null) return IMPOSSIBLE;
  const { user_id: userId, email } = row;
  const isOwnAccount = visitor?.userId === userId;
  if (!isOwnAccount && visitor?.email.toLowerCase() === email.toLowerCase()) return IMPOSSIBLE;
  const verified = await verifyEmail(deps, tx, { userId, email });
  if (!verified.ok) return verified;
  await cutOffOnVerification(deps, tx, {
    userId,
    email,
    sessionHash: isOwnAccount ? hashOfId(visitor.sessionId) : null,
    deviceHash: hashOfToken(deviceToken),
  });
  return accept(userId);
}
