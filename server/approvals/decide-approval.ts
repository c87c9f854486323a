import { APPROVAL_KINDS, mayDecide } from '#core/approval.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { Operator } from '#server/operators/require-operator.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { ExecutionRefusal, Executors } from './executor.ts';
import { APPROVALS_CHANNEL, hashOf } from './propose.ts';
import { type ApprovalRow, lockApproval, saveDecision } from './store.ts';

export interface Decided {
  readonly id: string;
  /** The hash of what the second person saw. */
  readonly hash: string;
  readonly note: string | null;
  readonly operator: Operator;
}

export type DecisionRefusal = 'not_found' | 'access_denied' | 'approval_conflict';

/** The proposal under its lock, if this operator may decide it and it still waits, unchanged. */
export async function liveProposal(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  input: Pick<Decided, 'id' | 'operator'>,
): Promise<Result<ApprovalRow, DecisionRefusal>> {
  const row = await lockApproval(tx, input.id);
  if (!row) return refuse({ code: 'not_found' });
  if (!mayDecide(input.operator.role, row.kind)) return refuse({ code: 'access_denied' });
  if (row.state !== 'open') return refuse({ code: 'approval_conflict', message: 'approval_decided' });
  if (row.expires_at.getTime() <= deps.clock.now()) return refuse({ code: 'approval_conflict', message: 'approval_expired' });
  // Recomputed, not compared with what is stored: a row changed beside us is no longer what anybody approved
  const hash = hashOf(row.kind, row.subject, row.payload);
  return hash === row.hash ? accept(row) : refuse({ code: 'approval_conflict', message: 'approval_changed' });
}

/** The same, if it is still what he saw. */
async function openProposal(deps: Pick<Deps, 'clock'>, tx: Tx, input: Decided): Promise<Result<ApprovalRow, DecisionRefusal>> {
  const live = await liveProposal(deps, tx, input);
  if (!live.ok || live.value.hash === input.hash) return live;
  return refuse({ code: 'approval_conflict', message: 'approval_changed' });
}

async function close(deps: Deps, tx: Tx, row: ApprovalRow, input: Decided & { readonly state: 'approved' | 'declined' }): Promise<void> {
  const saved = await saveDecision(tx, row.id, { ...input, by: input.operator.userId, now: deps.clock.now() });
  if (!saved) throw new Error(`approval ${row.id} was decided under its lock`);
  await recordAudit(deps, tx, {
    actorId: input.operator.userId,
    action: input.state === 'approved' ? 'approval.approve' : 'approval.decline',
    subjectType: APPROVAL_KINDS[row.kind].subject,
    subjectId: row.subject,
    detail: {
      approval_id: row.id,
      kind: row.kind,
      hash: row.hash,
      payload: JSON.parse(row.payload) as unknown,
      proposed_by: row.proposed_by,
      note: input.note,
    },
  });
  await deps.live.notify(tx, APPROVALS_CHANNEL, row.id);
}

/**
 * A second person says yes, and what was proposed is done in the same transaction (domain 5, 6). Refuses the proposer himself
 * whatever session he comes with, a proposal that was decided, has expired or is not what he saw, and whatever the deed refuses.
 */
export async function approve(
  deps: Deps,
  tx: Tx,
  executors: Executors,
  input: Decided,
): Promise<Result<null, DecisionRefusal | ExecutionRefusal>> {
  const open = await openProposal(deps, tx, input);
  if (!open.ok) return open;
  const row = open.value;
  if (row.proposed_by === input.operator.userId) return refuse({ code: 'access_denied', message: 'own_proposal' });
  const { id, subject, note, proposed_by: proposedBy, payload_sealed: sealed } = row;
  const payload: unknown = JSON.parse(row.payload);
  const done = await executors[row.kind](deps, tx, { id, subject, payload, sealed, note, proposedBy, approvedBy: input.operator.userId });
  if (!done.ok) return done;
  await close(deps, tx, row, { ...input, state: 'approved' });
  return accept(null);
}

/** Somebody who may approve it, or the proposer himself, says no: nothing is done and the proposal is over. */
export async function decline(deps: Deps, tx: Tx, input: Decided): Promise<Result<null, DecisionRefusal>> {
  const open = await openProposal(deps, tx, input);
  if (!open.ok) return open;
  await close(deps, tx, open.value, { ...input, state: 'declined' });
  return accept(null);
}
