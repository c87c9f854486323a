import { createHash } from 'node:crypto';
import { canonicalJson } from '#core/canonical-json.ts';
import { ALONE_MS, APPROVAL_MS, type ApprovalKind, decidersOf, subjectTypeOf, takesEffectAlone } from '#core/approval.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { type Instant, toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { hasOthers } from './has-others.ts';
import { findOpenTwin, insertApproval, lockProposals } from './store.ts';

/** Tells every process and the office that the list of proposals changed. */
export const APPROVALS_CHANNEL = 'approvals_changed';

export interface Proposal {
  readonly kind: ApprovalKind;
  /** The order or reserve it is about. */
  readonly subject: string;
  /** All that will be done, as JSON, secrets by their digest (`sealPart`). The second person approves exactly this. */
  readonly payload: Readonly<Record<string, unknown>>;
  readonly sealed?: Buffer;
  readonly note: string;
  /** Null: the product itself asks. */
  readonly operatorId: string | null;
  /** How many people must say yes beside whoever proposes; 1 unless told. */
  readonly needs?: 1 | 2;
  /** How long it waits; a day unless told. */
  readonly waitsMs?: number;
  /** What makes another proposal the same one, where the payload or the subject differs each time; the payload and the subject unless told. */
  readonly sameAs?: Readonly<Record<string, unknown>>;
}

/** Names exactly one proposal about exactly one subject; `payload` is its text as it is stored. */
export const hashOf = (kind: string, subject: string, payload: string): string =>
  createHash('sha256')
    .update(canonicalJson([kind, subject, payload]))
    .digest('hex');

/** The hashes this proposal may be stored under: the canonical one, and that of rows written before the encoding was canonical. */
export const hashesOf = (kind: string, subject: string, payload: object): readonly string[] =>
  [canonicalJson(payload), JSON.stringify(payload)].map((text) => hashOf(kind, subject, text));

/** What the log may say of a payload for ever: people by their ids alone (decision 0047). */
function logged(payload: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { email: _email, referral: _referral, ...rest } = payload;
  return rest;
}

export type OperatorProposal = Proposal & { readonly operatorId: string };

/** A proposal that the product makes by itself. */
type OwnQuestion = Omit<Proposal, 'operatorId' | 'sameAs'>;

type ProposeDeps = Pick<Deps, 'random' | 'clock' | 'live' | 'secrets'>;

/** The open proposal that is the same; looked for while nobody else makes one. */
async function openTwin(deps: Pick<Deps, 'clock'>, tx: Tx, { kind, subject, payload, sameAs }: Proposal) {
  const same = sameAs === undefined ? null : hashOf(kind, '', canonicalJson(sameAs));
  const hashes = hashesOf(kind, subject, payload);
  await lockProposals(tx, same ?? hashes.join(' '));
  return { same, twin: await findOpenTwin(tx, { kind, same, hashes, now: deps.clock.now() }) };
}

/** Writes down what an operator wants, with an audit line; what waits already is the one that waits: two people who propose the same at once make one. */
export async function proposeOnce(
  deps: ProposeDeps,
  tx: Tx,
  proposal: OperatorProposal,
): Promise<{ readonly approvalId: string; readonly isNew: boolean }> {
  const { same, twin } = await openTwin(deps, tx, proposal);
  if (twin) return { approvalId: twin.id, isNew: false };
  const { kind, subject, payload, note, operatorId } = proposal;
  const isAlone = takesEffectAlone(kind) && !(await hasOthers(tx, decidersOf(kind), operatorId));
  const effectiveAt = isAlone ? deps.clock.now() + ALONE_MS : null;
  const { id, hash } = await write(deps, tx, proposal, { same, effectiveAt });
  await recordAudit(deps, tx, {
    actorId: operatorId,
    action: 'approval.propose',
    subjectType: subjectTypeOf(kind, payload),
    subjectId: subject,
    detail: {
      approval_id: id,
      kind,
      hash,
      payload: logged(payload),
      note,
      ...(effectiveAt === null ? {} : { effective_at: toRfc3339(effectiveAt) }),
    },
  });
  return { approvalId: id, isNew: true };
}

/**
 * Writes down what one operator wants and another must approve (domain 5, 6), with an audit line; nothing is done yet. Refuses what
 * waits already, whoever has proposed it. Where nobody else could decide, some kinds take effect by themselves after a day (`alone`),
 * and wait that much longer.
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

/** The product itself asks; what it has asked about already waits as it is. The row tells of it: the log is of what people do. */
export async function askPeople(deps: ProposeDeps, tx: Tx, question: OwnQuestion): Promise<{ approvalId: string }> {
  const proposal = { ...question, operatorId: null };
  const { twin } = await openTwin(deps, tx, proposal);
  if (twin) return { approvalId: twin.id };
  const { id } = await write(deps, tx, proposal, { same: null, effectiveAt: null });
  return { approvalId: id };
}

async function write(
  deps: ProposeDeps,
  tx: Tx,
  { kind, subject, payload, sealed, note, operatorId, needs = 1, waitsMs = APPROVAL_MS }: Proposal,
  { same, effectiveAt }: { readonly same: string | null; readonly effectiveAt: Instant | null },
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
    same,
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
