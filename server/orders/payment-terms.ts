import { stepOf } from '#core/money/decimals.ts';
import { extraOf, type PaymentTerms, type Tolerance } from '#core/order/requote-options.ts';
import type { Order } from '#core/order/order.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { orderSides } from './order-assets.ts';
import { findRequisites } from './store.ts';

/** How far received money may differ from the agreed amount. No query. */
export function toleranceOf(deps: Pick<Deps, 'catalogue'>, order: Order): Tolerance {
  const { income, direction } = orderSides(deps.catalogue, order);
  return { tolerancePpm: direction.tolerancePpm, extraAmount: extraOf(order, stepOf(income)) };
}

/** The inputs of `settle`: the direction's settings, the payment method and the current price. */
export async function paymentTermsOf(deps: Pick<Deps, 'catalogue' | 'quotes'>, db: Queryable, order: Order): Promise<PaymentTerms> {
  const { incomeCode, outcomeCode } = order;
  const { income, outcome, direction } = orderSides(deps.catalogue, order);
  const limits = deps.quotes.calculationOf(order.quote)?.limits;
  const directionMinimum = direction.minIncome ?? 0n;
  const offer = await findRequisites(db, order.id);
  return {
    ...toleranceOf(deps, order),
    outcomeDecimals: outcome,
    minIncome: limits?.minIncome ?? (directionMinimum > income.minAmount ? directionMinimum : income.minAmount),
    takesAnyAmount: offer?.kind === 'requisites',
    recalculate: (incomeAmount) => deps.quotes.recalculate({ incomeCode, outcomeCode, incomeAmount }),
  };
}

/** Which provider's suspense account holds money taken out of an order: the rail that received it. */
export const suspenseOf = (deps: Pick<Deps, 'catalogue'>, order: Order): string => orderSides(deps.catalogue, order).income.rail;
