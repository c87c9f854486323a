import { payoutPosting } from '#core/order/decide.ts';
import type { HoldChange } from '#core/order/hold.ts';
import type { Order } from '#core/order/order.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { reserveBufferOf } from '#server/payment-systems/reserve-buffer.ts';
import { reserveForOrder, postReservation, voidReservation, type TransferCause } from '#server/ledger/post.ts';
import { orderAssets } from '#server/orders/order-assets.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { MoveDeps } from '#server/orders/deps.ts';

/** Applies the decided change of the hold; returns the order with its new hold, or a refusal when the reserve is too small. */
export async function changeHold(
  deps: MoveDeps,
  tx: Tx,
  input: { readonly hold: HoldChange; readonly order: Order; readonly before: Order; readonly cause: TransferCause },
): Promise<Result<Order, 'has_no_reserves'>> {
  const { hold: change, order, before, cause } = input;
  const assets = orderAssets(deps.catalogue, order);
  const hold = before.hold && { ...before.hold, wallet: order.outcomeWallet };
  switch (change.do) {
    case 'keep':
      return accept(order);
    case 'void':
      if (hold) await voidReservation(deps, tx, hold, cause);
      return accept({ ...order, hold: null });
    case 'post':
      if (!hold) throw new Error(`order ${order.id} has no hold to post`);
      await postReservation(deps, tx, { ...hold, posting: payoutPosting(order, assets) }, cause);
      return accept({ ...order, hold: null });
    case 'adjust':
    case 'adjust_if_possible': {
      if (hold) await voidReservation(deps, tx, hold, cause);
      const id = await reserveForOrder(
        deps,
        tx,
        {
          buffer: reserveBufferOf(order.outcomeCode),
          wallet: order.outcomeWallet,
          asset: assets.outcome,
          amount: change.amount,
          orderId: order.id,
        },
        cause,
      );
      if (id !== undefined) return accept({ ...order, hold: { id, amount: change.amount } });
      return change.do === 'adjust' ? refuse({ code: 'has_no_reserves' }) : accept({ ...order, hold: null });
    }
  }
}
