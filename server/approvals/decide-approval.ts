import type { AuditAction } from '#core/audit-action.ts';
import { decidersOf, mayDecide, subjectTypeOf } from '#core/approval.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { Operator } from '#server/operators/operator.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { type ApprovalCourse, type ApprovedProposal, type ExecutionRefusal, type Executors, PLAIN_COURSE } from './executor.ts';
import { hasOthers } from './has-others.ts';
import { findOwnParts } from './own-parts.ts';
import { APPROVALS_CHANNEL, hashOf } from './propose.ts';
import { addVoice, type ApprovalRow, countVoices, lockApproval, saveDecision, waitForSomebody } from './store.ts';

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

interface Closing {
  readonly state: 'approved' | 'declined' | 'overtaken';
  readonly note: string | null;
  /** Null: time or events have decided. */
  readonly by: string | null;
}

const ACTIONS = { approved: 'approval.approve', declined: 'approval.decline' } as const;

/** Ends a proposal under its lock, with its line of the audit log: of what people do, so what events close has none. */
async function close(deps: Pick<Deps, 'clock' | 'random' | 'secrets' | 'live'>, tx: Tx, row: ApprovalRow, closing: Closing): Promise<void> {
  const saved = await saveDecision(tx, row.id, { ...closing, now: deps.clock.now() });
  if (!saved) throw new Error(`approval ${row.id} was decided under its lock`);
  const by = closing.by ?? row.proposed_by;
  if (closing.state !== 'overtaken' && by !== null) {
    const action = closing.by === null ? 'approval.take_effect' : ACTIONS[closing.state];
    await writeDown(deps, tx, row, { action, by, note: closing.note });
  }
  await deps.live.notify(tx, APPROVALS_CHANNEL, row.id);
}

async function writeDown(
  deps: Pick<Deps, 'random' | 'secrets'>,
  tx: Tx,
  row: ApprovalRow,
  deed: { readonly action: AuditAction; readonly by: string; readonly note: string | null },
): Promise<void> {
  await recordAudit(deps, tx, {
    actorId: deed.by,
    action: deed.action,
    subjectType: subjectTypeOf(row.kind, JSON.parse(row.payload) as Readonly<Record<string, unknown>>),
    subjectId: row.subject,
    detail: {
      approval_id: row.id,
      kind: row.kind,
      hash: row.hash,
      payload: JSON.parse(row.payload) as unknown,
      proposed_by: row.proposed_by,
      note: deed.note,
    },
  });
}

function proposalOf(row: ApprovalRow, approvedBy: string | null): ApprovedProposal {
  const { id, subject, note, payload_sealed: sealed } = row;
  const proposedBy = row.proposed_by ?? approvedBy;
  if (proposedBy === null) throw new Error(`nobody stands for proposal ${id}`);
  return { id, subject, payload: JSON.parse(row.payload) as unknown, sealed, note, proposedBy, approvedBy };
}

/** Whether enough people have said yes with this one. Nobody says it twice, from whatever session (quality R41). */
async function isEnough(deps: Deps, tx: Tx, row: ApprovalRow, input: Decided): Promise<Result<boolean, DecisionRefusal>> {
  if (row.needs === 1) return accept(true);
  const isNew = await addVoice(tx, row.id, { userId: input.operator.userId, note: input.note, now: deps.clock.now() });
  if (!isNew) return refuse({ code: 'access_denied', message: 'own_voice' });
  return accept((await countVoices(tx, row.id, decidersOf(row.kind))) >= row.needs);
}

/** Whether this person would agree to what is of their own doing, while enough others could agree to it. */
async function isOwnPart(
  tx: Tx,
  row: ApprovalRow,
  { course, by }: { readonly course: ApprovalCourse; readonly by: string },
): Promise<boolean> {
  return (await findOwnParts(tx, course.parties, { candidates: [row], operatorId: by })).size > 0;
}

/**
 * One more person says yes; with the last one that it needs, what was proposed is done in the same transaction (domain 5, 6). Refuses
 * the proposer himself whatever session he comes with, who has a part in it, who has said yes already, a proposal that was decided, has expired or is not
 * what he saw, and whatever the deed refuses.
 */
