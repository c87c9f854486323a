/** Notifies the office that its list of card verifications changed. */
export const CARDS_CHANNEL = 'card_checks_changed';
