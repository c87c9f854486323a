import type { Queryable } from '#server/platform/db/db.ts';
import type { Secrets } from '#server/platform/secrets.ts';

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
