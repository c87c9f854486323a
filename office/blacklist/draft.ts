import { BLACKLIST_REASONS, type BlacklistReason } from '#core/blacklist.ts';
import { DAY_MS, toRfc3339 } from '#core/time.ts';

/** For how long, in days; null: until somebody ends it. */
export const TERMS = [null, 1, 7, 30, 90, 365] as const;
export type Term = (typeof TERMS)[number];

/** Why and for how long somebody is kept out. */
export interface ListingDraft {
  readonly reason: BlacklistReason;
  readonly term: Term;
}

export const FIRST_DRAFT: ListingDraft = { reason: 'fraud', term: null };

export const reasonOf = (value: string): BlacklistReason => BLACKLIST_REASONS.find((one) => one === value) ?? 'other';
export const termOf = (value: string): Term => TERMS.find((one) => String(one) === value) ?? null;

/** As the call takes it. */
export const listingOf = ({ reason, term }: ListingDraft, now: number) => ({
  reason,
  ends_at: term === null ? null : toRfc3339(now + term * DAY_MS),
});
