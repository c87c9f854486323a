import type { WithdrawalAction } from '#contract/office/money/withdrawals.ts';
import { formatAmount } from '#core/money/amount.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { toRfc3339 } from '#core/time.ts';
import { isOperatorMoveAllowed } from '#core/withdrawal/decide.ts';
import { PURSE_ASSET, PURSE_SCALE, type Withdrawal } from '#core/withdrawal/withdrawal.ts';
import type { Executor, OvertakenCheck } from '#server/approvals/executor.ts';
import { propose } from '#server/approvals/propose.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import { isContradicted } from '#server/payouts/by-hand/payout-blocks.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { applyWithdrawalMove } from './apply-withdrawal-move.ts';
import type { ConfirmDeps } from './confirm-withdrawal.ts';
import { priceNow, type PriceRefusal } from './price-withdrawal.ts';
import { findWithdrawal, lockWithdrawal, findDestination } from './store.ts';

interface ReleaseInput {
  readonly id: string;
  /** Null: the hold is over. */
  readonly operatorId: string | null;
  readonly note?: string;
}

/** Prices a held withdrawal (R33) at the current rate and releases it for payment (T28, decision 0052). */
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

/** Releases a withdrawal whose hold two operators ended early. */
export const executeRelease: Executor = async (deps, tx, { subject, note, proposedBy }) => {
  const released = await releaseWithdrawal(deps, tx, { id: subject, operatorId: proposedBy, note });
  if (released.ok) return accept(null);
  const [refusal] = released.refusals;
  if (refusal?.message === 'purse_short') return refuse({ code: 'order_state_conflict', message: 'withdrawal_uncovered' });
  const code = refusal?.code;
  return refuse({ code: code === 'has_no_reserves' || code === 'not_found' ? code : 'order_state_conflict' });
};

/** Whether the hold is over, or the customer has cancelled. */
export const isReleaseOutdated: OvertakenCheck = async (_deps, tx, { subject }) => (await findWithdrawal(tx, subject))?.heldUntil == null;

interface OperatorActionInput {
  readonly id: string;
  readonly move: WithdrawalAction;
  readonly note: string;
  /** The version that the operator saw. */
  readonly version: number;
  readonly operatorId: string;
}

/** Proposes to end a hold early, which needs a second operator. */
async function proposeRelease(
  deps: Deps,
  tx: Tx,
  withdrawal: Withdrawal,
  { note, operatorId }: OperatorActionInput,
): Promise<Result<null, 'approval_conflict'>> {
  const { masked, digest } = await findDestination(tx, withdrawal.id);
  const payload = {
    subject_kind: 'withdrawal',
    amount: formatAmount(withdrawal.purseAmount, PURSE_SCALE),
    currency_iso_code: PURSE_ASSET,
    payment_system_id: withdrawal.outcomeCode,
    destination: masked,
    destination_digest: digest,
    held_until: withdrawal.heldUntil === null ? null : toRfc3339(withdrawal.heldUntil),
  };
  const proposed = await propose(deps, tx, { kind: 'release_withdrawal', subject: withdrawal.id, payload, note, operatorId });
  return proposed.ok ? accept(null) : proposed;
}

/** Applies an operator's action, once: refused as `edit_conflict` if the withdrawal changed since the operator read it. */
export async function applyOperatorAction(
  deps: Deps,
  tx: Tx,
  input: OperatorActionInput,
): Promise<Result<null, 'not_found' | 'order_state_conflict' | 'edit_conflict' | 'required' | 'has_no_reserves' | 'approval_conflict'>> {
  const { id, move, operatorId } = input;
  const note = input.note.trim();
  const withdrawal = await lockWithdrawal(tx, id);
  if (!withdrawal) return refuse({ code: 'not_found' });
  if (withdrawal.version !== input.version) return refuse({ code: 'edit_conflict' });
  if (!isOperatorMoveAllowed(move, withdrawal)) return refuse({ code: 'order_state_conflict' });
  if (note === '') return refuse({ code: 'required', field: 'note' });
  if (move === 'release') return await proposeRelease(deps, tx, withdrawal, { ...input, note });
  // The money may have left already
  if (await isContradicted(tx, id)) return refuse({ code: 'order_state_conflict', message: 'payout_contradicted' });
  const cause = { move, by: 'operator', now: deps.clock.now(), note } as const;
  const moved = await applyWithdrawalMove(deps, tx, { withdrawal, cause, actorId: operatorId });
  if (!moved.ok) return moved;
  const detail = { move, from: withdrawal.status, note };
  await recordAudit(deps, tx, { actorId: operatorId, action: 'withdrawal.move', subjectType: 'withdrawal', subjectId: id, detail });
  return accept(null);
}
