import type { WithdrawalAction } from '#contract/office/money/withdrawals.ts';
import { isOperatorMoveAllowed } from '#core/withdrawal/decide.ts';
import type { Withdrawal } from '#core/withdrawal/withdrawal.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { formatAmount } from '#core/money/amount.ts';
import { PURSE_ASSET, PURSE_SCALE } from '#core/withdrawal/withdrawal.ts';
import { toRfc3339 } from '#core/time.ts';
import { propose } from '#server/approvals/propose.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import { isContradicted } from '#server/payouts/by-hand/payout-blocks.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { applyWithdrawalMove } from './apply-withdrawal-move.ts';
import { lockWithdrawal, readMark } from './store.ts';

export interface OperatorActionInput {
  readonly id: string;
  readonly move: WithdrawalAction;
  readonly note: string;
  /** The version that the operator saw. */
  readonly version: number;
  readonly operatorId: string;
}

/** Ending a hold early needs a second operator. */
async function proposeRelease(
  deps: Deps,
  tx: Tx,
  withdrawal: Withdrawal,
  { note, operatorId }: OperatorActionInput,
): Promise<Result<null, 'approval_conflict'>> {
  const { masked, digest } = await readMark(tx, withdrawal.id);
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
