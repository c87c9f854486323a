import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS, SECOND_MS } from '#core/time.ts';

/** An event is tried this long; then it has failed and waits for a replay by hand. */
export const TRIED_MS = DAY_MS;
/** An address where nothing was taken for this long is paused, and its owner is written to. */
export const FAILING_MS = 3 * DAY_MS;
/** What was sent and what came back is kept this long. */
export const DELIVERIES_KEPT_MS = 30 * DAY_MS;
/** For the whole call: the name looked up, the connection, the answer's head. */
export const ANSWER_MS = 10 * SECOND_MS;
/** After a rotation signatures by the former secret go along this long. */
export const SECRET_OVERLAP_MS = DAY_MS;
/** Whatever we are asked to wait, within these. */
const [SHORTEST_WAIT_MS, LONGEST_WAIT_MS] = [5 * SECOND_MS, 6 * HOUR_MS];

/** Waits after the first, second, ... failure; the last one goes on until the time is over. */
const WAITS_MS = [5 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS, HOUR_MS, 2 * HOUR_MS] as const;
/** Up to a tenth more or less, so that what failed together does not come back together. */
const JITTER = 0.1;

/** Why there was no usable answer: nobody there, no answer in time, a certificate or a head that is none, an address that is not public. */
export const DELIVERY_ERRORS = ['unreachable', 'late', 'broken', 'tls', 'not_found', 'forbidden_address'] as const;
export type DeliveryError = (typeof DELIVERY_ERRORS)[number];

/** What came of one attempt. */
export type Answer =
  | { readonly status: number; readonly askedWaitMs: number | null }
  | { readonly status: null; readonly error: DeliveryError };

export type DeliveryFate =
  | { readonly state: 'delivered' }
  /** 410: nobody is there any more, and nobody will be. */
  | { readonly state: 'failed'; readonly isGone: boolean }
  | { readonly state: 'pending'; readonly nextAt: Instant };

/** The wait before the next attempt, after so many failures; `chance` from 0 to 1. */
export function waitMs(failures: number, chance: number): number {
  const wait = WAITS_MS[Math.min(failures, WAITS_MS.length) - 1] ?? WAITS_MS[0];
  return Math.round(wait * (1 + JITTER * (2 * chance - 1)));
}

/** Whether the other side has taken it: any 2xx. A redirect is a failure: nobody sends us elsewhere. */
export const isTaken = (answer: Answer): boolean => answer.status !== null && answer.status >= 200 && answer.status < 300;

/** What becomes of an event after an attempt. `endsAt`: until when it is tried; `attempts`: made so far, this one included. */
export function fateOf(
  answer: Answer,
  {
    attempts,
    endsAt,
    now,
    chance,
  }: { readonly attempts: number; readonly endsAt: Instant; readonly now: Instant; readonly chance: number },
): DeliveryFate {
  if (isTaken(answer)) return { state: 'delivered' };
  if (answer.status === 410) return { state: 'failed', isGone: true };
  const asked = answer.status === null ? null : answer.askedWaitMs;
  const bounded = asked === null ? 0 : Math.min(Math.max(asked, SHORTEST_WAIT_MS), LONGEST_WAIT_MS);
  const nextAt = now + Math.max(waitMs(attempts, chance), bounded);
  return nextAt > endsAt ? { state: 'failed', isGone: false } : { state: 'pending', nextAt };
}
