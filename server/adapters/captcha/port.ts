/**
 * Whether somebody outside says that a token comes from a person. `failed`: it does not, or it was used before; `misconfigured`:
 * he does not know our keys; `away`: he gave no usable answer, and nobody is let through for that.
 */
export type HumanVerdict = 'passed' | 'failed' | 'misconfigured' | 'away';

/** A service that tells people from programs. */
export interface HumanChecker {
  readonly siteKey: string;
  /** The script that a page loads to get a token. */
  readonly scriptUrl: string;
  check(token: string): Promise<HumanVerdict>;
}
