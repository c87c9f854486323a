import { type ApprovalKind, type ApprovalTitle, approvalTitle } from '#core/approval.ts';
import type { Instant } from '#core/time.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import type { Parties } from './executor.ts';
import { mayStillApprove } from './may-approve.ts';
import { findOwnParts } from './own-parts.ts';
import { listApprovals } from './store.ts';

export interface OpenApproval {
  readonly id: string;
  readonly kind: ApprovalKind;
  readonly title: ApprovalTitle;
  readonly is_mine: boolean;
  readonly may_approve: boolean;
}

/** What waits for a second person about one subject, as one operator sees it. */
export async function listOpenOf(
  db: Queryable,
  subject: string,
  seen: { readonly operator: { readonly userId: string; readonly role: string }; readonly now: Instant; readonly parties: Parties },
): Promise<OpenApproval[]> {
  const { operator, now, parties } = seen;
  const first = { limit: 20, offset: 0, from: undefined, sort: undefined };
  const { rows } = await listApprovals(db, { state: 'open', subject, now }, first);
  const own = await findOwnParts(db, parties, { candidates: rows, operatorId: operator.userId });
  return rows.map((row) => {
    const { id, kind } = row;
    const title = approvalTitle(kind, JSON.parse(row.payload) as Readonly<Record<string, unknown>>);
    return { id, kind, title, is_mine: row.proposed_by === operator.userId, may_approve: !own.has(id) && mayStillApprove(row, operator) };
  });
}
