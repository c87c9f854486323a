import { HOUR_MS, type Instant, MINUTE_MS } from '#core/time.ts';
import type { OrderStatus } from './status.ts';
import { COMPLIANCE_DECISION_MS } from './terms.ts';

/** People are asked to approve a payout: since when, and why. `check`: for who stands behind it; `amount`: for its size. */
export interface PayoutReview {
  readonly since: Instant;
  readonly why: 'check' | 'amount';
}

/** People have decided about a payout's size within this time: `needs_review` names it to customers. */
export const REVIEW_MS = 30 * MINUTE_MS;

/** States in which a payment has yet to come or to be recognised: the time of the payout counts from it, and it would still find the agreed rate. */
export const BEFORE_MONEY: readonly OrderStatus[] = [
  'awaiting_verification',
  'awaiting_requisites',
  'awaiting_payment',
  'payment_claimed',
  'payment_detected',
  'moderation',
];

/** The money is here and the payout is not: its time is promised. */
export const PROMISED_STATUSES: readonly OrderStatus[] = ['paid', 'payout_pending', 'payout_sent', 'payout_failed'];

/** How long a review is promised to take. */
export const reviewMs = ({ why }: Pick<PayoutReview, 'why'>): number => (why === 'check' ? COMPLIANCE_DECISION_MS : REVIEW_MS);

/** Minutes from a payment to its payout: people who approve its size may take longer than the exchange itself. */
export const promisedMinutes = (minutes: number, needsReview: boolean): number =>
  needsReview ? Math.max(minutes, REVIEW_MS / MINUTE_MS) : minutes;

/** What is promised once an earlier promise has passed, counted from the same beginning. */
const NEXT_MS: readonly number[] = [2 * HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS, 72 * HOUR_MS];

export interface Promised {
  /** By when. */
  readonly at: Instant;
  /** The promise before it, which has passed; null: it is the first one. */
  readonly missed: Instant | null;
}

/**
 * Something that a payout has waited for, over or not, and how long it was promised to take: the exchange itself since its money is there,
 * people who are asked to approve it, to pay it by hand, or to look at another destination.
 */
export interface PayoutWait {
  readonly since: Instant;
  readonly ms: number;
}

/**
 * The wait that is promised to end last. What is over counts as well: an approval that was given early is followed by the payment,
 * and the time that was told before must not become one that has passed.
 */
const longestOf = (waits: readonly PayoutWait[]): PayoutWait | undefined =>
  waits.toSorted((a, b) => a.since + a.ms - (b.since + b.ms) || a.since - b.since).at(-1);

/** Every promise of a payout, in their order; the office's lists count the first the same way (`payout-waits.ts`). */
function promisesOf(waits: readonly PayoutWait[]): Instant[] {
  const longest = longestOf(waits);
  if (longest === undefined) return [];
  return [longest.ms, ...NEXT_MS.filter((ms) => ms > longest.ms)].map((ms) => longest.since + ms);
}

/** When the last promise of a payout passes: nothing is promised any more. */
export const lastPromiseOf = (waits: readonly PayoutWait[]): Instant | null => promisesOf(waits).at(-1) ?? null;

/**
 * What is promised now of a payout (domain 5, "Promises"): a promise that passes is replaced by a new one. Null once the last has passed,
 * or where it waits for nothing yet.
 */
export function promiseOf(waits: readonly PayoutWait[], now: Instant): Promised | null {
  const promises = promisesOf(waits);
  const index = promises.findIndex((at) => at > now);
  const at = promises[index];
  return at === undefined ? null : { at, missed: promises[index - 1] ?? null };
}
