/** Tells the office that its list of withdrawals changed. */
export const WITHDRAWALS_CHANNEL = 'withdrawals_changed';
