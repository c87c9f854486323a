import { requiresCardCheck } from '#core/payment-system/direction-rules.ts';
import type { Direction, PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import type { Secrets } from '#server/platform/secrets.ts';

/** Result of a card check. `refused` is final: another photo would not help. */
export type CardStanding = 'verified' | 'refused' | 'unknown';

/** A card and its owner: the account and the orders whose keys the client holds. */
export interface CardOfOwner {
  readonly cardNumber: string;
  readonly userId: string | null;
  readonly orderIds: readonly string[];
}

/** Provided at assembly by the module that verifies cards. */
export type FindCardStanding = (deps: { readonly secrets: Secrets }, db: Queryable, card: CardOfOwner) => Promise<CardStanding>;

/** The card number that an order is paid from; undefined where the income side has no card field. */
export function payersCard(income: Pick<PaymentSystem, 'incomeFields'>, values: RequisiteValues): string | undefined {
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

/** Whether the order may start without a card check (T2): the direction requires none, or this owner's card is already verified. */
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
