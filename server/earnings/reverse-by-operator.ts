import { SINGLE_PERSON_PERIOD_MS, needsSecondPerson } from '#core/earnings/earning.ts';
import { formatAmount } from '#core/money/amount.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { PURSE_ASSET, PURSE_SCALE } from '#core/withdrawal/withdrawal.ts';
import type { Executor, OvertakenCheck } from '#server/approvals/executor.ts';
import { propose } from '#server/approvals/propose.ts';
import type { Deps } from '#server/deps.ts';
import { lockOperatorPostings } from '#server/ledger/post-treasury.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import { applyTouch } from '#server/orders/move/apply-move.ts';
import type { MoveDeps } from '#server/orders/deps.ts';
import { lockOrder } from '#server/orders/queries.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { findPerson } from '#server/users/queries.ts';
import { sumReversed } from './office-store.ts';
import type { OperatorActionResult } from './grant-bonus.ts';
import { reverseEarning } from './post-earning.ts';
import { type EarningRow, findEarning, lockEarning } from './store.ts';

export interface ReverseEarningInput {
  readonly id: string;
  readonly note: string;
  readonly operatorId: string;
}

type ReversalRefusal = 'not_found' | 'order_state_conflict';

/** Locks the order before the earning (the common lock order), reverses the earning and updates the order's pages. */
export async function reverseLocked(
  deps: MoveDeps,
  tx: Tx,
  { id, note, operatorId }: ReverseEarningInput,
): Promise<Result<EarningRow, ReversalRefusal>> {
  const existing = await findEarning(tx, id);
  if (existing === undefined) return refuse({ code: 'not_found' });
  const order = existing.order_id === null ? undefined : await lockOrder(tx, existing.order_id);
  const earning = await lockEarning(tx, id);
  if (earning === undefined || earning.reversed_at !== null) return refuse({ code: 'order_state_conflict' });
  await reverseEarning(deps, tx, earning, { reason: note, operatorId });
  if (order) await applyTouch(deps, tx, { order, touch: { touch: 'change_beside', by: 'operator' }, by: { actorId: operatorId } });
  return accept(earning);
}

const dollarsOf = ({ amount }: EarningRow): string => formatAmount(BigInt(amount), PURSE_SCALE);

/** Reverses an earning once, with an audit entry. Above the operator's daily limit, it proposes this to a second operator instead. */
export async function reverseByOperator(
  deps: MoveDeps & Pick<Deps, 'secrets' | 'live'>,
  tx: Tx,
  input: ReverseEarningInput,
): Promise<Result<OperatorActionResult, ReversalRefusal | 'approval_conflict'>> {
  const { id, note, operatorId } = input;
  const existing = await findEarning(tx, id);
  if (existing === undefined) return refuse({ code: 'not_found' });
  if (existing.reversed_at !== null) return refuse({ code: 'order_state_conflict' });
  await lockOperatorPostings(tx, operatorId);
  const description = { kind: existing.kind, amount: dollarsOf(existing), currency_iso_code: PURSE_ASSET };
  if (needsSecondPerson(BigInt(existing.amount), await sumReversed(tx, operatorId, deps.clock.now() - SINGLE_PERSON_PERIOD_MS))) {
    const email = (await findPerson(tx, existing.user_id))?.email ?? '';
    return await propose(deps, tx, { kind: 'reverse_earning', subject: id, payload: { email, ...description }, note, operatorId });
  }
  const reversed = await reverseLocked(deps, tx, input);
  if (!reversed.ok) return reversed;
  await recordAudit(deps, tx, {
    actorId: operatorId,
    action: 'earning.reverse',
    subjectType: 'earning',
    subjectId: id,
    detail: { user_id: existing.user_id, ...description, note },
  });
  return accept({ approvalId: null });
}

/** Reverses an earning after approval. */
export const executeReverseEarning: Executor = async (deps, tx, { subject, note, proposedBy }) => {
  const reversed = await reverseLocked(deps, tx, { id: subject, note, operatorId: proposedBy });
  return reversed.ok ? accept(null) : reversed;
};

/** Whether the earning was reversed since the proposal. */
export const isReversalOver: OvertakenCheck = async (_deps, tx, { subject }) => {
  const existing = await findEarning(tx, subject);
  return existing === undefined || existing.reversed_at !== null;
};
