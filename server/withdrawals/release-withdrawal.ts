import { accept, refuse, type Result } from '#core/result.ts';
import type { Withdrawal } from '#core/withdrawal/withdrawal.ts';
import type { Executor, Overtaken } from '#server/approvals/executor.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { applyWithdrawalMove } from './apply-withdrawal-move.ts';
import type { ConfirmDeps } from './confirm-withdrawal.ts';
import { priceNow, type PriceRefusal } from './price-withdrawal.ts';
import { findWithdrawal, lockWithdrawal } from './store.ts';

export interface Release {
  readonly id: string;
  /** Null: its time is over. */
  readonly operatorId: string | null;
  readonly note?: string;
}

/** T28 of what was held (R33): from now on it pays what its dollars buy at this moment, and leaves (decision 0052). */
export async function releaseWithdrawal(
  deps: ConfirmDeps,
  tx: Tx,
  { id, operatorId, note = '' }: Release,
): Promise<Result<Withdrawal, 'not_found' | 'order_state_conflict' | 'required' | 'has_no_reserves' | PriceRefusal>> {
  const withdrawal = await lockWithdrawal(tx, id);
  if (!withdrawal) return refuse({ code: 'not_found' });
  if (withdrawal.heldUntil === null) return refuse({ code: 'order_state_conflict' });
  const priced = priceNow(deps, withdrawal);
  if (!priced.ok) return priced;
  const by = operatorId === null ? 'system' : 'operator';
  const cause = { move: 'release', by, now: deps.clock.now(), outcomeAmount: priced.value, note: note || null } as const;
  return await applyWithdrawalMove(deps, tx, { withdrawal, cause, actorId: operatorId });
}

/** Two people let it go before its time. */
export const executeRelease: Executor = async (deps, tx, { subject, note, proposedBy }) => {
  const released = await releaseWithdrawal(deps, tx, { id: subject, operatorId: proposedBy, note });
  if (released.ok) return accept(null);
  const [refusal] = released.refusals;
  if (refusal?.message === 'purse_short') return refuse({ code: 'order_state_conflict', message: 'withdrawal_uncovered' });
  const code = refusal?.code;
  return refuse({ code: code === 'has_no_reserves' || code === 'not_found' ? code : 'order_state_conflict' });
};

/** Its time has come, or its customer has stopped it. */
export const isReleaseOver: Overtaken = async (_deps, tx, { subject }) => (await findWithdrawal(tx, subject))?.heldUntil == null;
