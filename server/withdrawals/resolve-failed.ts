import { refuse, type Result } from '#core/result.ts';
import type { Withdrawal } from '#core/withdrawal/withdrawal.ts';
import { isContradicted } from '#server/payouts/by-hand/find-contradiction.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { applyWithdrawalMove, type WithdrawalDeps } from './apply-withdrawal-move.ts';
import { lockWithdrawal } from './store.ts';

/** A person's word about a withdrawal that could not be paid: once more (T21), or the money back into its purse. */
export async function resolveFailed(
  deps: WithdrawalDeps,
  tx: Tx,
  { id, move, note, operatorId }: { id: string; move: 'retry_payout' | 'return_to_purse'; note: string; operatorId: string },
): Promise<Result<Withdrawal, 'not_found' | 'order_state_conflict' | 'required' | 'has_no_reserves'>> {
  const withdrawal = await lockWithdrawal(tx, id);
  if (!withdrawal) return refuse({ code: 'not_found' });
  // The money may have left already
  if (await isContradicted(tx, id)) return refuse({ code: 'order_state_conflict', message: 'payout_contradicted' });
  const cause = { move, by: 'operator', now: deps.clock.now(), note } as const;
  return await applyWithdrawalMove(deps, tx, { withdrawal, cause, actorId: operatorId });
}
