import { DAY_MS, HOUR_MS, type Instant } from '#core/time.ts';

/** States of a request for a notice when a reserve suffices (domain 9). */
export const RESERVE_REQUEST_STATES = ['open', 'notified', 'cancelled', 'stale'] as const;
export type ReserveRequestState = (typeof RESERVE_REQUEST_STATES)[number];

/** After this time a request ends unless it is renewed. */
export const STALE_AFTER_MS = 30 * DAY_MS;
/** How long a notified customer has before others are notified about the same amount, ms. */
export const NOTIFIED_PRIORITY_MS = HOUR_MS;
/** One mailbox is notified of one payment system at most once in this time. */
export const NOTICE_INTERVAL_MS = DAY_MS;
/** How long an ended request is stored, for the office's list. */
export const ENDED_RETENTION_MS = 180 * DAY_MS;

/** A waiting request; amounts in minor units. */
export interface WaitingRequest {
  readonly id: string;
  readonly amount: bigint;
  /** When this mailbox was last notified of this system; null: never. */
  readonly lastNotifiedAt: Instant | null;
}

export interface ReserveFacts {
  /** Available reserve, minor units. */
  readonly reserve: bigint;
  /** The sum that other customers were notified of recently and may still use. */
  readonly notifiedAmount: bigint;
  readonly now: Instant;
}

/**
 * Ids of the requests to notify now (domain 9), oldest first, together within the reserve. A request above the whole reserve is skipped.
 */
export function requestsToNotify(waiting: readonly WaitingRequest[], { reserve, notifiedAmount, now }: ReserveFacts): readonly string[] {
  const ids: string[] = [];
  let remaining = reserve - notifiedAmount;
  for (const { id, amount, lastNotifiedAt } of waiting) {
    if (amount > reserve || (lastNotifiedAt !== null && now - lastNotifiedAt < NOTICE_INTERVAL_MS)) continue;
    // A request above the rest blocks later ones, or it would never be notified
    if (amount > remaining) break;
    remaining -= amount;
    ids.push(id);
  }
  return ids;
}
