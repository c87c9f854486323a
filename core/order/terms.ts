import { QUOTE_SHOWN_MS } from '#core/quote.ts';
import { HOUR_MS, MINUTE_MS } from '#core/time.ts';

/** How long an order may stay in a state (domain 5, "Deadlines"). The payment window itself is a setting of the direction. */
export const REQUISITES_WINDOW_MS = 10 * MINUTE_MS;
export const VERIFICATION_WINDOW_MS = 15 * MINUTE_MS;
export const CLAIM_WINDOW_MS = 60 * MINUTE_MS;
export const MODERATION_HOLD_MS = 24 * HOUR_MS;
/** By then a person has decided about money that a check holds: it is promised to the customer, and who works here is called when it passes. */
export const COMPLIANCE_DECISION_MS = 72 * HOUR_MS;
export const REQUOTE_CHOICE_MS = 72 * HOUR_MS;
/** How long an amount at the present rate binds before it is calculated anew: as long as any quote (domain 5, "a fresh 30 s quote"). */
export const REQUOTE_OFFER_MS = QUOTE_SHOWN_MS;
