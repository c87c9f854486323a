import { type ApprovalKind, type ApprovalTitle, approvalTitle } from '#core/staff/approval.ts';
import type { Instant } from '#core/time.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import type { Parties } from './executor.ts';
import { mayStillApprove } from './may-approve.ts';
import { findConflicts } from './find-conflicts.ts';
import { listApprovals } from './store.ts';

export interface OpenApproval {
  readonly id: string;
  readonly kind: ApprovalKind;
  readonly title: ApprovalTitle;
  readonly is_mine: boolean;
  readonly may_approve: boolean;
}

/** Open proposals about one subject, as one operator sees them. */
export async function listOpenApprovals(
  db: Queryable,
  subject: string,
  context: { readonly operator: { readonly userId: string; readonly role: string }; readonly now: Instant; readonly parties: Parties },
): Promise<OpenApproval[]> {
  const { operator, now, parties } = context;
  const page = { limit: 20, offset: 0, from: undefined, sort: undefined };
  const { rows } = await listApprovals(db, { state: 'open', subject, now }, page);
  const conflicted = await findConflicts(db, parties, { candidates: rows, operatorId: operator.userId });
  return rows.map((row) => {
    const { id, kind } = row;
    const title = approvalTitle(kind, JSON.parse(row.payload) as Readonly<Record<string, unknown>>);
    return {
      id,
      kind,
      title,
      is_mine: row.proposed_by === operator.userId,
      may_approve: !conflicted.has(id) && mayStillApprove(row, operator),
    };
  });
}
