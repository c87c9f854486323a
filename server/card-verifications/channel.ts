/** Tells the office that its list of cards that wait for a look changed. */
export const CARDS_CHANNEL = 'card_checks_changed';
