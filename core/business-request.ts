import { DAY_MS } from './time.ts';

/** Fates of a merchant's request to take payments (domain 9). */
export const BUSINESS_REQUEST_STATES = ['new', 'in_review', 'approved', 'declined'] as const;
export type BusinessRequestState = (typeof BUSINESS_REQUEST_STATES)[number];

/** What a person of the office may make of one. A declined one may be taken up again: people err. */
const NEXT: Readonly<Record<BusinessRequestState, readonly BusinessRequestState[]>> = {
  new: ['in_review', 'declined'],
  in_review: ['approved', 'declined'],
  approved: [],
  declined: ['in_review'],
};

export const nextStates = (state: BusinessRequestState): readonly BusinessRequestState[] => NEXT[state];

/** A mailbox is told of the receipt no oftener, whoever types it in. */
export const RECEIPT_AGAIN_MS = DAY_MS;
/** A decided one is kept so long, for the office's list and for who comes back with the same shop. */
export const DECIDED_KEPT_MS = 180 * DAY_MS;
/** What nobody has decided is kept for a year: a stranger's file lies in it. */
export const UNDECIDED_KEPT_MS = 365 * DAY_MS;
