/** Webhooks of one account. */
export const MAX_WEBHOOKS = 10;
export const MAX_URL_CHARS = 500;

/**
 * Who paused a webhook: its owner, three days of failures, its answer "gone", an operator (only the office resumes it), or loss of every
 * sign-in method (decision 0084).
 */
export const PAUSES = ['owner', 'failing', 'gone', 'office', 'cut_off'] as const;
export type Pause = (typeof PAUSES)[number];
/** Automatic pauses: a successful check ends them. */
export const AUTOMATIC_PAUSES: readonly Pause[] = ['failing', 'gone'];

/** Why a URL is refused. */
export const URL_PROBLEMS = ['not_a_url', 'not_encrypted', 'has_credentials', 'not_a_name', 'not_public', 'wrong_port', 'our_own'] as const;
export type UrlProblem = (typeof URL_PROBLEMS)[number];
