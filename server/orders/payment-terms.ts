import type { PaymentTerms } from '#core/order/requote-options.ts';
import type { Order } from '#core/order/order.ts';
import type { Deps } from '#server/deps.ts';
import { orderSides } from './order-assets.ts';

/** The direction's settings and the present price, as the rules of received money ask for them. */
export function paymentTermsOf(deps: Pick<Deps, 'catalogue' | 'quotes'>, order: Order): PaymentTerms {
  const { incomeCode, outcomeCode } = order;
  const { income, outcome, direction } = orderSides(deps.catalogue, order);
  const limits = deps.quotes.around(order.quote)?.limits;
  const ownMinimum = direction.minIncome ?? 0n;
  return {
    tolerancePpm: direction.tolerancePpm,
    outcomeDecimals: outcome,
    minIncome: limits?.minIncome ?? (ownMinimum > income.minAmount ? ownMinimum : income.minAmount),
    recalculate: (incomeAmount) => deps.quotes.recalculate({ incomeCode, outcomeCode, incomeAmount }),
  };
}

/** Whose suspense holds what is taken out of an order: the rail that received it. */
export const suspenseOf = (deps: Pick<Deps, 'catalogue'>, order: Order): string => orderSides(deps.catalogue, order).income.rail;
