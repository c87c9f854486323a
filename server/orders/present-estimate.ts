import { estimateOf } from '#core/order/estimate.ts';
import type { Order } from '#core/order/order.ts';
import { formatAmount } from '#core/money/amount.ts';
import { toSignificant } from '#core/money/fraction.ts';
import type { Quote } from '#core/order/quote.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { orderSides } from './order-assets.ts';
import { toleranceOf } from './payment-terms.ts';

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
