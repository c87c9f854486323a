import * as z from 'zod';
import { PAYOUT_PURPOSES } from '#core/payout.ts';
import { accept, refuse } from '#core/result.ts';
import type { ApprovalCourse, Executor, Overtaken } from '#server/approvals/executor.ts';
import { isSameProposal, isStillAsked } from '#server/limits/payout-gate.ts';

const Payload = z.looseObject({ purpose: z.enum(PAYOUT_PURPOSES), subject_kind: z.enum(['order', 'withdrawal']) });

/** People have agreed to a payout: the machine is told, finds their word and claims it (T19). Refused where it is another by now. */
export const executePayOut: Executor = async (deps, tx, { subject, payload }) => {
  const { purpose, subject_kind: kind } = Payload.parse(payload);
  const noun = deps.payoutSubjects[kind];
  const leaving = await noun.waiting(deps, tx, subject, purpose);
  if (leaving === undefined || !(await isSameProposal(deps, payload, leaving))) return refuse({ code: 'order_state_conflict' });
  await noun.execute(deps, tx, subject, purpose);
  return accept(null);
};

/** Somebody said no: the payout counts as failed, and a person tries it anew or returns it (T21, T25). What goes back stays where it waits. */
const declinePayOut: NonNullable<ApprovalCourse['declined']['pay_out']> = async (deps, tx, { subject, payload, proposedBy, note }) => {
  const { purpose, subject_kind: kind } = Payload.parse(payload);
  await deps.payoutSubjects[kind].decline(deps, tx, subject, { purpose, operatorId: proposedBy, note });
};

/** It has gone another way (paid by hand, refunded, its destination corrected), or needs nobody's word any more. */
const isPayOutOver: Overtaken = async (deps, tx, { subject, payload }) => {
  const { purpose, subject_kind: kind } = Payload.parse(payload);
  const leaving = await deps.payoutSubjects[kind].waiting(deps, tx, subject, purpose);
  return leaving === undefined || !(await isStillAsked(deps, tx, payload, leaving));
};

export const PAY_OUT_COURSE = { overtaken: isPayOutOver, declined: declinePayOut };
