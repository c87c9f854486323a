import * as z from 'zod';
import { PAYOUT_PURPOSES } from '#core/payout/payout.ts';
import { accept, refuse } from '#core/result.ts';
import type { ApprovalHooks, Executor, OvertakenCheck } from '#server/approvals/executor.ts';
import { isSameProposal, isStillNeeded } from '#server/payouts/gate/payout-gate.ts';

const Payload = z.looseObject({ purpose: z.enum(PAYOUT_PURPOSES), subject_kind: z.enum(['order', 'withdrawal']) });

/**
 * An approved payout: queues its job, which finds the approval and claims the payout (T19). Refused if the payout differs from the
 * approved one.
 */
export const executePayOutApproval: Executor = async (deps, tx, { subject, payload }) => {
  const { purpose, subject_kind: kind } = Payload.parse(payload);
  const payoutSubject = deps.payoutSubjects[kind];
  const outgoing = await payoutSubject.findWaiting(deps, tx, subject, purpose);
  if (outgoing === undefined || !(await isSameProposal(deps, payload, outgoing))) return refuse({ code: 'order_state_conflict' });
  await payoutSubject.enqueue(deps, tx, subject, purpose);
  return accept(null);
};

/** A declined payout counts as failed; an operator retries or refunds it (T21, T25). A declined refund or surplus keeps waiting. */
const declinePayOut: NonNullable<ApprovalHooks['declined']['pay_out']> = async (deps, tx, { subject, payload, proposedBy, note }) => {
  const { purpose, subject_kind: kind } = Payload.parse(payload);
  await deps.payoutSubjects[kind].decline(deps, tx, subject, { purpose, operatorId: proposedBy, note });
};

/** The payout was paid by hand, refunded or corrected since the proposal, or needs no approval any more. */
const isPayOutOver: OvertakenCheck = async (deps, tx, { subject, payload }) => {
  const { purpose, subject_kind: kind } = Payload.parse(payload);
  const outgoing = await deps.payoutSubjects[kind].findWaiting(deps, tx, subject, purpose);
  return outgoing === undefined || !(await isStillNeeded(deps, tx, payload, outgoing));
};

export const PAY_OUT_APPROVAL = { overtaken: isPayOutOver, declined: declinePayOut };
