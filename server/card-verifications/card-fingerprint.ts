import type { Secrets } from '#server/platform/secrets.ts';

/** Input of a card's keyed hash; the prefix separates it from other hashes. */
export const cardHashInput = (digits: string): string => `card ${digits}`;

/** Recognizes the same card without storing its number. */
export const cardFingerprint = (secrets: Pick<Secrets, 'fingerprint'>, digits: string): Buffer =>
  secrets.fingerprint(cardHashInput(digits));
