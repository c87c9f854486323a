import { QUOTE_DISPLAY_MS } from './quote.ts';
import { HOUR_MS, MINUTE_MS } from '#core/time.ts';

/** Maximum time of an order in each state (domain 5, "Deadlines"). The payment window is a setting of the direction. */
export const REQUISITES_WINDOW_MS = 10 * MINUTE_MS;
export const VERIFICATION_WINDOW_MS = 15 * MINUTE_MS;
export const CLAIM_WINDOW_MS = 60 * MINUTE_MS;
export const MODERATION_HOLD_MS = 24 * HOUR_MS;
/** Time for a decision about money held by a check: promised to the customer; staff are alarmed when it passes. */
export const COMPLIANCE_DECISION_MS = 72 * HOUR_MS;
export const REQUOTE_CHOICE_MS = 72 * HOUR_MS;
/** How long an amount at the current rate binds: as long as any quote (domain 5, "a fresh 30 s quote"). */
export const REQUOTE_OFFER_MS = QUOTE_DISPLAY_MS;
