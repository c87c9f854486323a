import { createHash } from 'node:crypto';
import { canonicalJson } from '#core/canonical-json.ts';
import { ALONE_MS, APPROVAL_MS, type ApprovalKind, decidersOf, subjectTypeOf, takesEffectAlone } from '#core/approval.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { hasOthers } from './has-others.ts';
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
  /** Null: the product itself asks. */
  readonly operatorId: string | null;
  /** How many people must say yes beside whoever proposes; 1 unless told. */
  readonly needs?: 1 | 2;
  /** How long it waits; a day unless told. */
  readonly waitsMs?: number;
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

/**
 * Writes down what one operator wants and another must approve (domain 5, 6), with an audit line; nothing is done yet.
 * The same proposal made again while it waits is the one that waits. Where nobody else could decide, some kinds take effect by
 * themselves after a day (`alone`), and wait that much longer.
 */
export async function propose(
  deps: Pick<Deps, 'random' | 'clock' | 'live' | 'secrets'>,
  tx: Tx,
  { kind, subject, payload, sealed, note, operatorId, needs = 1, waitsMs = APPROVAL_MS }: Proposal,
): Promise<{ approvalId: string }> {
  const now = deps.clock.now();
  const text = canonicalJson(payload);
  const hash = hashOf(kind, subject, text);
  const twin = await findOpenTwin(tx, { kind, subject, hashes: hashesOf(kind, subject, payload), now });
  if (twin) return { approvalId: twin.id };
  const isAlone = operatorId !== null && takesEffectAlone(kind) && !(await hasOthers(tx, decidersOf(kind), operatorId));
  const effectiveAt = isAlone ? now + ALONE_MS : null;
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
    needs,
    effectiveAt,
    now,
    expiresAt: (effectiveAt ?? now) + waitsMs,
  });
  // What the product asks by itself is told by its row; the log is of what people do
  if (operatorId !== null)
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
  await deps.live.notify(tx, APPROVALS_CHANNEL, id);
  return { approvalId: id };
}
