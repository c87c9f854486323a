import * as z from 'zod/mini';
import { SECOND_MS } from '#core/time.ts';
import { callOutside, OutboundError, parseRaw } from '#server/platform/outbound.ts';
import type { CaptchaService, CaptchaVerdict } from './port.ts';

export interface RecaptchaOptions {
  readonly siteKey: string;
  readonly secret: string;
  /** Address of Google's service; `https://www.recaptcha.net` serves countries without access to google.com. */
  readonly url: string;
  /** The host that tokens must have been issued for. */
  readonly hostname: string;
}

const DEADLINE_MS = 5 * SECOND_MS;
/** For keys with a score from 0 to 1: the threshold that Google suggests. */
const MIN_SCORE = 0.5;
const CONFIGURATION_ERRORS: ReadonlySet<string> = new Set(['missing-input-secret', 'invalid-input-secret', 'invalid-keys', 'bad-request']);

const VerifyResponse = z.object({
  success: z.boolean(),
  hostname: z.optional(z.string()),
  score: z.optional(z.number()),
  'error-codes': z.optional(z.array(z.string())),
});

function verdictOf(response: z.output<typeof VerifyResponse>, hostname: string): CaptchaVerdict {
  if ((response['error-codes'] ?? []).some((code) => CONFIGURATION_ERRORS.has(code))) return 'misconfigured';
  if (!response.success || (response.hostname !== undefined && response.hostname !== hostname)) return 'failed';
  return response.score === undefined || response.score >= MIN_SCORE ? 'passed' : 'failed';
}

/** Google's reCAPTCHA, by its `siteverify` protocol. Google receives the token and no data of the visitor. */
export const createRecaptcha = ({ siteKey, secret, url, hostname }: RecaptchaOptions): CaptchaService => ({
  siteKey,
  scriptUrl: `${url}/recaptcha/api.js?render=explicit`,
  async check(token) {
    try {
      const httpResponse = await callOutside({
        url: `${url}/recaptcha/api/siteverify`,
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ secret, response: token }).toString(),
        deadlineMs: DEADLINE_MS,
      });
      if (httpResponse.status !== 200) return 'unavailable';
      const parsed = parseRaw(httpResponse.json(), (value) => VerifyResponse.safeParse(value));
      return parsed.success ? verdictOf(parsed.data, hostname) : 'unavailable';
    } catch (error) {
      if (error instanceof OutboundError) return 'unavailable';
      throw error;
    }
  },
});
