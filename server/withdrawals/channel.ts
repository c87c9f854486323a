/** Live channel: the office's list of withdrawals changed. */
export const WITHDRAWALS_CHANNEL = 'withdrawals_changed';
