import type { OrderAttributes } from '#contract/orders.ts';
import type { PayoutReview } from '#core/order/promise.ts';
import type { Instant } from '#core/time.ts';
import type { Queryable } from '#server/platform/db/db.ts';

/** What other nouns know of an order and its customer reads on its page; given at assembly. */
export interface OrderFacts {
  /** A return of what came beyond the order is decided and not over. */
  readonly isSurplusReturning: (db: Queryable, orderId: string) => Promise<boolean>;
  /** Whether the customer of a payout that failed is asked for another destination, or has named one; undefined where neither. */
  readonly findDestinationRequest: (db: Queryable, orderId: string, now: Instant) => Promise<'asked' | 'given' | undefined>;
  /** The papers of its payouts that the customer may have. */
  readonly findShownProofs: (db: Queryable, orderId: string) => Promise<OrderAttributes['payout_proofs']>;
  /** The review of its payout that people are asked for; undefined where nobody is. */
  readonly findReview: (db: Queryable, orderId: string, now: Instant) => Promise<PayoutReview | undefined>;
  /** Since when a person has its payout to pay it by hand; undefined: nobody has. */
  readonly findTakenByHand: (db: Queryable, orderId: string) => Promise<Instant | undefined>;
  /** When requisites will most likely be free for an order that waits for them; undefined where nobody has said. */
  readonly findPromise: (db: Queryable, orderId: string) => Promise<Instant | undefined>;
}
