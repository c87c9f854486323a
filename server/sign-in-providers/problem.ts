/** Why an attempt failed; sent to pages, which have a message for each. */
export const PROBLEMS = [
  /** Unknown attempt: expired, used, or of another browser. */
  'over',
  'cancelled',
  /** An invalid response, or no response from the provider. */
  'failed',
  'away',
  /** Linked to another account. */
  'taken',
  /** The account has another identity of this provider. */
  'has_one',
  /** The e-mail has an account: its owner must sign in and link the provider. */
  'link_first',
  'no_email',
  'kept_out',
  /** The identity of another user. */
  'not_him',
] as const;
export type Problem = (typeof PROBLEMS)[number];
