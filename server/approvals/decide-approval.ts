import type { AuditAction } from '#core/staff/audit-action.ts';
import { decidersOf, mayDecide, subjectTypeOf } from '#core/staff/approval.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { Operator } from '#server/operators/operator.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { type ApprovalHooks, type ApprovedProposal, type ExecutionRefusal, type Executors, NO_HOOKS } from './executor.ts';
import { findConflicts, hasOtherOperators } from './conflicts.ts';
import { APPROVALS_CHANNEL, hashOf } from './propose.ts';
import { addApproval, type ApprovalRow, countApprovers, lockApproval, saveDecision, requireDecision } from './store.ts';

export interface DecisionInput {
  readonly id: string;
  /** Hash of the proposal the operator saw. */
  readonly hash: string;
  readonly note: string | null;
  readonly operator: Operator;
}

export type DecisionRefusal = 'not_found' | 'access_denied' | 'approval_conflict';

/** Locks a proposal that this operator may decide and that is still open and unchanged. */
export async function lockOpenProposal(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  input: Pick<DecisionInput, 'id' | 'operator'>,
): Promise<Result<ApprovalRow, DecisionRefusal>> {
  const row = await lockApproval(tx, input.id);
  if (!row) return refuse({ code: 'not_found' });
  if (!mayDecide(input.operator.role, row.kind)) return refuse({ code: 'access_denied' });
  if (row.state !== 'open') return refuse({ code: 'approval_conflict', message: 'approval_decided' });
  if (row.expires_at.getTime() <= deps.clock.now()) return refuse({ code: 'approval_conflict', message: 'approval_expired' });
  // The hash is recomputed: a row that was changed in the database is not what anyone approved
  const hash = hashOf(row.kind, row.subject, row.payload);
  return hash === row.hash ? accept(row) : refuse({ code: 'approval_conflict', message: 'approval_changed' });
}

/** Locks the open proposal if it is still the one the operator saw. */
async function lockSeenProposal(deps: Pick<Deps, 'clock'>, tx: Tx, input: DecisionInput): Promise<Result<ApprovalRow, DecisionRefusal>> {
  const open = await lockOpenProposal(deps, tx, input);
  if (!open.ok || open.value.hash === input.hash) return open;
  return refuse({ code: 'approval_conflict', message: 'approval_changed' });
}

interface ClosingInput {
  readonly state: 'approved' | 'declined' | 'overtaken';
  readonly note: string | null;
  /** Null if no person closed it. */
  readonly by: string | null;
}

const ACTIONS = { approved: 'approval.approve', declined: 'approval.decline' } as const;

/** Closes a locked proposal. The audit log records decisions of people only, so `overtaken` writes no entry. */
async function closeProposal(
  deps: Pick<Deps, 'clock' | 'random' | 'secrets' | 'live'>,
  tx: Tx,
  row: ApprovalRow,
  closing: ClosingInput,
): Promise<void> {
  const saved = await saveDecision(tx, row.id, { ...closing, now: deps.clock.now() });
  if (!saved) throw new Error(`approval ${row.id} was decided under its lock`);
  const by = closing.by ?? row.proposed_by;
  if (closing.state !== 'overtaken' && by !== null) {
    const action = closing.by === null ? 'approval.take_effect' : ACTIONS[closing.state];
    await auditDecision(deps, tx, row, { action, by, note: closing.note });
  }
  await deps.live.notify(tx, APPROVALS_CHANNEL, row.id);
}

async function auditDecision(
  deps: Pick<Deps, 'random' | 'secrets'>,
  tx: Tx,
  row: ApprovalRow,
  entry: { readonly action: AuditAction; readonly by: string; readonly note: string | null },
): Promise<void> {
  await recordAudit(deps, tx, {
    actorId: entry.by,
    action: entry.action,
    subjectType: subjectTypeOf(row.kind, JSON.parse(row.payload) as Readonly<Record<string, unknown>>),
    subjectId: row.subject,
    detail: {
      approval_id: row.id,
      kind: row.kind,
      hash: row.hash,
      payload: JSON.parse(row.payload) as unknown,
      proposed_by: row.proposed_by,
      note: entry.note,
    },
  });
}

function proposalOf(row: ApprovalRow, approvedBy: string | null): ApprovedProposal {
  const { id, subject, note, payload_sealed: sealed } = row;
  const proposedBy = row.proposed_by ?? approvedBy;
  if (proposedBy === null) throw new Error(`proposal ${id} has neither a proposer nor an approver`);
  return { id, subject, payload: JSON.parse(row.payload) as unknown, sealed, note, proposedBy, approvedBy };
}

/** Records this approval and returns whether it completes the required number. Each person counts once (quality R41). */
async function hasEnoughApprovals(deps: Deps, tx: Tx, row: ApprovalRow, input: DecisionInput): Promise<Result<boolean, DecisionRefusal>> {
  if (row.needs === 1) return accept(true);
  const isNew = await addApproval(tx, row.id, { userId: input.operator.userId, note: input.note, now: deps.clock.now() });
  if (!isNew) return refuse({ code: 'access_denied', message: 'own_voice' });
  return accept((await countApprovers(tx, row.id, decidersOf(row.kind))) >= row.needs);
}