export async function approve(
  deps: Deps,
  tx: Tx,
  executors: Executors,
  input: Decided & { readonly course?: ApprovalCourse },
): Promise<Result<null, DecisionRefusal | ExecutionRefusal>> {
  const open = await openProposal(deps, tx, input);
  if (!open.ok) return open;
  const row = open.value;
  const by = input.operator.userId;
  if (row.proposed_by === by) return refuse({ code: 'access_denied', message: 'own_proposal' });
  if (await isOwnPart(tx, row, { course: input.course ?? PLAIN_COURSE, by })) return refuse({ code: 'access_denied', message: 'own_word' });
  const enough = await isEnough(deps, tx, row, input);
  if (!enough.ok) return enough;
  if (!enough.value) {
    await writeDown(deps, tx, row, { action: 'approval.voice', by, note: input.note });
    await deps.live.notify(tx, APPROVALS_CHANNEL, row.id);
    return accept(null);
  }
  const done = await executors[row.kind](deps, tx, proposalOf(row, by));
  if (!done.ok) return done;
  await close(deps, tx, row, { state: 'approved', by, note: input.note });
  return accept(null);
}

/** Ends a proposal with what it was about: whoever may decide it may, while it waits; one that is over stays as it was. */
export async function withdrawProposal(
  deps: Deps,
  tx: Tx,
  { id, note, operator }: Omit<Decided, 'hash'>,
): Promise<Result<null, DecisionRefusal>> {
  const live = await liveProposal(deps, tx, { id, operator });
  if (live.ok) await close(deps, tx, live.value, { state: 'declined', by: operator.userId, note });
  else if (live.refusals.some(({ code }) => code === 'access_denied')) return live;
  return accept(null);
}

/** Somebody who may approve it, or the proposer himself, says no: nothing is done and the proposal is over. */
export async function decline(
  deps: Deps,
  tx: Tx,
  input: Decided,
  course: ApprovalCourse = PLAIN_COURSE,
): Promise<Result<null, DecisionRefusal>> {
  const open = await openProposal(deps, tx, input);
  if (!open.ok) return open;
  const row = open.value;
  const by = input.operator.userId;
  await close(deps, tx, row, { state: 'declined', by, note: input.note });
  await course.declined[row.kind]?.(deps, tx, proposalOf(row, by));
  return accept(null);
}

/**
 * A proposal whose proposer was alone takes effect, a day after everybody could see it (domain 11). Where somebody who could decide
 * has come meanwhile, it waits for him instead; what cannot be done any more is closed as overtaken.
 */
export async function takeEffect(deps: Deps, executors: Executors, id: string): Promise<void> {
  const isDone = await deps.db
    .tx(async (tx) => {
      const row = await lockApproval(tx, id);
      const now = deps.clock.now();
      if (row?.state !== 'open' || row.effective_at === null || row.effective_at.getTime() > now) return true;
      if (row.proposed_by === null || hashOf(row.kind, row.subject, row.payload) !== row.hash) return false;
      if (await hasOthers(tx, decidersOf(row.kind), row.proposed_by)) {
        await waitForSomebody(tx, id);
        await deps.live.notify(tx, APPROVALS_CHANNEL, id);
        return true;
      }
      const done = await executors[row.kind](deps, tx, proposalOf(row, null));
      if (!done.ok) throw new NotPossible();
      await close(deps, tx, row, { state: 'approved', by: null, note: null });
      return true;
    })
    .catch((error: unknown) => {
      if (error instanceof NotPossible) return false;
      throw error;
    });
  if (!isDone) await closeOvertaken(deps, id);
}

/** Rolls back what a deed has begun before it was refused. */
class NotPossible extends Error {}

/** Closes a proposal that events have gone past, unless somebody has decided it. */
export async function closeOvertaken(deps: Pick<Deps, 'db' | 'clock' | 'random' | 'secrets' | 'live'>, id: string): Promise<void> {
  await deps.db.tx(async (tx) => {
    const row = await lockApproval(tx, id);
    if (row?.state === 'open') await close(deps, tx, row, { state: 'overtaken', by: null, note: null });
  });
}
