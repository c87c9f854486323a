import type { ApprovalKind } from '#core/staff/approval.ts';
import type { Instant } from '#core/time.ts';
import { col, type Queryable, rowType, sql } from '#server/platform/db/db.ts';
import { hashesOf } from './propose.ts';
import { StoredState } from './store.ts';

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