/** Whether this operator has a part in what is proposed while enough others could approve it. */
async function hasConflict(
  tx: Tx,
  row: ApprovalRow,
  { hooks, by }: { readonly hooks: ApprovalHooks; readonly by: string },
): Promise<boolean> {
  return (await findConflicts(tx, hooks.parties, { candidates: [row], operatorId: by })).size > 0;
}

/**
 * Adds an approval; the last one required executes the proposal in the same transaction (domain 5, 6).
 * Refuses:
 * - the proposer, operators with a part in the proposal, and a second approval by one person;
 * - a proposal that is closed, expired or not what the operator saw;
 * - what the executor refuses.
 */
export async function approve(
  deps: Deps,
  tx: Tx,
  executors: Executors,
  input: DecisionInput & { readonly hooks?: ApprovalHooks },
): Promise<Result<null, DecisionRefusal | ExecutionRefusal>> {
  const open = await lockSeenProposal(deps, tx, input);
  if (!open.ok) return open;
  const row = open.value;
  const by = input.operator.userId;
  if (row.proposed_by === by) return refuse({ code: 'access_denied', message: 'own_proposal' });
  if (await hasConflict(tx, row, { hooks: input.hooks ?? NO_HOOKS, by })) return refuse({ code: 'access_denied', message: 'own_word' });
  const hasEnough = await hasEnoughApprovals(deps, tx, row, input);
  if (!hasEnough.ok) return hasEnough;
  if (!hasEnough.value) {
    await auditDecision(deps, tx, row, { action: 'approval.voice', by, note: input.note });
    await deps.live.notify(tx, APPROVALS_CHANNEL, row.id);
    return accept(null);
  }
  const executed = await executors[row.kind](deps, tx, proposalOf(row, by));
  if (!executed.ok) return executed;
  await closeProposal(deps, tx, row, { state: 'approved', by, note: input.note });
  return accept(null);
}

/**
 * Declines an open proposal because its subject is over. Any operator who may decide the proposal may do so. A closed proposal does
 * not change.
 */
export async function withdrawProposal(
  deps: Deps,
  tx: Tx,
  { id, note, operator }: Omit<DecisionInput, 'hash'>,
): Promise<Result<null, DecisionRefusal>> {
  const open = await lockOpenProposal(deps, tx, { id, operator });
  if (open.ok) await closeProposal(deps, tx, open.value, { state: 'declined', by: operator.userId, note });
  else if (open.refusals.some(({ code }) => code === 'access_denied')) return open;
  return accept(null);
}

/** Closes a proposal without executing it, for an operator who may decide it. */
export async function decline(
  deps: Deps,
  tx: Tx,
  input: DecisionInput,
  hooks: ApprovalHooks = NO_HOOKS,
): Promise<Result<null, DecisionRefusal>> {
  const open = await lockSeenProposal(deps, tx, input);
  if (!open.ok) return open;
  const row = open.value;
  const by = input.operator.userId;
  await closeProposal(deps, tx, row, { state: 'declined', by, note: input.note });
  await hooks.declined[row.kind]?.(deps, tx, proposalOf(row, by));
  return accept(null);
}

/**
 * Executes a proposal of a sole operator a day after all could see it (domain 11). If another operator may decide by then, the proposal
 * waits. A proposal that cannot be executed is closed as overtaken.
 */
export async function takeEffect(deps: Deps, executors: Executors, id: string): Promise<void> {
  const isHandled = await deps.db
    .tx(async (tx) => {
      const row = await lockApproval(tx, id);
      const now = deps.clock.now();
      if (row?.state !== 'open' || row.effective_at === null || row.effective_at.getTime() > now) return true;
      if (row.proposed_by === null || hashOf(row.kind, row.subject, row.payload) !== row.hash) return false;
      if (await hasOtherOperators(tx, decidersOf(row.kind), row.proposed_by)) {
        await requireDecision(tx, id);
        await deps.live.notify(tx, APPROVALS_CHANNEL, id);
        return true;
      }
      const executed = await executors[row.kind](deps, tx, proposalOf(row, null));
      if (!executed.ok) throw new ExecutionRefused();
      await closeProposal(deps, tx, row, { state: 'approved', by: null, note: null });
      return true;
    })
    .catch((error: unknown) => {
      if (error instanceof ExecutionRefused) return false;
      throw error;
    });
  if (!isHandled) await closeOvertaken(deps, id);
}

/** Rolls back what an executor began before it refused. */
class ExecutionRefused extends Error {}

/** Closes a proposal that can no longer be executed, unless someone has decided it. */
export async function closeOvertaken(deps: Pick<Deps, 'db' | 'clock' | 'random' | 'secrets' | 'live'>, id: string): Promise<void> {
  await deps.db.tx(async (tx) => {
    const row = await lockApproval(tx, id);
    if (row?.state === 'open') await closeProposal(deps, tx, row, { state: 'overtaken', by: null, note: null });
  });
}
