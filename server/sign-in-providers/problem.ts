/** Why somebody comes back from a provider without what he went for; pages have a sentence for each. */
export const PROBLEMS = [
  /** Nobody was awaited: late, done already, or in another browser. */
  'over',
  'cancelled',
  /** What came back is not what was awaited, or the other house did not answer. */
  'failed',
  'away',
  /** Another account signs in by it. */
  'taken',
  /** He has another account of this provider. */
  'has_one',
  /** An account with this e-mail is here: its owner signs in and links the provider himself. */
  'link_first',
  'no_email',
  'kept_out',
  /** He has proved to be somebody else. */
  'not_him',
] as const;
export type Problem = (typeof PROBLEMS)[number];
