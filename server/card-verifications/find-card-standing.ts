import type { FindCardStanding } from '#server/orders/create/shown-card.ts';
import { cardFingerprint } from './card-print.ts';
import { findStanding } from './store.ts';

/** What is known of a card that somebody wants to pay from, by what he has shown; somebody else's word about the same card counts for nothing. */
export const findCardStanding: FindCardStanding = async ({ secrets }, db, { cardNumber, ...owner }) =>
  await findStanding(db, cardFingerprint(secrets, cardNumber), owner);
