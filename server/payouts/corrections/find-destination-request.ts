import type { OrderFacts } from '#server/orders/customer/order-facts.ts';
import { findAnswers, findOpenRequest } from './store.ts';

/** What the customer of a payout that failed reads about its destination: he is asked, or what he named is looked at. */
export const findDestinationRequest: OrderFacts['findDestinationRequest'] = async (db, orderId, now) => {
  if ((await findOpenRequest(db, orderId, now)) !== undefined) return 'asked';
  return (await findAnswers(db, orderId, now)).isWaiting ? 'given' : undefined;
};
