import { refuse, type Result } from '#core/result.ts';
import type { Withdrawal } from '#core/withdrawal/withdrawal.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { applyWithdrawalMove, type WithdrawalDeps } from './apply-withdrawal-move.ts';
import { lockWithdrawal } from './store.ts';

/** T29 by its customer, while it is not confirmed; nobody else's is found. */
export async function cancelWithdrawal(
  deps: WithdrawalDeps,
  tx: Tx,
  { id, userId }: { readonly id: string; readonly userId: string },
): Promise<Result<Withdrawal, 'not_found' | 'order_state_conflict'>> {
  const withdrawal = await lockWithdrawal(tx, id);
  if (withdrawal?.userId !== userId) return refuse({ code: 'not_found' });
  const cause = { move: 'cancel', by: 'customer', now: deps.clock.now() } as const;
  const moved = await applyWithdrawalMove(deps, tx, { withdrawal, cause, actorId: userId });
  return moved.ok ? moved : refuse({ code: 'order_state_conflict' });
}
