/** Addresses one person may have told. */
export const MAX_WEBHOOKS = 10;
export const MAX_URL_CHARS = 500;

/**
 * Who paused it: its owner, three days of failures, its own word that it is gone, an operator, after whom only the office resumes it, or
 * the end of every way into its account (decision 0084).
 */
export const PAUSES = ['owner', 'failing', 'gone', 'office', 'cut_off'] as const;
export type Pause = (typeof PAUSES)[number];
/** Pauses that no person made: an accepted check ends them. */
export const AUTOMATIC_PAUSES: readonly Pause[] = ['failing', 'gone'];

/** Why an address is none that we send to. */
export const URL_PROBLEMS = ['not_a_url', 'not_encrypted', 'has_credentials', 'not_a_name', 'not_public', 'wrong_port', 'our_own'] as const;
export type UrlProblem = (typeof URL_PROBLEMS)[number];
