import type { Queryable } from '#server/platform/db/db.ts';
import type { Secrets } from '#server/platform/secrets.ts';

/** What is known of one person's card. `refused`: for good, another photo would not help. */
export type CardStanding = 'verified' | 'refused' | 'unknown';

/** Whose card, by what he has shown: his account, the orders whose keys he holds. */
export interface ShownCard {
  readonly cardNumber: string;
  readonly userId: string | null;
  readonly orderIds: readonly string[];
}

/** What orders ask of the noun that verifies cards; given at assembly. */
export type FindCardStanding = (deps: { readonly secrets: Secrets }, db: Queryable, card: ShownCard) => Promise<CardStanding>;
