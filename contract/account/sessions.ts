import * as z from 'zod/mini';
import { CAPTCHA_REFUSALS, captchaToken } from '#contract/public/captcha.ts';
import { endpoint } from '#contract/endpoint.ts';

export const UserAttributes = z.object({
  email: z.string(),
  email_verified: z.boolean(),
  full_name: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  locale: z.string(),
  /** `customer` or an operator's role (ours). */
  role: z.string(),
  two_factor_enabled: z.boolean(),
  referal_hash: z.nullable(z.string()),
  referal_url: z.nullable(z.string()),
  authentications: z.array(z.string()),
  /** A phrase chosen by the user that our e-mails carry (ours). */
  anti_phishing_code: z.nullable(z.string()),
  /** Counts up with every change of the profile (ours): sent back, it keeps one tab from overwriting another. */
  version: z.number(),
  created_at: z.string(),
});
export type UserAttributes = z.output<typeof UserAttributes>;

export const SessionAttributes = z.object({
  created_at: z.string(),
  expires_at: z.string(),
  /** What is still to be given before the session is more than a guest's: `/api/v1/second_factors` (ours). */
  needs: z.enum(['none', 'factor', 'enrolment']),
});

const user = { type: 'users', attributes: UserAttributes } as const;

export const createSession = endpoint({
  name: 'createSession',
  summary: 'Signs in: sets the session cookie; the same answer whether or not the e-mail exists',
  method: 'POST',
  path: '/api/v1/sessions',
  action: 'sign_in',
  body: z.object({
    // Empty ones are refused with everything else that is wrong, all at once
    email: z.string().check(z.maxLength(254)),
    password: z.string().check(z.maxLength(1000)),
    remember: z.optional(z.boolean()),
    totp: z.optional(z.nullable(z.string().check(z.maxLength(16)))),
    /** Asked for after many failures of one network, or everywhere while the shop is flooded (ours). */
    captcha_token: captchaToken,
  }),
  reply: { kind: 'resource', type: 'sessions', attributes: SessionAttributes, status: 201 },
  refusals: ['required', 'invalid_format', 'authentication_failed', 'too_many_requests', ...CAPTCHA_REFUSALS],
  // Not repeatable from a store: every sign-in makes its own session
  effect: 'calculation',
  include: { user },
});

export const currentSession = endpoint({
  name: 'currentSession',
  summary: 'The signed-in user, null for a visitor',
  method: 'GET',
  path: '/api/v1/sessions/current',
  action: 'sign_in',
  reply: { kind: 'resource', ...user, status: 200, nullable: true },
  refusals: [],
});

export const EndedSessionAttributes = z.object({
  reason: z.enum(['email_proven']),
  /** Null: the person who opened the account had only the key of an order and never saw the address. */
  email: z.nullable(z.string()),
});

export const endedSession = endpoint({
  name: 'endedSession',
  summary: 'Why the session of this cookie has ended, where the e-mail of its account was confirmed in another browser; else null',
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
