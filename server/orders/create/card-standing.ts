import type { Order } from '#core/order/order.ts';
import { requiresCardCheck } from '#core/payment-system/direction-rules.ts';
import type { Direction, PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import type { Deps } from '#server/deps.ts';
import type { CardOfOwner, CardStanding, FindCardStanding } from '#server/orders/deps.ts';
import { orderSides } from '#server/orders/order-sides.ts';
import { findMaskedRequisites, findSealedRequisites } from '#server/orders/queries.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import type { Secrets } from '#server/platform/secrets.ts';

/** The card number that an order is paid from; undefined where the income side has no card field. */
function payersCard(income: Pick<PaymentSystem, 'incomeFields'>, values: RequisiteValues): string | undefined {
  const field = income.incomeFields.find(({ kind }) => kind === 'card');
  return field === undefined ? undefined : values[field.key];
}

interface PayerCardQuery {
  readonly income: PaymentSystem;
  readonly direction: Direction;
  readonly incomeAmount: bigint;
  readonly values: RequisiteValues;
  readonly owner: Omit<CardOfOwner, 'cardNumber'>;
}

/** Standing of the card that a new order is paid from. `verified` also where no check is required: the order starts without one (T2). */
export async function findPayerCardStanding(
  deps: { readonly secrets: Secrets; readonly findCardStanding: FindCardStanding },
  db: Queryable,
  query: PayerCardQuery,
): Promise<CardStanding> {
  const card = payersCard(query.income, query.values);
  // Payments without a card need no check
  if (card === undefined || !requiresCardCheck(query.direction.verification, query.incomeAmount)) return 'verified';
  return await deps.findCardStanding(deps, db, { ...query.owner, cardNumber: card });
}

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
