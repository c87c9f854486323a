import { MINUTE_MS } from './time.ts';

/** Between the word that deletes an account and the deed: the letter about it is read meanwhile. */
export const ERASE_PAUSE_MS = MINUTE_MS;
/** A letter that cannot be sent holds nothing up longer than this. */
export const ERASE_LETTER_MS = 10 * MINUTE_MS;
/** The longest that a shop keeps what orders say of a customer who has deleted his account: ten years. */
export const MOST_KEPT_DAYS = 3_653;
