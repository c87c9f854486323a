import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS, SECOND_MS } from '#core/time.ts';

/** How long an event is retried. Then it has failed and waits for a manual replay. */
export const RETRY_PERIOD_MS = DAY_MS;
/** A webhook that has accepted nothing for this long is paused, and its owner is mailed. */
export const FAILING_MS = 3 * DAY_MS;
/** How long requests and responses are stored. */
export const DELIVERY_RETENTION_MS = 30 * DAY_MS;
/** Deadline of one call: name look-up, connection and response head. */
export const RESPONSE_TIMEOUT_MS = 10 * SECOND_MS;
/** How long signatures by the previous secret are sent after a rotation. */
export const SECRET_OVERLAP_MS = DAY_MS;
/** Bounds of the wait that a server requests. */
const [MIN_WAIT_MS, MAX_WAIT_MS] = [5 * SECOND_MS, 6 * HOUR_MS];

/** Waits after the first, second, ... failure. The last one repeats until the period ends. */
const WAITS_MS = [5 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS, HOUR_MS, 2 * HOUR_MS] as const;
/** Up to a tenth more or less, so that events that failed together are not retried together. */
const JITTER = 0.1;

/** Why there was no usable response: unreachable, too late, an invalid head or certificate, an address that is not public. */
export const DELIVERY_ERRORS = ['unreachable', 'late', 'broken', 'tls', 'not_found', 'forbidden_address'] as const;
export type DeliveryError = (typeof DELIVERY_ERRORS)[number];

/** The response to one attempt. */
export type AttemptResponse =
  | { readonly status: number; readonly requestedWaitMs: number | null }
  | { readonly status: null; readonly error: DeliveryError };

export type DeliveryState =
  | { readonly state: 'delivered' }
  /** `isGone`: the server answered 410, so the webhook was removed permanently. */
  | { readonly state: 'failed'; readonly isGone: boolean }
  | { readonly state: 'pending'; readonly nextAt: Instant };

/** Wait before the next attempt after this number of failures, ms; `random` from 0 to 1. */
export function waitMs(failures: number, random: number): number {
  const wait = WAITS_MS[Math.min(failures, WAITS_MS.length) - 1] ?? WAITS_MS[0];
  return Math.round(wait * (1 + JITTER * (2 * random - 1)));
}

/** Whether the event was accepted: any 2xx. A redirect is a failure. */
export const isAccepted = (response: AttemptResponse): boolean =>
  response.status !== null && response.status >= 200 && response.status < 300;

/** The state of an event after an attempt. `endsAt`: end of its retries. `attempts`: made so far, this one included. `random`: 0 to 1. */
export function nextDeliveryState(
  response: AttemptResponse,
  {
    attempts,
    endsAt,
    now,
    random,
  }: { readonly attempts: number; readonly endsAt: Instant; readonly now: Instant; readonly random: number },
): DeliveryState {
  if (isAccepted(response)) return { state: 'delivered' };
  if (response.status === 410) return { state: 'failed', isGone: true };
  const requestedWaitMs = response.status === null ? null : response.requestedWaitMs;
  const bounded = requestedWaitMs === null ? 0 : Math.min(Math.max(requestedWaitMs, MIN_WAIT_MS), MAX_WAIT_MS);
  const nextAt = now + Math.max(waitMs(attempts, random), bounded);
  return nextAt > endsAt ? { state: 'failed', isGone: false } : { state: 'pending', nextAt };
}
