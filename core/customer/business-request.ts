import { DAY_MS } from '#core/time.ts';

/** States of a merchant's request to accept payments (domain 9). */
export const BUSINESS_REQUEST_STATES = ['new', 'in_review', 'approved', 'declined'] as const;
export type BusinessRequestState = (typeof BUSINESS_REQUEST_STATES)[number];

/** Next states that staff may choose. A declined request may be reopened, as people err. */
const NEXT: Readonly<Record<BusinessRequestState, readonly BusinessRequestState[]>> = {
  new: ['in_review', 'declined'],
  in_review: ['approved', 'declined'],
  approved: [],
  declined: ['in_review'],
};

export const nextStates = (state: BusinessRequestState): readonly BusinessRequestState[] => NEXT[state];

/** One mailbox gets at most one receipt in this time. */
export const RECEIPT_INTERVAL_MS = DAY_MS;
/** How long a decided request is stored, for the office's list and to recognise the same shop. */
export const DECIDED_RETENTION_MS = 180 * DAY_MS;
/** How long an undecided request is stored. It contains a stranger's file, so it is deleted after a year. */
export const UNDECIDED_RETENTION_MS = 365 * DAY_MS;
