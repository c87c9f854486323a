import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';

/** What such a call may be refused with for want of a proof. */
export const CAPTCHA_REFUSALS = ['captcha_required', 'wrong_captcha', 'configuration_error'] as const;

/** What a call that may ask for a proof takes of it: `requireHuman` (`server/captcha`) reads it. */
export const captchaToken = z.optional(z.string().check(z.maxLength(4000)));

/**
 * A puzzle whose solution is work: the number from 0 to `maxnumber` for which SHA-256 of `salt` followed by its decimal digits is
 * `challenge` (hexadecimal). The token is base64 of the JSON object `{algorithm, challenge, number, salt, signature}`, as the
 * altcha widget makes it. Members are null where a token was checked.
 */
export const CaptchaAttributes = z.object({
  kind: z.enum(['proof_of_work', 'recaptcha']),
  algorithm: z.nullable(z.literal('SHA-256')),
  challenge: z.nullable(z.string()),
  salt: z.nullable(z.string()),
  maxnumber: z.nullable(z.number()),
  signature: z.nullable(z.string()),
  site_key: z.nullable(z.string()),
  /** Ours: the script of `recaptcha` that a page loads. */
  script_url: z.nullable(z.string()),
  expires_at: z.nullable(z.string()),
  /** Whether a token was given and is right; it is spent by the call that asks for it. */
  passed: z.boolean(),
});
export type CaptchaAttributes = z.output<typeof CaptchaAttributes>;

export const createCaptcha = endpoint({
  name: 'createCaptcha',
  summary: 'Gives a challenge, or checks the token made from one',
  method: 'POST',
  path: '/api/v1/captcha',
  action: 'browse',
  body: z.object({ token: z.optional(z.string().check(z.minLength(1), z.maxLength(4000))) }),
  bodyType: 'captchas',
  reply: { kind: 'resource', type: 'captchas', attributes: CaptchaAttributes, status: 200 },
  refusals: ['wrong_captcha', 'configuration_error'],
  effect: 'calculation',
});
