import { HOUR_MS, MINUTE_MS } from '#core/time.ts';

/** How long an order may stay in a state (domain 5, "Deadlines"). The payment window itself is a setting of the direction. */
export const REQUISITES_WINDOW_MS = 10 * MINUTE_MS;
export const VERIFICATION_WINDOW_MS = 15 * MINUTE_MS;
export const CLAIM_WINDOW_MS = 60 * MINUTE_MS;
export const MODERATION_HOLD_MS = 24 * HOUR_MS;
export const REQUOTE_CHOICE_MS = 72 * HOUR_MS;
/** How long the amounts of one requote bind before they are calculated anew. */
export const REQUOTE_OFFER_MS = 15 * MINUTE_MS;
export const WITHDRAWAL_CONFIRMATION_MS = 24 * HOUR_MS;
