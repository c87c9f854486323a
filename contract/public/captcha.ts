import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';

/** Refusals for a missing or invalid captcha token. */
export const CAPTCHA_REFUSALS = ['captcha_required', 'wrong_captcha', 'configuration_error'] as const;

/** Captcha token of a call; verified by `requireHuman` (`server/captcha`). */
export const captchaToken = z.optional(z.string().check(z.maxLength(4000)));

/**
 * Proof of work: the number from 0 to `maxnumber` with SHA-256 of `salt` and its digits equal to `challenge` (hex). Token: base64 of JSON
 * `{algorithm, challenge, number, salt, signature}`.
 */
export const CaptchaAttributes = z.object({
  kind: z.enum(['proof_of_work', 'recaptcha']),
  algorithm: z.nullable(z.literal('SHA-256')),
  challenge: z.nullable(z.string()),
  salt: z.nullable(z.string()),
  maxnumber: z.nullable(z.number()),
  signature: z.nullable(z.string()),
  site_key: z.nullable(z.string()),
  /** Script URL of `recaptcha`; null: not used. */
  script_url: z.nullable(z.string()),
  expires_at: z.nullable(z.string()),
  /** Whether the given token is valid. The call that requires it consumes it. */
  passed: z.boolean(),
});
export type CaptchaAttributes = z.output<typeof CaptchaAttributes>;

export const createCaptcha = endpoint({
  name: 'createCaptcha',
  summary: 'Returns a challenge, or checks a token made from one',
  method: 'POST',
  path: '/api/v1/captcha',
  action: 'browse',
  body: z.object({ token: z.optional(z.string().check(z.minLength(1), z.maxLength(4000))) }),
  bodyType: 'captchas',
  reply: { kind: 'resource', type: 'captchas', attributes: CaptchaAttributes, status: 200 },
  refusals: ['wrong_captcha', 'configuration_error'],
  effect: 'calculation',
});
