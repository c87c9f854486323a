import type { Order } from '#core/order/order.ts';
import type { OrderStatus } from '#core/order/status.ts';
import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import type { RequisitesOffer } from '#server/adapters/rails/port.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { findMaskedRequisites, findOrder, findRequisites, findStatusBefore } from './store.ts';

/** Data of a mail about an order: the order, the pay-to requisites, and the masked destinations of payout and refund. */
export async function findOrderNews(
  db: Queryable,
  id: string,
): Promise<
  | {
      order: Order;
      offer: RequisitesOffer | undefined;
      destination: RequisiteValues;
      refundDestination: RequisiteValues;
      /** The state before the current one. */
      before: OrderStatus | null;
    }
  | undefined
> {
  const order = await findOrder(db, id);
  if (!order) return undefined;
  const [offer, masked, before] = await Promise.all([findRequisites(db, id), findMaskedRequisites(db, id), findStatusBefore(db, id)]);
  return { order, offer, destination: masked.outcome, refundDestination: masked.income, before };
}
