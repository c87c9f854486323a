import { stepOf } from '#core/money/decimals.ts';
import { extraOf, type PaymentTerms, type Tolerance } from '#core/order/requote-options.ts';
import type { Order } from '#core/order/order.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { orderSides } from './order-assets.ts';
import { findRequisites } from './store.ts';

/** What of received money counts as the agreed amount, from memory. */
export function toleranceOf(deps: Pick<Deps, 'catalogue'>, order: Order): Tolerance {
  const { income, direction } = orderSides(deps.catalogue, order);
  return { tolerancePpm: direction.tolerancePpm, extraAmount: extraOf(order, stepOf(income)) };
}

/** The direction's settings, the way to pay and the present price, as the rules of received money ask for them. */
export async function paymentTermsOf(deps: Pick<Deps, 'catalogue' | 'quotes'>, db: Queryable, order: Order): Promise<PaymentTerms> {
  const { incomeCode, outcomeCode } = order;
  const { income, outcome, direction } = orderSides(deps.catalogue, order);
  const limits = deps.quotes.around(order.quote)?.limits;
  const ownMinimum = direction.minIncome ?? 0n;
  const offer = await findRequisites(db, order.id);
  return {
    ...toleranceOf(deps, order),
    outcomeDecimals: outcome,
    minIncome: limits?.minIncome ?? (ownMinimum > income.minAmount ? ownMinimum : income.minAmount),
    takesAnyAmount: offer?.kind === 'requisites',
    recalculate: (incomeAmount) => deps.quotes.recalculate({ incomeCode, outcomeCode, incomeAmount }),
  };
}

/** Whose suspense holds what is taken out of an order: the rail that received it. */
export const suspenseOf = (deps: Pick<Deps, 'catalogue'>, order: Order): string => orderSides(deps.catalogue, order).income.rail;
