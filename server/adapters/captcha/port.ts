/**
 * A service's verdict on a token. `failed`: wrong or used; `misconfigured`: the service does not accept our keys; `unavailable`: no
 * usable response, the visitor is not let through.
 */
export type CaptchaVerdict = 'passed' | 'failed' | 'misconfigured' | 'unavailable';

/** A service that distinguishes people from programs. */
export interface CaptchaService {
  readonly siteKey: string;
  /** The script that a page loads to get a token. */
  readonly scriptUrl: string;
  check(token: string): Promise<CaptchaVerdict>;
}
