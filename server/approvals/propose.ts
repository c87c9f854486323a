import { createHash } from 'node:crypto';
import { APPROVAL_KINDS, APPROVAL_MS, type ApprovalKind } from '#core/approval.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { findOpenTwin, insertApproval } from './store.ts';

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
  readonly operatorId: string;
}

/** Names exactly one deed about exactly one thing. */
export const hashOf = (kind: string, subject: string, payload: string): string =>
  createHash('sha256')
    .update(JSON.stringify([kind, subject, payload]))
    .digest('hex');

/**
 * Writes down what one operator wants and another must approve (domain 5, 6), with an audit line; nothing is done yet.
 * The same proposal made again while it waits is the one that waits.
 */
export async function propose(
  deps: Pick<Deps, 'random' | 'clock' | 'live'>,
  tx: Tx,
  { kind, subject, payload, sealed, note, operatorId }: Proposal,
): Promise<{ approvalId: string }> {
  const now = deps.clock.now();
  const text = JSON.stringify(payload);
  const hash = hashOf(kind, subject, text);
  const twin = await findOpenTwin(tx, { kind, subject, hash, now });
  if (twin) return { approvalId: twin.id };
  const id = deps.random.uuid();
  await insertApproval(tx, {
    id,
    kind,
    subject,
    payload: text,
    sealed: sealed ?? null,
    hash,
    note,
    proposedBy: operatorId,
    now,
    expiresAt: now + APPROVAL_MS,
  });
  await recordAudit(deps, tx, {
    actorId: operatorId,
    action: 'approval.propose',
    subjectType: APPROVAL_KINDS[kind].subject,
    subjectId: subject,
    detail: { approval_id: id, kind, hash, payload, note },
  });
  await deps.live.notify(tx, APPROVALS_CHANNEL, id);
  return { approvalId: id };
}
