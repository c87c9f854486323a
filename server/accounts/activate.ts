import { refuse, type Result } from '#core/result.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { tokenHash } from './mailed-token.ts';
import { type ProveDeps, proveEmail } from './prove-email.ts';
import { takeByHash } from './token-store.ts';

const SPENT = refuse({ code: 'invalid_token', message: 'activation_impossible' } as const);

/**
 * Proves the address of an account by the link that was mailed to it. Whoever is signed in as somebody else cannot: the letter about an
 * account that a stranger made in one's name proves nothing of one's own. Gives the account's id.
 */
export async function activate(
  deps: ProveDeps,
  tx: Tx,
  { token, visitorId }: { readonly token: string; readonly visitorId: string | undefined },
): Promise<Result<string, 'invalid_token'>> {
  const hash = tokenHash(token);
  const row = hash && (await takeByHash(tx, { purpose: 'activate', hash, now: deps.clock.now() }));
  if (row === undefined || row.user_id === null) return SPENT;
  if (visitorId !== undefined && visitorId !== row.user_id) return SPENT;
  const proven = await proveEmail(deps, tx, { userId: row.user_id, email: row.email });
  return proven.ok ? { ok: true, value: row.user_id } : proven;
}
