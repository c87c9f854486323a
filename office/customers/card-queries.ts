import { keys } from '#office/api/keys.ts';

/** Read again after every command about a customer. */
export const CARD_QUERIES = [keys.customers(), keys.blacklist(), keys.earnings()];
