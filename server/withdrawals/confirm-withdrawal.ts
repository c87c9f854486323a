import { timingSafeEqual } from 'node:crypto';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Withdrawal } from '#core/withdrawal/withdrawal.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { applyWithdrawalMove, type WithdrawalDeps } from './apply-withdrawal-move.ts';
import { hashOfToken } from './request-withdrawal.ts';
import { findTokenHash, lockWithdrawal } from './store.ts';

/** T28: the link in the mail, once. Everything that it cannot be refuses alike (domain 8): a wrong, used or late token tells nothing. */
export async function confirmWithdrawal(
  deps: WithdrawalDeps,
  tx: Tx,
  { id, token }: { readonly id: string; readonly token: string },
): Promise<Result<Withdrawal, 'invalid_token'>> {
  const withdrawal = await lockWithdrawal(tx, id);
  if (!withdrawal || !timingSafeEqual(await findTokenHash(tx, id), hashOfToken(token))) return refuse({ code: 'invalid_token' });
  const cause = { move: 'confirm', by: 'customer', now: deps.clock.now() } as const;
  const moved = await applyWithdrawalMove(deps, tx, { withdrawal, cause, actorId: withdrawal.userId });
  return moved.ok ? accept(moved.value) : refuse({ code: 'invalid_token' });
}
