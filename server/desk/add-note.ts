import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { LEASE_CHANNELS } from '#server/leases/lease.ts';
import { findById } from '#server/orders/find-order.ts';

export interface NewNote {
  readonly orderId: string;
  readonly note: string;
  readonly operatorId: string;
}

/**
 * Adds an operator's note to the audit log of an order; the order itself does not change. Refuses
 * `not_found`.
 */
export async function addNote(deps: Pick<Deps, 'random' | 'live' | 'secrets'>, tx: Tx, input: NewNote): Promise<Result<null, 'not_found'>> {
  if (!(await findById(tx, input.orderId))) return refuse({ code: 'not_found' });
  await recordAudit(deps, tx, {
    actorId: input.operatorId,
    action: 'order.note',
    subjectType: 'order',
    subjectId: input.orderId,
    detail: { note: input.note },
  });
  // Notifies the office channel only: customers' pages listen to another one
  await deps.live.notify(tx, LEASE_CHANNELS.order, input.orderId);
  return accept(null);
}
