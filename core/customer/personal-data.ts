import { MINUTE_MS } from '#core/time.ts';

/** Time between the confirmation and the erasure of an account, in which the e-mail about it is sent. */
export const ERASE_DELAY_MS = MINUTE_MS;
/** How long an erasure waits for an e-mail that cannot be sent. */
export const MAX_ERASE_MAIL_WAIT_MS = 10 * MINUTE_MS;
/** The longest that the order data of a deleted account may be stored: ten years. */
export const MAX_RETENTION_DAYS = 3_653;
