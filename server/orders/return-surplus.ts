import { returnSurplus as posting } from '#core/order/postings.ts';
import { surplusOf } from '#core/order/surplus.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { findSuspense } from '#server/ledger/find-suspense.ts';
import { post } from '#server/ledger/post.ts';
import { recordReturn } from '#server/payouts/record-return.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { touchOrder, type MoveDeps } from './apply-move.ts';
import { orderAssets } from './order-assets.ts';
import { lockOrder } from './store.ts';

export interface SurplusReturn {
  readonly orderId: string;
  /** The version the operator saw. */
  readonly version: number;
  /** How and where it was given back. */
  readonly note: string;
  readonly operatorId: string;
}

/**
 * An operator gave a surplus (a second payment) back by hand: it leaves suspense and the treasury, with an audit line, and the
 * customer sees it at once. Once: the next press finds nothing left, another version refuses.
 */
export async function returnSurplus(
  deps: MoveDeps & Pick<Deps, 'random'>,
  tx: Tx,
  input: SurplusReturn,
): Promise<Result<null, 'not_found' | 'order_state_conflict'>> {
  const order = await lockOrder(tx, input.orderId);
  if (!order) return refuse({ code: 'not_found' });
  const amount = surplusOf(order);
  if (amount === 0n || order.version !== input.version) return refuse({ code: 'order_state_conflict' });
  const kept = await findSuspense(tx, order.id);
  if (kept.reduce((sum, one) => sum + one.amount, 0n) !== amount)
    throw new Error(`the surplus of order ${order.id} is not what suspense says`);
  if (!(await recordReturn(deps, tx, order, { amount, operatorId: input.operatorId })))
    return refuse({ code: 'order_state_conflict', message: 'payout_under_way' });
  const assets = orderAssets(deps.catalogue, order);
  const postings = kept.map((one) => posting(order, assets, one));
  await post(deps, tx, postings, { orderId: order.id, actor: 'operator', actorId: input.operatorId, reason: input.note });
  await recordAudit(deps, tx, {
    actorId: input.operatorId,
    action: 'order.return_surplus',
    subjectType: 'order',
    subjectId: order.id,
    detail: { amount: String(amount), payment_system: order.incomeCode, note: input.note },
  });
  await touchOrder(deps, tx, order, { surplusReturned: order.surplusReturned + amount });
  return accept(null);
}
