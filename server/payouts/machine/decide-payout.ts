import * as z from 'zod';
import { PAYOUT_PURPOSES, type PayoutPurpose } from '#core/payout.ts';
import { accept, refuse } from '#core/result.ts';
import type { ApprovalCourse, Executor, Overtaken } from '#server/approvals/executor.ts';
import type { Deps } from '#server/deps.ts';
import { isSameProposal, isStillAsked, type Leaving } from '#server/limits/payout-gate.ts';
import { lockById } from '#server/orders/find-order.ts';
import { applyMove } from '#server/orders/move/apply-move.ts';
import { JOB } from '#server/payouts/outbox.ts';
import { findLivePayout, findLiveSurplus } from '#server/payouts/store.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { leavingOf } from './leaving.ts';

const Payload = z.looseObject({ purpose: z.enum(PAYOUT_PURPOSES), subject_kind: z.enum(['order', 'withdrawal']) });

const JOBS: Readonly<Record<PayoutPurpose, string>> = {
  payout: JOB.executePayout,
  refund: JOB.executeRefund,
  surplus: JOB.executeSurplus,
};

/** What an order would pay where it still waits to pay it. */
async function waitingOf(deps: Deps, tx: Tx, orderId: string, purpose: PayoutPurpose): Promise<Leaving | undefined> {
  const order = await lockById(tx, orderId);
  if (!order) return undefined;
  if (purpose === 'surplus') {
    const queued = await findLiveSurplus(tx, orderId);
    return queued?.state === 'queued' ? leavingOf(deps, tx, order, { purpose, surplus: queued.amount }) : undefined;
  }
  if (order.status !== (purpose === 'payout' ? 'payout_pending' : 'refund_pending') || (await findLivePayout(tx, orderId)))
    return undefined;
  return leavingOf(deps, tx, order, { purpose });
}

/** People have agreed to a payout: the machine is told, finds their word and claims it (T19). Refused where it is another by now. */
export const executePayOut: Executor = async (deps, tx, { subject, payload }) => {
  const { purpose, subject_kind: kind } = Payload.parse(payload);
  if (kind === 'withdrawal') {
    await deps.queue.send(tx, JOB.executeWithdrawal, { withdrawal_id: subject });
    return accept(null);
  }
  const leaving = await waitingOf(deps, tx, subject, purpose);
  if (leaving === undefined || !(await isSameProposal(deps, payload, leaving))) return refuse({ code: 'order_state_conflict' });
  await deps.queue.send(tx, JOBS[purpose], { order_id: subject });
  return accept(null);
};

/** Somebody said no: the payout counts as failed, and a person tries it anew or refunds it (T21, T25). What goes back stays where it waits. */
const declinePayOut: NonNullable<ApprovalCourse['declined']['pay_out']> = async (deps, tx, { subject, payload, proposedBy, note }) => {
  const { purpose, subject_kind: kind } = Payload.parse(payload);
  const order = kind === 'order' && purpose === 'payout' ? await lockById(tx, subject) : undefined;
  if (order?.status !== 'payout_pending') return;
  const cause = { move: 'fail_payout', by: 'operator', now: deps.clock.now(), fee: null, note: note || null } as const;
  const moved = await applyMove(deps, tx, { order, cause, by: { actorId: proposedBy } });
  if (!moved.ok) throw new Error(`fail_payout of order ${order.id} was refused: ${moved.refusals[0]?.code}`);
};

/** The order has gone another way (paid by hand, refunded, its destination corrected), or needs nobody's word any more. */
const isPayOutOver: Overtaken = async (deps, tx, { subject, payload }) => {
  const { purpose, subject_kind: kind } = Payload.parse(payload);
  if (kind !== 'order') return false;
  const leaving = await waitingOf(deps, tx, subject, purpose);
  return leaving === undefined || !(await isStillAsked(deps, tx, payload, leaving));
};

export const PAY_OUT_COURSE = { overtaken: isPayOutOver, declined: declinePayOut };
