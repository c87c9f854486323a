import { DAY_MS, HOUR_MS, type Instant } from './time.ts';

/** Fates of a request to be told when there is enough of a payment system (domain 9). */
export const RESERVE_REQUEST_STATES = ['open', 'notified', 'cancelled', 'stale'] as const;
export type ReserveRequestState = (typeof RESERVE_REQUEST_STATES)[number];

/** Nobody waits longer than this without having said so again. */
export const STALE_AFTER_MS = 30 * DAY_MS;
/** Whoever was told has so long before what he was told of is told to the next: a letter has to be read. */
export const TOLD_FOR_MS = HOUR_MS;
/** The same mailbox is told of the same system no oftener, whoever types it in. */
export const TOLD_AGAIN_MS = DAY_MS;
/** An ended one is kept so long, for the office's list. */
export const ENDED_KEPT_MS = 180 * DAY_MS;

/** Somebody who waits, in minor units. */
export interface Waiting {
  readonly id: string;
  readonly amount: bigint;
  /** When this mailbox was last told of this system; null: never. */
  readonly lastToldAt: Instant | null;
}

export interface Stock {
  /** What can be promised now. */
  readonly reserve: bigint;
  /** What was told to others a moment ago and may be theirs still. */
  readonly told: bigint;
  readonly now: Instant;
}

/**
 * Who is told now (domain 9: "mailed once the reserve suffices"): the longest waiting first, and no more people than the reserve serves.
 * One who wants more than there is at all keeps nobody behind him waiting; one who only wants more than is left does, or he would never
 * have his turn.
 */
export function whoIsTold(waiting: readonly Waiting[], { reserve, told, now }: Stock): readonly string[] {
  const ids: string[] = [];
  let left = reserve - told;
  for (const { id, amount, lastToldAt } of waiting) {
    if (amount > reserve || (lastToldAt !== null && now - lastToldAt < TOLD_AGAIN_MS)) continue;
    if (amount > left) break;
    left -= amount;
    ids.push(id);
  }
  return ids;
}
