import { accept, refuse, type Result } from '#core/result.ts';
import type { Withdrawal } from '#core/withdrawal/withdrawal.ts';
import type { Executor, OvertakenCheck } from '#server/approvals/executor.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { applyWithdrawalMove } from './apply-withdrawal-move.ts';
import type { ConfirmDeps } from './confirm-withdrawal.ts';
import { priceNow, type PriceRefusal } from './price-withdrawal.ts';
import { findWithdrawal, lockWithdrawal } from './store.ts';

export interface ReleaseInput {
  readonly id: string;
  /** Null: the hold is over. */
  readonly operatorId: string | null;
  readonly note?: string;
}

/** T28 after a hold (R33): prices the withdrawal at the current rate and pays it (decision 0052). */
export async function releaseWithdrawal(
  deps: ConfirmDeps,
  tx: Tx,
  { id, operatorId, note = '' }: ReleaseInput,
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

/** A hold ended early by two operators. */
export const executeRelease: Executor = async (deps, tx, { subject, note, proposedBy }) => {
  const released = await releaseWithdrawal(deps, tx, { id: subject, operatorId: proposedBy, note });
  if (released.ok) return accept(null);
  const [refusal] = released.refusals;
  if (refusal?.message === 'purse_short') return refuse({ code: 'order_state_conflict', message: 'withdrawal_uncovered' });
  const code = refusal?.code;
  return refuse({ code: code === 'has_no_reserves' || code === 'not_found' ? code : 'order_state_conflict' });
};

/** The hold is over, or the customer cancelled. */
export const isReleaseOver: OvertakenCheck = async (_deps, tx, { subject }) => (await findWithdrawal(tx, subject))?.heldUntil == null;
