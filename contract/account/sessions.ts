import * as z from 'zod/mini';
import { CAPTCHA_REFUSALS, captchaToken } from '#contract/public/captcha.ts';
import { endpoint } from '#contract/endpoint.ts';

export const UserAttributes = z.object({
  email: z.string(),
  email_verified: z.boolean(),
  full_name: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  locale: z.string(),
  /** `customer`, or a staff role. */
  role: z.string(),
  two_factor_enabled: z.boolean(),
  referal_hash: z.nullable(z.string()),
  referal_url: z.nullable(z.string()),
  authentications: z.array(z.string()),
  /** The customer's anti-phishing code, included in our e-mails. */
  anti_phishing_code: z.nullable(z.string()),
  /** Version of the profile; returned with a change, it detects a conflicting edit. */
  version: z.number(),
  created_at: z.string(),
});
export type UserAttributes = z.output<typeof UserAttributes>;

export const SessionAttributes = z.object({
  created_at: z.string(),
  expires_at: z.string(),
  /** Factor required before the session is full: see `/api/v1/second_factors`. */
  needs: z.enum(['none', 'factor', 'enrolment']),
});

const user = { type: 'users', attributes: UserAttributes } as const;

export const createSession = endpoint({
  name: 'createSession',
  summary: 'Signs in and sets the session cookie; the response does not reveal whether the e-mail exists',
  method: 'POST',
  path: '/api/v1/sessions',
  action: 'sign_in',
  body: z.object({
    // Empty values reach the handler, so that all problems are refused in one response
    email: z.string().check(z.maxLength(254)),
    password: z.string().check(z.maxLength(1000)),
    remember: z.optional(z.boolean()),
    totp: z.optional(z.nullable(z.string().check(z.maxLength(16)))),
    /** Required after many failures from one network, or for all callers under attack. */
    captcha_token: captchaToken,
  }),
  reply: { kind: 'resource', type: 'sessions', attributes: SessionAttributes, status: 201 },
  refusals: ['required', 'invalid_format', 'authentication_failed', 'too_many_requests', ...CAPTCHA_REFUSALS],
  // No stored response: every sign-in creates its own session
  effect: 'calculation',
  include: { user },
});

export const currentSession = endpoint({
  name: 'currentSession',
  summary: 'Returns the signed-in user, or null',
  method: 'GET',
  path: '/api/v1/sessions/current',
  action: 'sign_in',
  reply: { kind: 'resource', ...user, status: 200, nullable: true },
  refusals: [],
});

export const EndedSessionAttributes = z.object({
  reason: z.enum(['email_proven']),
  /** Null: the account was opened with an order's key, without knowledge of the address. */
  email: z.nullable(z.string()),
});

export const endedSession = endpoint({
  name: 'endedSession',
  summary: "Returns why this cookie's session ended, if the account's e-mail was confirmed in another browser; else null",
  method: 'GET',
  path: '/api/v1/sessions/ended',
  action: 'sign_in',
  reply: { kind: 'resource', type: 'ended_sessions', attributes: EndedSessionAttributes, status: 200, nullable: true },
  refusals: [],
});

export const deleteSession = endpoint({
  name: 'deleteSession',
  summary: 'Signs out: deletes the session and the cookies `session` and `referal_hash`',
  method: 'DELETE',
  path: '/api/v1/sessions',
  action: 'sign_in',
  reply: { kind: 'empty', status: 204 },
  refusals: [],
});
