import { isOpen, inverseOf } from '#core/changes/change.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { withdrawProposal } from '#server/approvals/decide-approval.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { Operator } from '#server/operators/operator.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { CHANGES_CHANNEL, mayChange } from './check-items.ts';
import type { ChangeRefusal } from './changeable.ts';
import { type ChangeRow, findChange, lockChange, readItems, saveState } from './store.ts';
import { submitChange } from './submit-change.ts';

type EndRefusal = ChangeRefusal | 'order_state_conflict' | 'approval_conflict';

interface EndRequest {
  readonly id: string;
  readonly note: string;
  readonly operator: Operator;
}

const refuseState = () => refuse({ code: 'order_state_conflict', message: 'change_state' });

/** Cancels a waiting or dated change and withdraws its proposal. Requires the same permissions as submitting the change. */
export async function cancelChange(deps: Deps, tx: Tx, { id, note, operator }: EndRequest): Promise<Result<ChangeRow, EndRefusal>> {
  const row = await lockChange(tx, id);
  if (!row) return refuse({ code: 'not_found' });
  if (!mayChange(operator.role, await readItems(tx, id))) return refuse({ code: 'access_denied' });
  if (!isOpen(row.state)) return refuseState();
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
  const cancelled = await findChange(tx, id);
  return cancelled ? accept(cancelled) : refuse({ code: 'not_found' });
}

/**
 * Rolls back an applied change by a new change with `before` and `after` swapped (domain 10). Refuses, naming the member, if another
 * change has modified it since.
 */
export async function rollBackChange(deps: Deps, tx: Tx, { id, note, operator }: EndRequest): Promise<Result<ChangeRow, EndRefusal>> {
  const row = await lockChange(tx, id);
  if (!row) return refuse({ code: 'not_found' });
  if (row.state !== 'applied' || row.rolled_back_by !== null) return refuseState();
  const items = (await readItems(tx, id)).map(inverseOf);
  return await submitChange(deps, tx, { items, note, applyAt: null, rollsBack: id, author: operator });
}
