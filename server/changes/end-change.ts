import { isOpen, reversed } from '#core/changes/change.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { withdrawProposal } from '#server/approvals/decide-approval.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { Operator } from '#server/operators/operator.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { mayChange } from './check-items.ts';
import type { ChangeRefusal } from './changeable.ts';
import { type ChangeRow, findChange, lockChange, readItems, saveState } from './store.ts';
import { submitChange } from './submit-change.ts';
import { CHANGES_CHANNEL } from './write-items.ts';

type EndRefusal = ChangeRefusal | 'order_state_conflict' | 'approval_conflict';

interface Ended {
  readonly id: string;
  readonly note: string;
  readonly operator: Operator;
}

const overtaken = () => refuse({ code: 'order_state_conflict', message: 'change_state' });

/** Ends a change that waits or is dated; its proposal ends with it. Whoever may make it may end it. */
export async function cancelChange(deps: Deps, tx: Tx, { id, note, operator }: Ended): Promise<Result<ChangeRow, EndRefusal>> {
  const row = await lockChange(tx, id);
  if (!row) return refuse({ code: 'not_found' });
  if (!mayChange(operator.role, await readItems(tx, id))) return refuse({ code: 'access_denied' });
  if (!isOpen(row.state)) return overtaken();
  if (row.approval_id !== null) {
    const withdrawn = await withdrawProposal(deps, tx, { id: row.approval_id, note: note || null, operator });
    if (!withdrawn.ok) return withdrawn;
  }
  await saveState(tx, id, { state: 'cancelled', now: deps.clock.now(), endedBy: operator.userId });
  await recordAudit(deps, tx, {
    actorId: operator.userId,
    action: 'change.cancel',
    subjectType: 'change',
    subjectId: id,
    detail: { note },
  });
  await deps.live.notify(tx, CHANGES_CHANNEL, id);
  const ended = await findChange(tx, id);
  return ended ? accept(ended) : refuse({ code: 'not_found' });
}

/**
 * Takes an applied change back: a change of its own with both sides turned round (domain 10). Refuses by name where somebody has
 * changed one of its members since.
 */
export async function rollBackChange(deps: Deps, tx: Tx, { id, note, operator }: Ended): Promise<Result<ChangeRow, EndRefusal>> {
  const row = await lockChange(tx, id);
  if (!row) return refuse({ code: 'not_found' });
  if (row.state !== 'applied' || row.rolled_back_by !== null) return overtaken();
  const items = (await readItems(tx, id)).map(reversed);
  return await submitChange(deps, tx, { items, note, applyAt: null, rollsBack: id, author: operator });
}
