/** Notifies the office that its list of reviews changed. */
export const REVIEWS_CHANNEL = 'reviews_changed';
