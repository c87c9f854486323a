import type { OrderFacts } from '#server/orders/deps.ts';
import { findAnswers, findOpenRequest } from './store.ts';

/**
 * What the order page shows about the destination of a failed payout: `asked` (the customer must answer) or `given` (an operator checks
 * the answer).
 */
export const findDestinationRequest: OrderFacts['findDestinationRequest'] = async (db, orderId, now) => {
  if ((await findOpenRequest(db, orderId, now)) !== undefined) return 'asked';
  return (await findAnswers(db, orderId, now)).isWaiting ? 'given' : undefined;
};
