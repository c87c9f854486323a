import type { Result } from '#core/result.ts';
import type { Instant } from '#core/time.ts';
import { raiseIncident } from '#server/incidents/raise-incident.ts';
import type { Refusal } from '#core/refusal.ts';
import type { Deps } from '#server/deps.ts';
import { accept, refuse } from '#core/result.ts';
import type { Executor } from '#server/approvals/executor.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import * as z from 'zod/mini';
import { CHANGES_CHANNEL, checkItems } from './check-items.ts';
import type { ChangeRefusal, CheckedItem } from './changeable.ts';
import { type ChangeRow, findTodo, lockAbandoned, lockChange, lockChanges, lockDue, type Problem, readItems, saveState } from './store.ts';
import { apply, type ChangeDeps, isDigestOf, proposeChange } from './submit-change.ts';

const problemsOf = (refusals: readonly Refusal<ChangeRefusal>[]): readonly Problem[] =>
  refusals.map(({ code, meta }) => {
    const text = (name: string) => (typeof meta?.[name] === 'string' ? meta[name] : null);
    return { code, entity: text('entity'), key: text('key'), member: text('member') };
  });

/** Checks the items of a stored change against the current documents, under the lock of all changes. */
async function recheck(deps: ChangeDeps, tx: Tx, id: string): Promise<Result<readonly CheckedItem[], ChangeRefusal>> {
  await lockChanges(tx);
  return await checkItems(deps.changes, tx, await readItems(tx, id), { lock: true });
}

async function applyAndAudit(deps: ChangeDeps, tx: Tx, row: ChangeRow, checked: readonly CheckedItem[]): Promise<void> {
  await apply(deps, tx, { rollsBack: row.rolls_back, checked });
  await recordAudit(deps, tx, {
    actorId: row.author_id,
    action: 'change.apply',
    subjectType: 'change',
    subjectId: row.id,
    detail: { note: row.note, item_count: row.item_count, digest: row.digest, dated: row.apply_at !== null },
  });
}

const Payload = z.object({ change_id: z.string(), items_digest: z.string() });

/**
 * Executes exactly the approved items of a change, or schedules it for `apply_at`. Refuses, naming the entity, if an item was modified
 * since the proposal, which then stays open.
 */
export const executeChange: Executor = async (deps, tx, { payload, approvedBy }) => {
  const { change_id: id, items_digest: digest } = Payload.parse(payload);
  const row = await lockChange(tx, id);
  if (!row) return refuse({ code: 'not_found' });
  const items = await readItems(tx, id);
  if (row.state !== 'waiting' || !isDigestOf(digest, items)) return refuse({ code: 'approval_conflict', message: 'approval_changed' });
  const now = deps.clock.now();
  const isLater = row.apply_at !== null && row.apply_at.getTime() > now;
  if (!isLater) {
    const checked = await recheck(deps, tx, id);
    if (!checked.ok) {
      const [first] = problemsOf(checked.refusals);
      return refuse({ code: 'approval_conflict', message: 'change_overtaken', params: { key: first?.key ?? '' } });
    }
    await applyAndAudit(deps, tx, row, checked.value);
  }
  await saveState(tx, id, { state: isLater ? 'scheduled' : 'applied', now, ...(approvedBy === null ? {} : { approvedBy }) });
  await deps.live.notify(tx, CHANGES_CHANNEL, id);
  return accept(null);
};

/** Ends a dated change that could not be applied, and raises an incident. */
async function failChange(deps: ChangeDeps & Pick<Deps, 'log'>, tx: Tx, row: ChangeRow, problems: readonly Problem[]): Promise<void> {
  await saveState(tx, row.id, { state: 'refused', now: deps.clock.now(), problem: problems });
  await raiseIncident(deps, tx, {
    kind: 'change_not_applied',
    subject: row.id,
    detail: { note: row.note, author: row.author_name, key: problems[0]?.key ?? null, item_count: row.item_count },
  });
}

/**
 * Applies one due dated change; returns whether there was one. Prices may have moved since, so a change now outside the guard bands is
 * proposed to a second person.
 */
async function applyDue(deps: ChangeDeps & Pick<Deps, 'log'>, tx: Tx, now: Instant): Promise<boolean> {
  const id = await lockDue(tx, now);
  if (id === undefined) return false;
  const row = await lockChange(tx, id);
  if (!row) return false;
  const checked = await recheck(deps, tx, id);
  if (!checked.ok) await failChange(deps, tx, row, problemsOf(checked.refusals));
  else {
    const exceeded = row.approval_id === null ? await deps.changes.judge(tx, checked.value) : [];
    if (exceeded.length > 0) {
      const items = await readItems(tx, id);
      // The id is the duplicate key, so that an equal change that already waits does not block this one
      const proposal = { id, note: row.note, applyAt: null, authorId: row.author_id, items, exceeded };
      const proposed = await proposeChange(deps, tx, proposal, { change_id: id });
      if (!proposed.ok) throw new Error(`change ${id} already has a proposal`);
    } else {
      await applyAndAudit(deps, tx, row, checked.value);
      await saveState(tx, id, { state: 'applied', now });
    }
  }
  await deps.live.notify(tx, CHANGES_CHANNEL, id);
  return true;
}

/** Ends one change whose proposal was declined, overtaken or has expired. Returns whether there was one. */
async function endAbandoned(deps: ChangeDeps, tx: Tx, now: Instant): Promise<boolean> {
  const id = await lockAbandoned(tx, now);
  if (id === undefined) return false;
  await saveState(tx, id, { state: 'refused', now, problem: [{ code: 'approval_conflict', entity: null, key: null, member: null }] });
  await deps.live.notify(tx, CHANGES_CHANNEL, id);
  return true;
}

type JobDeps = ChangeDeps & Pick<Deps, 'log'> & { readonly db: Db };

/** Applies all due dated changes and ends abandoned ones, each in its own transaction; safe in several processes. */
export async function applyDueChanges(deps: JobDeps): Promise<void> {
  const { has_due: hasDue, has_abandoned: hasAbandoned } = await findTodo(deps.db, deps.clock.now());
  while (hasDue && (await deps.db.tx(async (tx) => await applyDue(deps, tx, deps.clock.now()))));
  while (hasAbandoned && (await deps.db.tx(async (tx) => await endAbandoned(deps, tx, deps.clock.now()))));
}
