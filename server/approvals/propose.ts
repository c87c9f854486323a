import { createHash } from 'node:crypto';
import { accept, refuse, type Result } from '#core/result.ts';
import {
  APPROVAL_MS,
  type ApprovalKind,
  decidersOf,
  SOLE_DECIDER_DELAY_MS,
  subjectTypeOf,
  takesEffectAlone,
} from '#core/staff/approval.ts';
import { canonicalJson } from '#core/text/canonical-json.ts';
import { type Instant, toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { hasOtherOperators } from './conflicts.ts';
import { findOpenDuplicate, insertApproval, listOpenIdsBy, lockProposals, saveDecision } from './store.ts';

/** Notifies all processes and the office that the list of proposals changed. */
export const APPROVALS_CHANNEL = 'approvals_changed';

interface Proposal {
  readonly kind: ApprovalKind;
  /** Id of what the proposal is about: an order, a reserve. */
  readonly subject: string;
  /** Everything that will be done, as JSON; secrets only as a digest (`sealPart`). The second person approves exactly this. */
  readonly payload: Readonly<Record<string, unknown>>;
  readonly sealed?: Buffer;
  readonly note: string;
  /** Null: proposed by the service. */
  readonly operatorId: string | null;
  /** Approvals needed besides the proposer; default 1. */
  readonly needs?: 1 | 2;
  /** Time until it expires; default one day. */
  readonly waitsMs?: number;
  /**
   * Two proposals with equal keys are duplicates. Given if payload or subject differ each time; by default these two are
   * compared.
   */
  readonly duplicateKey?: Readonly<Record<string, unknown>>;
}

/** Hash of one proposal about one subject; `payload` is its stored text. */
export const hashOf = (kind: string, subject: string, payload: string): string =>
  createHash('sha256')
    .update(canonicalJson([kind, subject, payload]))
    .digest('hex');

/** Hashes this proposal may be stored under: the canonical one, and that of rows written before the encoding was canonical. */
export const hashesOf = (kind: string, subject: string, payload: object): readonly string[] =>
  [canonicalJson(payload), JSON.stringify(payload)].map((text) => hashOf(kind, subject, text));

/** The payload for the audit log: the log is kept for ever, so people appear by their ids only (decision 0047). */
function payloadForLog(payload: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { email: _email, referral: _referral, ...logged } = payload;
  return logged;
}

export type OperatorProposal = Proposal & { readonly operatorId: string };

/** A proposal made by the service. */
type ServiceProposal = Omit<Proposal, 'operatorId' | 'duplicateKey'>;

type ProposeDeps = Pick<Deps, 'random' | 'clock' | 'live' | 'secrets'>;

/** The open duplicate of a proposal, under a lock that excludes concurrent duplicates. */
async function findDuplicate(deps: Pick<Deps, 'clock'>, tx: Tx, { kind, subject, payload, duplicateKey }: Proposal) {
  const keyHash = duplicateKey === undefined ? null : hashOf(kind, '', canonicalJson(duplicateKey));
  const hashes = hashesOf(kind, subject, payload);
  await lockProposals(tx, keyHash ?? hashes.join(' '));
  return { keyHash, duplicate: await findOpenDuplicate(tx, { kind, duplicateHash: keyHash, hashes, now: deps.clock.now() }) };
}

/** Stores an operator's proposal with an audit entry, or returns the open duplicate: two equal proposals at once become one. */
export async function proposeOnce(
  deps: ProposeDeps,
  tx: Tx,
  proposal: OperatorProposal,
): Promise<{ readonly approvalId: string; readonly isNew: boolean }> {
  const { keyHash, duplicate } = await findDuplicate(deps, tx, proposal);
  if (duplicate) return { approvalId: duplicate.id, isNew: false };
  const { kind, subject, payload, note, operatorId } = proposal;
  const isAlone = takesEffectAlone(kind) && !(await hasOtherOperators(tx, decidersOf(kind), operatorId));
  const effectiveAt = isAlone ? deps.clock.now() + SOLE_DECIDER_DELAY_MS : null;
  const { id, hash } = await storeProposal(deps, tx, proposal, { keyHash, effectiveAt });
  await recordAudit(deps, tx, {
    actorId: operatorId,
    action: 'approval.propose',
    subjectType: subjectTypeOf(kind, payload),
    subjectId: subject,
    detail: {
      approval_id: id,
      kind,
      hash,
      payload: payloadForLog(payload),
      note,
      ...(effectiveAt === null ? {} : { effective_at: toRfc3339(effectiveAt) }),
    },
  });
  return { approvalId: id, isNew: true };
}

/**
 * Proposes an action that another operator must approve (domain 5, 6), with an audit entry.
 * - Nothing is executed yet. A duplicate of an open proposal is refused.
 * - If no one else could decide, some kinds take effect after a day (`takesEffectAlone`) and stay open a day longer.
 */
export async function propose(
  deps: ProposeDeps,
  tx: Tx,
  proposal: OperatorProposal,
): Promise<Result<{ approvalId: string }, 'approval_conflict'>> {
  const { approvalId, isNew } = await proposeOnce(deps, tx, proposal);
  return isNew
    ? accept({ approvalId })
    : refuse({ code: 'approval_conflict', message: 'approval_waiting', meta: { approval_id: approvalId } });
}

/** Proposes on behalf of the service; an open duplicate is returned. No audit entry: the log records what people do. */
export async function proposeByService(deps: ProposeDeps, tx: Tx, input: ServiceProposal): Promise<{ approvalId: string }> {
  const proposal = { ...input, operatorId: null };
  const { duplicate: existing } = await findDuplicate(deps, tx, proposal);
  if (existing) return { approvalId: existing.id };
  const { id } = await storeProposal(deps, tx, proposal, { keyHash: null, effectiveAt: null });
  return { approvalId: id };
}

async function storeProposal(
  deps: ProposeDeps,
  tx: Tx,
  { kind, subject, payload, sealed, note, operatorId, needs = 1, waitsMs = APPROVAL_MS }: Proposal,
  { keyHash, effectiveAt }: { readonly keyHash: string | null; readonly effectiveAt: Instant | null },
): Promise<{ id: string; hash: string }> {
  const now = deps.clock.now();
  const text = canonicalJson(payload);
  const hash = hashOf(kind, subject, text);
  const id = deps.random.uuid();
  await insertApproval(tx, {
    id,
    kind,
    subject,
    payload: text,
    sealed: sealed ?? null,
    hash,
    duplicateHash: keyHash,
    note,
    proposedBy: operatorId,
    needs,
    effectiveAt,
    now,
    expiresAt: (effectiveAt ?? now) + waitsMs,
  });
  await deps.live.notify(tx, APPROVALS_CHANNEL, id);
  return { id, hash };
}

/** Declines the open proposals of an operator who may no longer propose, so that no one approves them by mistake. */
export async function declineProposalsOf(
  deps: Pick<Deps, 'random' | 'clock' | 'live' | 'secrets'>,
  tx: Tx,
  { proposedBy, by }: { readonly proposedBy: string; readonly by: string },
): Promise<void> {
  for (const { id } of await listOpenIdsBy(tx, proposedBy)) {
    const decision = { state: 'declined', by, note: null, now: deps.clock.now() } as const;
    if (!(await saveDecision(tx, id, decision))) continue;
    const detail = { proposed_by: proposedBy };
    await recordAudit(deps, tx, { actorId: by, action: 'approval.decline', subjectType: 'approval', subjectId: id, detail });
    await deps.live.notify(tx, APPROVALS_CHANNEL, id);
  }
}
