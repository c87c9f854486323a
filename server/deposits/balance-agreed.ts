import type { Order } from '#core/order/order.ts';
import { bookLoss, keepInSuspense, recoverLoss, releaseSurplus } from '#core/order/postings.ts';
import type { Posting } from '#core/ledger/account.ts';
import { findSuspense } from '#server/ledger/find-suspense.ts';
import { post } from '#server/ledger/post.ts';
import { touchOrder, type MoveDeps } from '#server/orders/apply-move.ts';
import { orderAssets } from '#server/orders/order-assets.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { bookPosted, ledgerTotal, type Step } from './step.ts';
import { tellReverted } from './take-back.ts';

const positive = (amount: bigint): bigint => (amount > 0n ? amount : 0n);

/** Gives back out of what suspense holds for an order, provider by provider, up to `gone`. */
function release(deps: MoveDeps, order: Order, kept: readonly { provider: string; amount: bigint }[], gone: bigint): Posting[] {
  const assets = orderAssets(deps.catalogue, order);
  let left = gone;
  return kept.flatMap((one) => {
    const amount = one.amount < left ? one.amount : left;
    left -= amount;
    return amount > 0n ? [releaseSurplus(order, assets, { ...one, amount })] : [];
  });
}

/**
 * Money beside an agreement that is done: what came beyond it waits in suspense to be given back, and what was taken back
 * after it had left is a loss with an alarm; money that comes afterwards makes up for a loss first. Counts final money only.
 */
export async function balanceAgreed(deps: MoveDeps, tx: Tx, order: Order, step: Step): Promise<Order> {
  const { facts } = step;
  if (facts.uncredited === 0n && facts.takenBack === 0n) return order;
  const assets = orderAssets(deps.catalogue, order);
  const suspense = await findSuspense(tx, order.id);
  const kept = suspense.reduce((sum, one) => sum + one.amount, 0n);
  const total = ledgerTotal(step);
  const agreed = order.creditedAmount + order.surplusReturned;
  const lost = agreed + kept - (total - facts.uncredited + facts.takenBack);
  const [wantKept, wantLost] = [positive(total - agreed), positive(agreed - total)];
  const postings = [
    ...keepInSuspense(order, assets, { amount: positive(wantKept - kept), provider: facts.provider }),
    ...release(deps, order, suspense, positive(kept - wantKept)),
    ...bookLoss(order, assets, positive(wantLost - lost)),
    ...recoverLoss(order, assets, positive(lost - wantLost)),
  ];
  await post(deps, tx, postings, { orderId: order.id, actor: facts.by, actorId: null, reason: 'surplus' });
  await bookPosted(deps, tx, step);
  if (wantKept > kept) deps.log.warn({ order_id: order.id, amount: String(wantKept - kept) }, 'surplus_payment');
  if (facts.takenBack > 0n) await tellReverted(deps, tx, order, { ...step, lost: positive(wantLost - lost) });
  return await touchOrder(deps, tx, order, { receivedAmount: total });
}
