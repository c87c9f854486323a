import type { Order } from '#core/order/order.ts';
import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { payersCard } from './create/card-standing.ts';
import { orderSides } from './order-assets.ts';
import { findMaskedRequisites, findSealedRequisites } from './store.ts';

/** The card number that an order is paid from; undefined where it is not paid from a card. */
export async function findPayersCard(
  { catalogue, secrets }: Pick<Deps, 'catalogue' | 'secrets'>,
  db: Queryable,
  order: Pick<Order, 'id' | 'incomeCode' | 'outcomeCode'>,
): Promise<string | undefined> {
  const { income } = orderSides(catalogue, order);
  const sealed = await findSealedRequisites(db, order.id);
  return payersCard(income, JSON.parse(secrets.unseal(sealed.income)) as RequisiteValues);
}

/** Masked requisites of the order's destination. */
export const findMaskedDestination = async (db: Queryable, orderId: string): Promise<RequisiteValues> =>
  (await findMaskedRequisites(db, orderId)).outcome;
