import { isWithinHours, localTime, MINUTES_OF_DAY, SHOP_TIME_ZONE, type HoursOfDay } from './local-time.ts';
import type { RequisiteField } from './payment-system/requisite-field.ts';
import { DAY_MS, type Instant, MINUTE_MS } from './time.ts';

/** What may become of a card that somebody shows us (domain 7); "not verified" is the absence of one. */
export const VERIFICATION_STATES = ['pending', 'processing', 'verified', 'rejected', 'cancelled'] as const;

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
  /** Another photo cannot cure it: the order that waits for this card ends (T4). */
  readonly isFinal: boolean;
}

/** What each reason means for the order. Total: a new one does not compile until that is said. */
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

/** Those after which only another card helps. */
export const FINAL_CARD_REASONS: readonly CardReason[] = CARD_REASONS.filter((reason) => CARD_REASON_RULES[reason].isFinal);

/** How long a picture is kept after the decision (domain 7). */
export const CARD_PICTURE_KEPT_MS = 30 * DAY_MS;

/** Spec 9: "Manual card verification takes 1 to 5 minutes, between 07:00 and 23:00 Moscow time". */
export const VERIFYING_MINUTES = { least: 1, most: 5 } as const;
export const VERIFYING_HOURS: HoursOfDay = { fromMinute: 7 * 60, toMinute: 23 * 60, days: null };

/** How long a verifier has a card in hand without a sign of life; his page renews it. */
export const VERIFIER_LEASE_MS = 2 * MINUTE_MS;
/** The longest that our own looking keeps an order, its reserve and its rate waiting. */
export const LONGEST_VERIFICATION_MS = 60 * MINUTE_MS;
/** Photos of one order's card: more than these are no mishap. */
export const MOST_PHOTOS = 6;

/** When people begin to look again; null while they do. */
export function verifyingFrom(now: Instant): Instant | null {
  const local = localTime(now, SHOP_TIME_ZONE);
  if (isWithinHours(VERIFYING_HOURS, local)) return null;
  const minutes = (VERIFYING_HOURS.fromMinute - local.minute + MINUTES_OF_DAY) % MINUTES_OF_DAY;
  return Math.floor(now / MINUTE_MS) * MINUTE_MS + minutes * MINUTE_MS;
}

/** When people have begun to look today: for a moment in which they do. */
export function lastVerifyingFrom(now: Instant): Instant {
  const { minute } = localTime(now, SHOP_TIME_ZONE);
  return Math.floor(now / MINUTE_MS) * MINUTE_MS - (minute - VERIFYING_HOURS.fromMinute) * MINUTE_MS;
}

/** Minutes until a card at this place of the queue (1: the next) is looked at, at most: the promise, a minute for each before it, and the night. */
export function verifyingMinutes(place: number, now: Instant): number {
  const from = verifyingFrom(now);
  const night = from === null ? 0 : Math.ceil((from - now) / MINUTE_MS);
  return night + Math.max(VERIFYING_MINUTES.most, place);
}

/** A name as it is embossed on a card. */
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

/** What the customer types of his card, checked as any requisite is (spec 3, 5). */
export const CARD_FIELDS: readonly RequisiteField[] = [
  field('card_number', 'card', '2202200000000008'),
  { ...field('name', 'full_name', 'IVAN PETROV'), pattern: LATIN_NAME },
];
