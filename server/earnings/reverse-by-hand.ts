import { ALONE_WITHIN_MS, needsSecond } from '#core/earnings/alone.ts';
import { formatAmount } from '#core/money/amount.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { PURSE_ASSET, PURSE_SCALE } from '#core/withdrawal/withdrawal.ts';
import type { Executor, Overtaken } from '#server/approvals/executor.ts';
import { propose } from '#server/approvals/propose.ts';
import type { Deps } from '#server/deps.ts';
import { lockPoster } from '#server/ledger/posted-alone.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import { applyTouch } from '#server/orders/move/apply-touch.ts';
import type { MoveDeps } from '#server/orders/move/reaction.ts';
import { lockById } from '#server/orders/find-order.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { findPerson } from '#server/users/find-person.ts';
import { sumReversedAlone } from './deeds-store.ts';
import type { DeedDone } from './grant-bonus.ts';
import { reverseEarning } from './post-earning.ts';
import { type EarningRow, findEarning, lockEarning } from './store.ts';

export interface ReversalByHand {
  readonly id: string;
  readonly note: string;
  readonly operatorId: string;
}

type Refused = 'not_found' | 'order_state_conflict';

/** The order first, as everybody does who has both in hand. Its figures are told afterwards. */
export async function reverseStanding(
  deps: MoveDeps,
  tx: Tx,
  { id, note, operatorId }: ReversalByHand,
): Promise<Result<EarningRow, Refused>> {
  const found = await findEarning(tx, id);
  if (found === undefined) return refuse({ code: 'not_found' });
  const order = found.order_id === null ? undefined : await lockById(tx, found.order_id);
  const earning = await lockEarning(tx, id);
  if (earning === undefined || earning.reversed_at !== null) return refuse({ code: 'order_state_conflict' });
  await reverseEarning(deps, tx, earning, { reason: note, operatorId });
  if (order) await applyTouch(deps, tx, { order, touch: { touch: 'change_beside', by: 'operator' }, by: { actorId: operatorId } });
  return accept(earning);
}

const textOf = ({ amount }: EarningRow): string => formatAmount(BigInt(amount), PURSE_SCALE);

/**
 * An accrual taken back by an operator's word, once, with an audit line. Beyond what he may take back alone within a day it becomes a
 * proposal: `approvalId`.
 */
export async function reverseByHand(
  deps: MoveDeps & Pick<Deps, 'secrets' | 'live'>,
  tx: Tx,
  asked: ReversalByHand,
): Promise<Result<DeedDone, Refused | 'approval_conflict'>> {
  const { id, note, operatorId } = asked;
  const found = await findEarning(tx, id);
  if (found === undefined) return refuse({ code: 'not_found' });
  if (found.reversed_at !== null) return refuse({ code: 'order_state_conflict' });
  await lockPoster(tx, operatorId);
  const told = { kind: found.kind, amount: textOf(found), currency_iso_code: PURSE_ASSET };
  if (needsSecond(BigInt(found.amount), await sumReversedAlone(tx, operatorId, deps.clock.now() - ALONE_WITHIN_MS))) {
    const email = (await findPerson(tx, found.user_id))?.email ?? '';
    return await propose(deps, tx, { kind: 'reverse_earning', subject: id, payload: { email, ...told }, note, operatorId });
  }
  const reversed = await reverseStanding(deps, tx, asked);
  if (!reversed.ok) return reversed;
  await recordAudit(deps, tx, {
    actorId: operatorId,
    action: 'earning.reverse',
    subjectType: 'earning',
    subjectId: id,
    detail: { user_id: found.user_id, ...told, note },
  });
  return accept({ approvalId: null });
}

/** A reversal that two people have agreed on. */
export const executeReverseEarning: Executor = async (deps, tx, { subject, note, proposedBy }) => {
  const reversed = await reverseStanding(deps, tx, { id: subject, note, operatorId: proposedBy });
  return reversed.ok ? accept(null) : reversed;
};

/** It was taken back another way. */
export const isReversalOver: Overtaken = async (_deps, tx, { subject }) => {
  const found = await findEarning(tx, subject);
  return found === undefined || found.reversed_at !== null;
};
