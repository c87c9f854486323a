import { formatAmount } from '#core/money/amount.ts';
import { stepOf } from '#core/money/decimals.ts';
import { toSignificant } from '#core/money/fraction.ts';
import { estimateOf } from '#core/order/estimate.ts';
import type { Order } from '#core/order/order.ts';
import type { Quote } from '#core/order/quote.ts';
import { extraOf, type PaymentTerms, type Tolerance } from '#core/order/requote-options.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { orderSides } from './order-sides.ts';
import { findOffer } from './queries.ts';

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
  const offer = await findOffer(db, order.id);
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

type EstimateDeps = Pick<Deps, 'catalogue' | 'quotes'>;

const RATE_DIGITS = 12;

/** What a floating order would pay if its money were final now; undefined when the amount is fixed or there is no rate. No query. */
export function estimateNow({ catalogue, quotes }: EstimateDeps, order: Order): Quote | undefined {
  const { incomeCode, outcomeCode } = order;
  return estimateOf(order, {
    ...toleranceOf({ catalogue }, order),
    recalculate: (incomeAmount) => quotes.recalculate({ incomeCode, outcomeCode, incomeAmount }),
  });
}

/** The estimate as customers and operators see it. */
export function presentEstimate(deps: EstimateDeps, order: Order) {
  const quote = estimateNow(deps, order);
  if (quote === undefined) return null;
  const { outcome } = orderSides(deps.catalogue, order);
  return {
    outcome_amount: formatAmount(quote.outcomeAmount, outcome.scale),
    rate: toSignificant(quote.rate, RATE_DIGITS),
    at: toRfc3339(quote.createdAt),
  };
}
