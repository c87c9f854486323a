import { asksForCard } from '#core/payment-system/direction-rules.ts';
import type { Direction, PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import type { CardStanding, ShownCard } from './shown-card.ts';

/** The card that an order is paid from; undefined where it is paid from something else. */
export function payersCard(income: Pick<PaymentSystem, 'incomeFields'>, values: RequisiteValues): string | undefined {
  const field = income.incomeFields.find(({ kind }) => kind === 'card');
  return field === undefined ? undefined : values[field.key];
}

interface AskedCard {
  readonly income: PaymentSystem;
  readonly direction: Direction;
  readonly incomeAmount: bigint;
  readonly values: RequisiteValues;
  readonly owner: Omit<ShownCard, 'cardNumber'>;
}

/** Whether an order may go on without a look at its card (T2): the direction does not ask, or this person has shown the card before. */
export async function standingOfPayer(
  deps: Pick<Deps, 'secrets' | 'findCardStanding'>,
  db: Queryable,
  asked: AskedCard,
): Promise<CardStanding> {
  const card = payersCard(asked.income, asked.values);
  // What is not paid from a card has none to be looked at
  if (card === undefined || !asksForCard(asked.direction.verification, asked.incomeAmount)) return 'verified';
  return await deps.findCardStanding(deps, db, { ...asked.owner, cardNumber: card });
}
