import { oneOf } from '#core/closed-list.ts';
import { BLACKLIST_REASONS, type BlacklistReason } from '#core/customer/blacklist.ts';
import { DAY_MS, toRfc3339 } from '#core/time.ts';

/** Terms in days; null: until ended by an operator. */
export const TERMS = [null, 1, 7, 30, 90, 365] as const;
export type Term = (typeof TERMS)[number];

/** Reason and term of a blacklist entry. */
export interface ListingDraft {
  readonly reason: BlacklistReason;
  readonly term: Term;
}

export const FIRST_DRAFT: ListingDraft = { reason: 'fraud', term: null };

export const reasonOf = (value: string): BlacklistReason => oneOf(BLACKLIST_REASONS, value) ?? 'other';
export const termOf = (value: string): Term => TERMS.find((term) => String(term) === value) ?? null;

/** Members of the call's body. */
export const listingOf = ({ reason, term }: ListingDraft, now: number) => ({
  reason,
  ends_at: term === null ? null : toRfc3339(now + term * DAY_MS),
});
