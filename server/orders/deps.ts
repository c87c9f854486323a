import type { Resource } from '#contract/document.ts';
import type { OrderAttributes } from '#contract/public/order-attributes.ts';
import type { Locale } from '#core/locale.ts';
import type { PayoutReview, PayoutWait } from '#core/order/promise.ts';
import type { StatusGroup } from '#core/order/status.ts';
import type { Result } from '#core/result.ts';
import type { Instant } from '#core/time.ts';
import type { AdapterDeps } from '#server/adapters/deps.ts';
import type { HasLimits } from '#server/limits/limits.ts';
import type { HasCatalogue } from '#server/payment-systems/catalogue.ts';
import type { Queryable, Sql, Tx } from '#server/platform/db/db.ts';
import type { PlatformDeps } from '#server/platform/deps.ts';
import type { Secrets } from '#server/platform/secrets.ts';
import type { HasQuotes } from '#server/rates/quotes.ts';
import type { HasShop } from '#server/shop/shop.ts';

import type { ReactionOf } from './move/order-change.ts';

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
  /** What the payouts of these orders have waited for, finished or not, by order. */
  readonly findPayoutWaits: (db: Queryable, orderIds: readonly string[]) => Promise<ReadonlyMap<string, readonly PayoutWait[]>>;
  /** SQL: whether the customer has sent a cheque for the order with this id. */
  readonly hasCheque: (orderId: Sql) => Sql;
  /** Whether money of the order was credited by an operator without the rail's report. */
  readonly hasOperatorDeposit: (db: Queryable, orderId: string) => Promise<boolean>;
}

/** Filter of a customer's order list. */
export interface OrdersQuery {
  readonly status_group?: StatusGroup | undefined;
  readonly kind?: 'exchange' | 'withdrawal' | undefined;
  readonly payment_system_id?: string | undefined;
  readonly created_from?: string | undefined;
  readonly created_to?: string | undefined;
  readonly q?: string | undefined;
}

/** One entry of another module in the customer's order list. */
interface ListEntryView {
  readonly version: number;
  readonly resource: Resource<OrderAttributes>;
}

interface EntryOwner {
  readonly id: string;
  readonly userId: string;
}

/** Entries of another module in the customer's order list (withdrawals, domain 8); provided at assembly by that module. */
export interface OtherListEntries<Deps> {
  /** Matching entries as `select id, created_at, expires_at, status`; null: none match. */
  listSql(userId: string, query: OrdersQuery): Sql | null;
  /** Entries by id, in the caller's language. */
  present(deps: Deps, db: Queryable, ids: readonly string[], locale: Locale): Promise<ReadonlyMap<string, Resource<OrderAttributes>>>;
  /** The user's own entry; undefined for an entry of someone else and for an unknown id. */
  find(deps: Deps, db: Queryable, query: EntryOwner & { readonly locale: Locale }): Promise<ListEntryView | undefined>;
  /** Cancels the user's own entry (T29). */
  cancel(
    deps: Deps,
    tx: Tx,
    query: EntryOwner & { readonly locale: Locale },
  ): Promise<Result<ListEntryView, 'not_found' | 'order_state_conflict'>>;
}

/** What orders get from later modules; `Deps` are the dependencies of those modules. */
export interface OrderDeps<Deps> {
  /** Reactions to order moves, in their order. */
  readonly reactions: readonly ReactionOf<MoveDeps>[];
  readonly orderFacts: OrderFacts;
  /** Records of other kinds in a customer's list of orders (withdrawals). */
  readonly otherListEntries: OtherListEntries<Deps>;
  /** Verification state of the card that a customer pays from. */
  readonly findCardStanding: FindCardStanding;
}

/** Dependencies of order moves, reactions included. */
export interface MoveDeps
  extends Omit<PlatformDeps, 'db'>,
    Pick<AdapterDeps, 'rails'>,
    HasCatalogue,
    HasQuotes,
    HasLimits,
    HasShop,
    Pick<OrderDeps<never>, 'reactions' | 'orderFacts'> {}

/** Result of a card check. `refused` is final: another photo would not help. */
export type CardStanding = 'verified' | 'refused' | 'unknown';

/** A card and its owner: the account and the orders whose keys the client holds. */
export interface CardOfOwner {
  readonly cardNumber: string;
  readonly userId: string | null;
  readonly orderIds: readonly string[];
}

/** Provided at assembly by the module that verifies cards. */
export type FindCardStanding = (deps: { readonly secrets: Secrets }, db: Queryable, card: CardOfOwner) => Promise<CardStanding>;
