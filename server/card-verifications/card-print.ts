import type { Secrets } from '#server/platform/secrets.ts';

/** What a card's keyed hash is made of: nothing else is hashed from the same text. */
export const cardText = (digits: string): string => `card ${digits}`;

/** What the same card is known by again, without its number. */
export const cardFingerprint = (secrets: Pick<Secrets, 'fingerprint'>, digits: string): Buffer => secrets.fingerprint(cardText(digits));
