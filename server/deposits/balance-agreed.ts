import type { Order } from '#core/order/order.ts';
import { bookLoss, keepInSuspense, recoverLoss, releaseSurplus } from '#core/order/postings.ts';
import { sharesOf, sumOf } from '#core/order/surplus.ts';
import { findSuspense } from '#server/ledger/find-suspense.ts';
import { post } from '#server/ledger/post.ts';
import { touchOrder, type MoveDeps } from '#server/orders/move/apply-move.ts';
import { orderAssets } from '#server/orders/order-assets.ts';
import { tellNews } from '#server/order-letters/tell-news.ts';
import { returnByItself } from '#server/payouts/return-by-itself.ts';
import { withdrawReturn } from '#server/payouts/withdraw-return.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { bookPosted, ledgerTotal, type Step } from './step.ts';
import { tellReverted } from './take-back.ts';

const positive = (amount: bigint): bigint => (amount > 0n ? amount : 0n);

/**
 * Money beside an agreement that is done: what came beyond it waits in suspense to be given back, and what was taken back
 * after it had left is a loss with an alarm; money that comes afterwards makes up for a loss first. Counts final money only.
 */
export async function balanceAgreed(deps: MoveDeps, tx: Tx, order: Order, step: Step): Promise<Order> {
  const { facts } = step;
  if (facts.uncredited === 0n && facts.takenBack === 0n) return order;
  const assets = orderAssets(deps.catalogue, order);
  const suspense = await findSuspense(tx, order.id);
  const kept = sumOf(suspense);
  const total = ledgerTotal(step);
  const agreed = order.creditedAmount + order.surplusReturned;
  const lost = agreed + kept - (total - facts.uncredited + facts.takenBack);
  const returning = facts.takenBack > 0n ? await withdrawReturn(tx, order.id) : 0n;
  const wantKept = total - agreed > returning ? total - agreed : returning;
  const wantLost = agreed + wantKept - total;
  const postings = [
    ...keepInSuspense(order, assets, { amount: positive(wantKept - kept), provider: facts.provider }),
    ...sharesOf(suspense, positive(kept - wantKept)).map((share) => releaseSurplus(order, assets, share)),
    ...bookLoss(order, assets, positive(wantLost - lost)),
    ...recoverLoss(order, assets, positive(lost - wantLost)),
  ];
  await post(deps, tx, postings, { orderId: order.id, actor: facts.by, actorId: null, reason: 'surplus' });
  await bookPosted(deps, tx, step);
  if (wantKept > kept) deps.log.warn({ order_id: order.id, amount: String(wantKept - kept) }, 'surplus_payment');
  if (facts.takenBack > 0n) await tellReverted(deps, tx, order, { ...step, lost: positive(wantLost - lost) });
  // What was lost is ours: for the customer his order has received what it was settled with
  const settled = await touchOrder(deps, tx, order, { receivedAmount: agreed + wantKept });
  await returnByItself(deps, tx, settled);
  if (wantKept > kept) await tellNews(tx, settled, deps.clock.now());
  return settled;
}
