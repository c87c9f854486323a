import type { Posting } from '#core/ledger/account.ts';
import type { Order } from '#core/order/order.ts';
import { releaseSurplus } from '#core/order/postings.ts';
import { orderAssets } from '#server/orders/order-assets.ts';
import type { MoveDeps } from '#server/orders/move/apply-move.ts';

interface Kept {
  readonly provider: string;
  readonly amount: bigint;
}

/** Takes out of what suspense holds for an order, provider by provider, up to `gone`. */
export function release(deps: MoveDeps, order: Order, kept: readonly Kept[], gone: bigint): Posting[] {
  const assets = orderAssets(deps.catalogue, order);
  let left = gone;
  return kept.flatMap((one) => {
    const amount = one.amount < left ? one.amount : left;
    left -= amount;
    return amount > 0n ? [releaseSurplus(order, assets, { ...one, amount })] : [];
  });
}
