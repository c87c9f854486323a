import * as z from 'zod/mini';
import { SECOND_MS } from '#core/time.ts';
import { callOutside, OutboundError, parseRaw } from '#server/platform/outbound.ts';
import type { HumanChecker, HumanVerdict } from './port.ts';

export interface RecaptchaOptions {
  readonly siteKey: string;
  readonly secret: string;
  /** Where Google's service is; `https://www.recaptcha.net` serves countries that do not reach google.com. */
  readonly url: string;
  /** The host that tokens must have been made on. */
  readonly hostname: string;
}

const DEADLINE_MS = 5 * SECOND_MS;
/** Keys that judge by a score give 0 to 1; what Google itself suggests. */
const LEAST_SCORE = 0.5;
const OUR_MISTAKES: ReadonlySet<string> = new Set(['missing-input-secret', 'invalid-input-secret', 'invalid-keys', 'bad-request']);

const Answer = z.object({
  success: z.boolean(),
  hostname: z.optional(z.string()),
  score: z.optional(z.number()),
  'error-codes': z.optional(z.array(z.string())),
});

function verdictOf(answer: z.output<typeof Answer>, hostname: string): HumanVerdict {
  if ((answer['error-codes'] ?? []).some((code) => OUR_MISTAKES.has(code))) return 'misconfigured';
  if (!answer.success || (answer.hostname !== undefined && answer.hostname !== hostname)) return 'failed';
  return answer.score === undefined || answer.score >= LEAST_SCORE ? 'passed' : 'failed';
}

/** Google's reCAPTCHA, by its `siteverify` protocol. Google is told the token and nothing of the visitor. */
export const createRecaptcha = ({ siteKey, secret, url, hostname }: RecaptchaOptions): HumanChecker => ({
  siteKey,
  scriptUrl: `${url}/recaptcha/api.js?render=explicit`,
  async check(token) {
    try {
      const answer = await callOutside({
        url: `${url}/recaptcha/api/siteverify`,
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ secret, response: token }).toString(),
        deadlineMs: DEADLINE_MS,
      });
      if (answer.status !== 200) return 'away';
      const said = parseRaw(answer.json<ReturnType<typeof Answer.safeParse>>(), (value) => Answer.safeParse(value));
      return said.success ? verdictOf(said.data, hostname) : 'away';
    } catch (error) {
      if (error instanceof OutboundError) return 'away';
      throw error;
    }
  },
});
