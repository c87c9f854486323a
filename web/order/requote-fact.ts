import type { RequoteFact } from '#core/order/requote-options.ts';
import type { Order } from './order.ts';

/** What happened, for the headline of a choice (domain 5: "the page states the fact first"). */
export function requoteFact({ requote, timeline }: Pick<Order, 'requote' | 'timeline'>): RequoteFact | 'cancelled' {
  if (requote?.fact !== 'closed') return requote?.fact ?? 'rate';
  return timeline.findLast((line) => line.status !== 'requote')?.status === 'cancelled' ? 'cancelled' : 'closed';
}
