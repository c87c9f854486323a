import { createHash } from 'node:crypto';
import { canonicalJson } from '#core/text/canonical-json.ts';
import { type ChangeItem, MAX_ITEMS } from '#core/changes/change.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { type Instant, DAY_MS, toRfc3339 } from '#core/time.ts';
import { propose } from '#server/approvals/propose.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { CHANGES_CHANNEL, checkItems, mayChange, writeItems } from './check-items.ts';
import type { ChangeRefusal, CheckedItem, ExceededGuard } from './changeable.ts';
import { type ChangeRow, findChange, insertChange, lockChanges, saveState, saveWaiting } from './store.ts';

export type ChangeDeps = Pick<Deps, 'clock' | 'random' | 'secrets' | 'live' | 'changes'>;

/** Later dates are refused as a likely mistake in the year. */
const MAX_AHEAD_MS = 366 * DAY_MS;

/** Items in the audit log; all of them are in `change_items`. */
const MAX_AUDIT_ITEMS = 20;
/** Keys in a proposal; all of them are on the page of the change. */
const MAX_PROPOSAL_KEYS = 5;

export interface SubmittedChange {
  readonly items: readonly ChangeItem[];
  /** Reason for the change, shown in the history. */
  readonly note: string;
  /** Null: at once. */
  readonly applyAt: Instant | null;
  /** The change that this one rolls back. */
  readonly rollsBack: string | null;
  readonly author: { readonly userId: string; readonly role: string };
}

type Encode = (value: unknown) => string;

const hashOf = (items: readonly ChangeItem[], encode: Encode): string =>
  createHash('sha256')
    .update(encode(items.map(({ entity, key, before, after }) => [entity, key, before, after])))
    .digest('hex');

/** Digest of the items: binds an approval to exactly these items. */
export const digestOf = (items: readonly ChangeItem[]): string => hashOf(items, canonicalJson);

/** Also accepts digests of an earlier release, before the encoding was canonical: members in the order of the database. */
export const isDigestOf = (digest: string, items: readonly ChangeItem[]): boolean =>
  digest === digestOf(items) || digest === hashOf(items, JSON.stringify);

export const auditItems = (items: readonly ChangeItem[]): readonly ChangeItem[] => items.slice(0, MAX_AUDIT_ITEMS);

export interface ChangeProposal {
  readonly id: string;
  readonly note: string;
  readonly applyAt: Instant | null;
  readonly authorId: string;
  readonly items: readonly ChangeItem[];
  readonly exceeded: readonly ExceededGuard[];
}

/**
 * Proposes a change to a second person, bound to exactly its items (domain 5, 10). Refuses if a proposal with an equal
 * `duplicateKey` is open.
 */
export async function proposeChange(
  deps: ChangeDeps,
  tx: Tx,
  change: ChangeProposal,
  duplicateKey: Readonly<Record<string, unknown>>,
): Promise<Result<null, 'approval_conflict'>> {
  const proposed = await propose(deps, tx, {
    kind: 'apply_change',
    subject: change.id,
    payload: {
      change_id: change.id,
      item_count: change.items.length,
      things: change.items.slice(0, MAX_PROPOSAL_KEYS).map(({ key }) => key),
      guard: change.exceeded[0]?.guard ?? null,
      guard_value: change.exceeded[0]?.value ?? null,
      apply_at: change.applyAt === null ? null : toRfc3339(change.applyAt),
      items_digest: digestOf(change.items),
    },
    note: change.note,
    operatorId: change.authorId,
    duplicateKey,
  });
  if (!proposed.ok) return proposed;
  await saveWaiting(tx, change.id, { approvalId: proposed.value.approvalId, guards: change.exceeded });
  return accept(null);
}

function validateRequest(change: SubmittedChange, now: Instant): Result<null, ChangeRefusal> {
  const { items, applyAt, author } = change;
  if (items.length === 0) return refuse({ code: 'required', field: 'items' });
  if (items.length > MAX_ITEMS) return refuse({ code: 'too_long', field: 'items', params: { max: MAX_ITEMS } });
  if (change.note.trim() === '') return refuse({ code: 'required', field: 'note' });
  if (applyAt !== null && (applyAt <= now || applyAt > now + MAX_AHEAD_MS)) {
    return refuse({ code: 'invalid_format', field: 'apply_at', message: 'change_time' });
  }
  return mayChange(author.role, items) ? accept(null) : refuse({ code: 'access_denied' });
}

const stateOf = (exceeded: readonly ExceededGuard[], applyAt: Instant | null): 'waiting' | 'scheduled' | 'applied' => {
  if (exceeded.length > 0) return 'waiting';
  return applyAt === null ? 'applied' : 'scheduled';
};

/** Writes the items and notifies processes; a roll-back marks the original change as rolled back. */
export async function apply(
  deps: ChangeDeps,
  tx: Tx,
  change: { readonly rollsBack: string | null; readonly checked: readonly CheckedItem[] },
): Promise<void> {
  await writeItems(deps, tx, change.checked);
  if (change.rollsBack !== null) await saveState(tx, change.rollsBack, { state: 'rolled_back', now: deps.clock.now() });
}

/**
 * The only way to change prices and the catalogue (domain 10). Beyond the guard bands it waits for a second person. Refuses
 * `edit_conflict`, invalid documents, and a role without permission.
 */
export async function submitChange(
  deps: ChangeDeps,
  tx: Tx,
  change: SubmittedChange,
): Promise<Result<ChangeRow, ChangeRefusal | 'approval_conflict'>> {
  const now = deps.clock.now();
  const validated = validateRequest(change, now);
  if (!validated.ok) return validated;
  await lockChanges(tx);
  const checked = await checkItems(deps.changes, tx, change.items, { lock: true });
  if (!checked.ok) return checked;
  if (checked.value.length === 0) return refuse({ code: 'required', field: 'items', message: 'change_nothing' });
  // Stored positions have no gaps: items without effect are left out
  const changedItems = checked.value.map((checkedItem, position) => ({ ...checkedItem, position }));
  const items = changedItems.map(({ item }) => item);
  if (!mayChange(change.author.role, items)) return refuse({ code: 'access_denied' });
  const exceeded = await deps.changes.judge(tx, changedItems);
  const state = stateOf(exceeded, change.applyAt);
  const id = deps.random.uuid();
  const { applyAt, rollsBack, author } = change;
  const note = change.note.trim();
  await insertChange(tx, {
    id,
    state,
    note,
    authorId: author.userId,
    now,
    applyAt,
    rollsBack,
    guards: exceeded,
    items: changedItems,
    digest: digestOf(items),
  });
  await recordAudit(deps, tx, {
    actorId: author.userId,
    action: `change.${state === 'applied' ? 'apply' : 'submit'}`,
    subjectType: 'change',
    subjectId: id,
    detail: {
      note,
      state,
      apply_at: applyAt,
      rolls_back: rollsBack,
      item_count: items.length,
      digest: digestOf(items),
      items: auditItems(items),
    },
  });
  if (state === 'waiting') {
    const duplicateKey = { items_digest: digestOf(items), apply_at: applyAt };
    const proposed = await proposeChange(deps, tx, { id, note, applyAt, authorId: author.userId, items, exceeded }, duplicateKey);
    if (!proposed.ok) return proposed;
  }
  if (state === 'applied') await apply(deps, tx, { rollsBack, checked: changedItems });
  await deps.live.notify(tx, CHANGES_CHANNEL, id);
  const row = await findChange(tx, id);
  if (!row) throw new Error(`change ${id} is not there after it was written`);
  return accept(row);
}
