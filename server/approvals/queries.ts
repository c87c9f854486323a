import * as z from 'zod/mini';
import { OPERATOR_ROLES, type OperatorRole } from '#core/access/access.ts';
import { type ApprovalKind, type ApprovalTitle, approvalTitle, mayDecide } from '#core/staff/approval.ts';
import type { Instant } from '#core/time.ts';
import { col, type Queryable, rowType, sql } from '#server/platform/db/db.ts';
import { findConflicts } from './conflicts.ts';
import type { Parties } from './executor.ts';
import { hashesOf } from './propose.ts';
import { type ApprovalRow, listApprovals, StoredState } from './store.ts';

/** Whether this operator's approval would count: the role may decide, and the operator neither proposed nor approved it. */
export const mayStillApprove = (
  { kind, proposed_by: proposedBy, voices }: Pick<ApprovalRow, 'kind' | 'proposed_by' | 'voices'>,
  operator: { readonly userId: string; readonly role: string },
): boolean => proposedBy !== operator.userId && mayDecide(operator.role, kind) && !voices.some(({ user_id: by }) => by === operator.userId);

interface OpenApproval {
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

const DecisionRow = rowType({ state: StoredState, needs: col.number, decided_at: col.nullable(col.timestamp), expires_at: col.timestamp });

export interface PastDecision {
  readonly state: StoredState;
  readonly needs: number;
  /** When it was decided; 0 while open. */
  readonly decidedAt: Instant;
  /** When an open proposal expires. */
  readonly expiresAt: Instant;
}

const MAX_DECISIONS = 20;

/** Proposals of exactly this payload, open or decided, newest first; empty if it was never proposed. */
export async function findDecisions(
  db: Queryable,
  proposal: { readonly kind: ApprovalKind; readonly subject: string; readonly payload: object },
): Promise<readonly PastDecision[]> {
  const { kind, subject } = proposal;
  const hashes = [...hashesOf(kind, subject, proposal.payload)];
  const rows = await db.many(
    DecisionRow,
    sql`
    select state, needs, decided_at, expires_at from approvals
    where subject = ${subject} and kind = ${kind} and hash = any(${hashes}::text[]) order by proposed_at desc, id desc
    limit ${MAX_DECISIONS}`,
  );
  return rows.map((row) => ({
    state: row.state,
    needs: row.needs,
    decidedAt: row.decided_at?.getTime() ?? 0,
    expiresAt: row.expires_at.getTime(),
  }));
}

/** Whether at least `needs` people approved it, and no one has declined it since. */
export function isApproved(decisions: readonly PastDecision[], needs: number): boolean {
  const declinedAt = decisions.findIndex(({ state }) => state === 'declined');
  return decisions
    .slice(0, declinedAt === -1 ? decisions.length : declinedAt)
    .some((decision) => decision.state === 'approved' && decision.needs >= needs);
}

const Payload = z.object({ role: z.optional(z.enum(OPERATOR_ROLES)), is_enabled: z.optional(z.boolean()) });

interface RoleChange {
  readonly role: OperatorRole | null;
  readonly is_enabled: boolean | null;
}

/** The open role change of a colleague; null: none. */
export async function findOpenRoleChange(db: Queryable, userId: string, now: Instant): Promise<RoleChange | null> {
  const page = { limit: 20, offset: 0, from: undefined, sort: undefined };
  const { rows } = await listApprovals(db, { state: 'open', subject: userId, now }, page);
  const row = rows.find(({ kind }) => kind === 'change_role');
  const payload = row && Payload.safeParse(JSON.parse(row.payload));
  return payload?.success ? { role: payload.data.role ?? null, is_enabled: payload.data.is_enabled ?? null } : null;
}
