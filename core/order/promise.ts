import { HOUR_MS, type Instant, MINUTE_MS } from '#core/time.ts';
import type { OrderStatus } from './status.ts';
import { COMPLIANCE_DECISION_MS } from './deadlines.ts';

/** An approval that a payout waits for: since when, and whether for a check of the customer (`check`) or for its size (`amount`). */
export interface PayoutReview {
  readonly since: Instant;
  readonly why: 'check' | 'amount';
}

/** Promised time of an approval that is needed for the payout's size, ms. Customers see it with `needs_review`. */
export const REVIEW_MS = 30 * MINUTE_MS;

/** States before the payment is recognised. The promised time of the payout has not begun, and the agreed rate would still apply. */
export const BEFORE_PAYMENT: readonly OrderStatus[] = [
  'awaiting_verification',
  'awaiting_requisites',
  'awaiting_payment',
  'payment_claimed',
  'payment_detected',
  'moderation',
];

/** States in which the money was received and the payout is not completed, so its time is promised. */
export const PROMISED_STATUSES: readonly OrderStatus[] = ['paid', 'payout_pending', 'payout_sent', 'payout_failed'];

/** Promised time of an approval, ms. */
export const reviewMs = ({ why }: Pick<PayoutReview, 'why'>): number => (why === 'check' ? COMPLIANCE_DECISION_MS : REVIEW_MS);

/** Promised minutes from payment to payout. An approval may take longer than the exchange itself. */
export const promisedMinutes = (minutes: number, needsReview: boolean): number =>
  needsReview ? Math.max(minutes, REVIEW_MS / MINUTE_MS) : minutes;

/** The promises that follow one that has passed, ms from the same start. */
const NEXT_MS: readonly number[] = [2 * HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS, 72 * HOUR_MS];

export interface CurrentPromise {
  /** The promised time. */
  readonly at: Instant;
  /** The previous promise, which has passed; null if this is the first. */
  readonly missed: Instant | null;
}

/**
 * One thing that a payout waits or has waited for: the exchange itself, an approval, a payout by hand, or a new destination.
 */
export interface PayoutWait {
  readonly since: Instant;
  /** The promised duration. */
  readonly ms: number;
}

/** The wait with the latest promised end. Finished waits count too, as a promised time must not be replaced by an earlier one. */
const latestWait = (waits: readonly PayoutWait[]): PayoutWait | undefined =>
  waits.toSorted((a, b) => a.since + a.ms - (b.since + b.ms) || a.since - b.since).at(-1);

/** Every promise of a payout, in order. The office's lists calculate the first one by the same rule in SQL (`promised-time.ts`). */
function promiseTimes(waits: readonly PayoutWait[]): Instant[] {
  const latest = latestWait(waits);
  if (latest === undefined) return [];
  return [latest.ms, ...NEXT_MS.filter((ms) => ms > latest.ms)].map((ms) => latest.since + ms);
}

/** When the last promise of a payout passes; null without any wait. */
export const lastPromiseAt = (waits: readonly PayoutWait[]): Instant | null => promiseTimes(waits).at(-1) ?? null;

/**
 * The current promise of a payout (domain 5, "Promises"). A promise that passes is replaced by the next one. Null after the last one, and
 * without any wait.
 */
export function currentPromise(waits: readonly PayoutWait[], now: Instant): CurrentPromise | null {
  const promises = promiseTimes(waits);
  const index = promises.findIndex((at) => at > now);
  const at = promises[index];
  return at === undefined ? null : { at, missed: promises[index - 1] ?? null };
}
