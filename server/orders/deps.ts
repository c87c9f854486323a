import type { AdapterDeps } from '#server/adapters/deps.ts';
import type { HasLimits } from '#server/limits/limits.ts';
import type { HasCatalogue } from '#server/payment-systems/catalogue.ts';
import type { PlatformDeps } from '#server/platform/deps.ts';
import type { HasQuotes } from '#server/rates/quotes.ts';
import type { HasShop } from '#server/shop/shop.ts';
import type { FindCardStanding } from './create/card-standing.ts';
import type { OrderFacts } from './customer/order-facts.ts';
import type { OtherListEntries } from './customer/other-list-entries.ts';
import type { ReactionOf } from './move/order-change.ts';

/** What orders get from later modules; `Deps` are the dependencies of those. */
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
