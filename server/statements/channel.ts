/** Tells the office that its list of bank lines changed. */
export const LINES_CHANNEL = 'bank_lines_changed';
