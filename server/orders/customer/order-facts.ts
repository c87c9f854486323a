import type { OrderAttributes } from '#contract/public/order-attributes.ts';
import type { PayoutReview, PayoutWait } from '#core/order/promise.ts';
import type { Instant } from '#core/time.ts';
import type { Queryable, Sql } from '#server/platform/db/db.ts';

/** What orders and payouts need from later modules; provided at assembly. */
export interface OrderFacts {
  /** A return of surplus money is decided and not finished. */
  readonly isSurplusReturning: (db: Queryable, orderId: string) => Promise<boolean>;
  /** Whether the customer of a failed payout is asked for another destination or has given one; undefined: neither. */
  readonly findDestinationRequest: (db: Queryable, orderId: string, now: Instant) => Promise<'asked' | 'given' | undefined>;
  /** Proofs of payment that the customer may download. */
  readonly findCustomerProofs: (db: Queryable, orderId: string) => Promise<OrderAttributes['payout_proofs']>;
  /** The open review of the payout by operators; undefined: none. */
  readonly findReview: (db: Queryable, orderId: string, now: Instant) => Promise<PayoutReview | undefined>;
  /** When an operator took the payout to pay it by hand; undefined: not taken. */
  readonly findTakenByHandAt: (db: Queryable, orderId: string) => Promise<Instant | undefined>;
  /** When requisites will probably be free for an order that waits for them; undefined: no promise. */
  readonly findRequisitesPromise: (db: Queryable, orderId: string) => Promise<Instant | undefined>;
  /** What the payout has waited for, finished or not. */
  readonly findPayoutWaits: (db: Queryable, orderId: string) => Promise<readonly PayoutWait[]>;
  /** SQL: whether the customer has sent a cheque for the order with this id. */
  readonly hasCheque: (orderId: Sql) => Sql;
  /** Whether money of the order was credited by an operator without the rail's report. */
  readonly hasOperatorDeposit: (db: Queryable, orderId: string) => Promise<boolean>;
}
