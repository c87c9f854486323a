import * as z from 'zod/mini';
import { LOCALES } from '#core/locale.ts';
import { idParams, rowVersion } from '#contract/document-parts.ts';
import { CAPTCHA_REFUSALS as CAPTCHA, captchaToken } from '#contract/public/captcha.ts';
import { endpoint } from '#contract/endpoint.ts';
import { UserAttributes } from './sessions.ts';

const password = z.string().check(z.minLength(1), z.maxLength(1000));
const confirmation = z.string().check(z.maxLength(1000));
const email = z.string().check(z.minLength(1), z.maxLength(254));
/** Token of an e-mailed link. */
const token = z.string().check(z.minLength(1), z.maxLength(200));
const user = { kind: 'resource', type: 'users', attributes: UserAttributes } as const;

export const createUser = endpoint({
  name: 'createUser',
  summary:
    'Creates an account and signs in; an e-mail is sent to the address. The response does not reveal whether the e-mail is registered',
  method: 'POST',
  path: '/api/v1/users',
  action: 'sign_in',
  // Empty values reach the handler, so that all problems are refused in one response
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
  // No stored response: it would contain the session cookie
  effect: 'calculation',
});

export const createUserFromOrder = endpoint({
  name: 'createUserFromOrder',
  summary: "Creates an account from a guest's order and its e-mail, and signs in; other orders of the address join after verification",
  method: 'POST',
  path: '/api/v1/orders/{id}/account',
  action: 'exchange',
  params: idParams,
  body: z.object({ password, captcha_token: captchaToken }),
  bodyType: 'users',
  reply: { ...user, status: 201 },
  refusals: ['not_found', 'order_state_conflict', 'too_short', 'invalid_format', 'too_many_requests', ...CAPTCHA],
  // No stored response: it would contain the session cookie
  effect: 'calculation',
});

export const activateUser = endpoint({
  name: 'activateUser',
  summary: 'Verifies an e-mail by its token, once; guest orders of the address join the account',
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
    "Rejects an account opened with the caller's address, by the token of the activation e-mail: an unverified account is closed; a verified one loses all sign-in methods",
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
  summary: 'Sends a new activation link; the earlier one expires',
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
  summary: 'Sends a password reset link; the response does not reveal whether the e-mail is registered',
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
  summary: 'Sets a new password by its token, once, and ends every session. Without a password only checks the token',
  method: 'PUT',
  path: '/api/v1/users/update_password',
  action: 'sign_in',
  body: z.object({ token, password: z.optional(z.string().check(z.maxLength(1000))), password_confirmation: z.optional(confirmation) }),
  bodyType: 'users',
  reply: { kind: 'empty', status: 204 },
  refusals: ['invalid_token', 'required', 'too_short', 'invalid_format', 'too_many_requests'],
  // Hashing must not run inside a transaction
  effect: 'calculation',
});

export const updateUser = endpoint({
  name: 'updateUser',
  summary: 'Updates the profile; a new e-mail takes effect when its link is opened',
  method: 'PUT',
  path: '/api/v1/user',
  action: 'change_account',
  body: z.object({
    full_name: z.optional(z.nullable(z.string().check(z.maxLength(200)))),
    phone: z.optional(z.nullable(z.string().check(z.maxLength(60)))),
    email: z.optional(email),
    locale: z.optional(z.enum(LOCALES)),
    anti_phishing_code: z.optional(z.nullable(z.string().check(z.maxLength(200)))),
    /** Version that the change is based on; a stale version is refused. */
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
  summary: "Confirms a change of the account's e-mail by its token, once, signed in; the account's sessions end",
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
    'Reverts a change of e-mail by the token sent to the old address: every session ends, and the old address receives a password reset link',
  method: 'PUT',
  path: '/api/v1/users/undo_email',
  action: 'sign_in',
  body: z.object({ token }),
  bodyType: 'users',
  reply: { kind: 'empty', status: 204 },
  refusals: ['invalid_token', 'too_many_requests'],
});
