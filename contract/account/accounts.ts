import * as z from 'zod/mini';
import { LOCALES } from '#core/locale.ts';
import { rowVersion } from '#contract/document-parts.ts';
import { CAPTCHA_REFUSALS as CAPTCHA, captchaToken } from '#contract/public/captcha.ts';
import { endpoint } from '#contract/endpoint.ts';
import { UserAttributes } from './sessions.ts';

const password = z.string().check(z.minLength(1), z.maxLength(1000));
const confirmation = z.string().check(z.maxLength(1000));
const email = z.string().check(z.minLength(1), z.maxLength(254));
/** A token as it stands in a mailed link; anything else opens nothing. */
const token = z.string().check(z.minLength(1), z.maxLength(200));
const user = { kind: 'resource', type: 'users', attributes: UserAttributes } as const;

export const createUser = endpoint({
  name: 'createUser',
  summary: 'Makes an account and signs in; the address gets a letter. The same answer whether or not somebody has this e-mail',
  method: 'POST',
  path: '/api/v1/users',
  action: 'sign_in',
  // Empty ones are refused with everything else that is wrong, all at once
  body: z.object({
    email: z.string().check(z.maxLength(254)),
    password: z.string().check(z.maxLength(1000)),
    password_confirmation: confirmation,
    full_name: z.optional(z.nullable(z.string().check(z.maxLength(200)))),
    phone: z.optional(z.nullable(z.string().check(z.maxLength(60)))),
    locale: z.optional(z.enum(LOCALES)),
    captcha_token: captchaToken,
    accept_terms: z.optional(z.boolean()),
  }),
  reply: { ...user, status: 201 },
  refusals: ['required', 'invalid_format', 'too_short', 'too_long', 'terms_not_accepted', 'too_many_requests', ...CAPTCHA],
  // Not repeatable from a store, which would keep the session's cookie
  effect: 'calculation',
});

export const createUserFromOrder = endpoint({
  name: 'createUserFromOrder',
  summary: "Makes an account for a guest's order with its e-mail, and signs in; other orders of the address follow once it is proven",
  method: 'POST',
  path: '/api/v1/orders/{id}/account',
  action: 'exchange',
  params: z.object({ id: z.string().check(z.minLength(1), z.maxLength(64)) }),
  body: z.object({ password, captcha_token: captchaToken }),
  bodyType: 'users',
  reply: { ...user, status: 201 },
  refusals: ['not_found', 'order_state_conflict', 'too_short', 'invalid_format', 'too_many_requests', ...CAPTCHA],
  // Not repeatable from a store, which would keep the session's cookie
  effect: 'calculation',
});

export const activateUser = endpoint({
  name: 'activateUser',
  summary: 'Proves an e-mail by the token mailed to it, once; guest orders of the address join the account',
  method: 'PUT',
  path: '/api/v1/users/activate',
  action: 'sign_in',
  body: z.object({ token }),
  reply: { ...user, status: 200 },
  refusals: ['invalid_token', 'too_many_requests'],
});

export const refuseAccount = endpoint({
  name: 'refuseAccount',
  summary:
    'Refuses an account that somebody else has opened with this address, by the token of the activation letter: an unproven one is closed, of a proven one every way in ends',
  method: 'PUT',
  path: '/api/v1/users/refuse',
  action: 'sign_in',
  body: z.object({ token }),
  bodyType: 'users',
  reply: { kind: 'empty', status: 204 },
  refusals: ['invalid_token', 'too_many_requests'],
});

export const resendActivation = endpoint({
  name: 'resendActivation',
  summary: 'Mails a new activation link; the one before is over',
  method: 'PUT',
  path: '/api/v1/user/resend_email',
  action: 'change_account',
  body: z.object({ captcha_token: captchaToken }),
  bodyType: 'users',
  reply: { kind: 'empty', status: 202 },
  refusals: CAPTCHA,
});

export const requestReset = endpoint({
  name: 'requestReset',
  summary: 'Mails a link for a new password; the same answer whether or not somebody has this e-mail',
  method: 'POST',
  path: '/api/v1/users/reset_password',
  action: 'sign_in',
  body: z.object({ email, captcha_token: captchaToken }),
  bodyType: 'users',
  reply: { kind: 'empty', status: 202 },
  refusals: ['invalid_format', ...CAPTCHA],
});

export const resetPassword = endpoint({
  name: 'resetPassword',
  summary: 'A new password by the token mailed for it, once: every session ends. A token alone is only looked at',
  method: 'PUT',
  path: '/api/v1/users/update_password',
  action: 'sign_in',
  body: z.object({ token, password: z.optional(z.string().check(z.maxLength(1000))), password_confirmation: z.optional(confirmation) }),
  bodyType: 'users',
  reply: { kind: 'empty', status: 204 },
  refusals: ['invalid_token', 'required', 'too_short', 'invalid_format', 'too_many_requests'],
  // Hashing is no work for an open transaction
  effect: 'calculation',
});

export const updateUser = endpoint({
  name: 'updateUser',
  summary: 'Changes what a person says of himself; another e-mail counts when the link mailed to it was opened',
  method: 'PUT',
  path: '/api/v1/user',
  action: 'change_account',
  body: z.object({
    full_name: z.optional(z.nullable(z.string().check(z.maxLength(200)))),
    phone: z.optional(z.nullable(z.string().check(z.maxLength(60)))),
    email: z.optional(email),
    locale: z.optional(z.enum(LOCALES)),
    anti_phishing_code: z.optional(z.nullable(z.string().check(z.maxLength(200)))),
    /** The `version` that the change was made on (ours): another one by now is refused. */
    version: z.optional(rowVersion),
  }),
  bodyType: 'users',
  reply: { ...user, status: 200 },
  refusals: [
    'invalid_format',
    'too_short',
    'too_long',
    'email_not_verified',
    'profile_update_denied',
    'fresh_factor_required',
    'edit_conflict',
  ],
});

export const confirmEmailChange = endpoint({
  name: 'confirmEmailChange',
  summary: 'Makes the address that a token was mailed to the e-mail of the account that the caller is signed in to, once; its sessions end',
  method: 'PUT',
  path: '/api/v1/users/change_email',
  action: 'change_account',
  body: z.object({ token }),
  reply: { ...user, status: 200 },
  refusals: ['invalid_token', 'too_many_requests'],
});

export const undoEmailChange = endpoint({
  name: 'undoEmailChange',
  summary:
    'Takes a change of e-mail back by the token mailed to the old address: every session ends, and the old address gets a link for a new password',
  method: 'PUT',
  path: '/api/v1/users/undo_email',
  action: 'sign_in',
  body: z.object({ token }),
  bodyType: 'users',
  reply: { kind: 'empty', status: 204 },
  refusals: ['invalid_token', 'too_many_requests'],
});
