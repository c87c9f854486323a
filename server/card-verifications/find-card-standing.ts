import type { FindCardStanding } from '#server/orders/deps.ts';
import { cardFingerprint } from './card-fingerprint.ts';
import { findStanding } from './store.ts';

/** State of a card for this payer; verifications of the same card by others do not count. */
export const findCardStanding: FindCardStanding = async ({ secrets }, db, { cardNumber, ...owner }) =>
  await findStanding(db, cardFingerprint(secrets, cardNumber), owner);
