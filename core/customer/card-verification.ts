import { isWithinHours, localTime, MINUTES_OF_DAY, type HoursOfDay } from '#core/time/local-time.ts';
import { SHOP_TIME_ZONE, DAY_MS, type Instant, MINUTE_MS } from '#core/time.ts';
import type { RequisiteField } from '#core/payment-system/requisite-field.ts';

/** States of a card verification (domain 7). A card without one is not verified. */
export const VERIFICATION_STATES = ['pending', 'processing', 'verified', 'rejected', 'cancelled'] as const;
export type VerificationState = (typeof VERIFICATION_STATES)[number];

/** Why a card is refused, in the order of the verifier's keys 1 to 9. */
export const CARD_REASONS = [
  'blurred',
  'glare',
  'cropped',
  'number_differs',
  'name_differs',
  'not_original',
  'expired',
  'someone_elses',
  'unspecified',
] as const;
export type CardReason = (typeof CARD_REASONS)[number];

interface ReasonRule {
  /** Whether another photo cannot help, so that the order that waits for this card ends (T4). */
  readonly isFinal: boolean;
}

/** What each reason means for the order. A new reason does not compile without its rule. */
export const CARD_REASON_RULES: Readonly<Record<CardReason, ReasonRule>> = {
  blurred: { isFinal: false },
  glare: { isFinal: false },
  cropped: { isFinal: false },
  number_differs: { isFinal: false },
  name_differs: { isFinal: false },
  not_original: { isFinal: false },
  expired: { isFinal: true },
  someone_elses: { isFinal: true },
  unspecified: { isFinal: true },
};

/** Reasons after which only another card helps. */
export const FINAL_CARD_REASONS: readonly CardReason[] = CARD_REASONS.filter((reason) => CARD_REASON_RULES[reason].isFinal);

/** How long a picture is stored after the decision (domain 7). */
export const CARD_PICTURE_RETENTION_MS = 30 * DAY_MS;

/** Spec 9: "Manual card verification takes 1 to 5 minutes, between 07:00 and 23:00 Moscow time". */
export const VERIFYING_MINUTES = { min: 1, max: 5 } as const;
export const VERIFYING_HOURS: HoursOfDay = { fromMinute: 7 * 60, toMinute: 23 * 60, days: null };

/** How long a card stays assigned to a verifier without renewal, ms. The open page renews the lease. */
export const VERIFIER_LEASE_MS = 2 * MINUTE_MS;
/** The longest that our verification may extend an order, its reserve and its rate. */
export const MAX_VERIFICATION_MS = 60 * MINUTE_MS;
/** Maximum number of photos of the card of one order. */
export const MAX_PHOTOS = 6;

/** When verification hours begin next; null within them. */
export function nextVerifyingStart(now: Instant): Instant | null {
  const local = localTime(now, SHOP_TIME_ZONE);
  if (isWithinHours(VERIFYING_HOURS, local)) return null;
  const minutes = (VERIFYING_HOURS.fromMinute - local.minute + MINUTES_OF_DAY) % MINUTES_OF_DAY;
  return Math.floor(now / MINUTE_MS) * MINUTE_MS + minutes * MINUTE_MS;
}

/** When the verification hours of today began. `now` must be within them. */
export function todaysVerifyingStart(now: Instant): Instant {
  const { minute } = localTime(now, SHOP_TIME_ZONE);
  return Math.floor(now / MINUTE_MS) * MINUTE_MS - (minute - VERIFYING_HOURS.fromMinute) * MINUTE_MS;
}

/**
 * Longest expected wait, minutes, at this place in the queue (1 is next): the promised time, at least a minute per place, after people
 * start to work.
 */
export function verifyingMinutes(place: number, now: Instant): number {
  const start = nextVerifyingStart(now);
  const closedMinutes = start === null ? 0 : Math.ceil((start - now) / MINUTE_MS);
  return closedMinutes + Math.max(VERIFYING_MINUTES.max, place);
}

/** A name as embossed on a card. */
const LATIN_NAME = String.raw`^[\p{Script=Latin}\p{M} '\u2019-]+$`;

const field = (key: string, kind: RequisiteField['kind'], example: string): RequisiteField => ({
  key,
  kind,
  label: { ru: key, en: key },
  required: true,
  pattern: null,
  example,
  minLength: null,
  maxLength: null,
  digits: null,
  network: null,
  countries: null,
  mayBeAbsent: false,
});

/** Fields of the customer's card, checked like any requisite (spec 3, 5). */
export const CARD_FIELDS: readonly RequisiteField[] = [
  field('card_number', 'card', '2202200000000008'),
  { ...field('name', 'full_name', 'IVAN PETROV'), pattern: LATIN_NAME },
];
