import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { SessionAttributes, UserAttributes } from './sessions.ts';

/** Proofs of identity for sensitive actions. */
export const PROOFS = ['totp', 'passkey', 'recovery_code', 'password', 'provider'] as const;

export const SignInMethodsAttributes = z.object({
  has_password: z.boolean(),
  has_second_factor: z.boolean(),
  /** Accepted proofs, each valid for five minutes. With a second factor enabled, only second factors. */
  proofs: z.array(z.enum(PROOFS)),
  /** Whether the last proof is still valid. */
  is_fresh: z.boolean(),
  /** Linked sign-in providers. */
  identities: z.array(z.object({ provider: z.string(), email: z.nullable(z.string()), linked_at: z.string() })),
});
export type SignInMethodsAttributes = z.output<typeof SignInMethodsAttributes>;

const Password = z.string().check(z.minLength(1), z.maxLength(1000));
const Browsers = z.record(z.string(), z.unknown());
const session = {
  reply: { kind: 'resource', type: 'sessions', attributes: SessionAttributes, status: 201 },
  include: { user: { type: 'users', attributes: UserAttributes } },
} as const;

export const getWaysIn = endpoint({
  name: 'getWaysIn',
  summary: "Returns the caller's sign-in methods and accepted proofs of identity",
  method: 'GET',
  path: '/api/v1/user/ways_in',
  action: 'read_account',
  reply: { kind: 'resource', type: 'ways_in', attributes: SignInMethodsAttributes, status: 200 },
  refusals: [],
});

export const proveByPassword = endpoint({
  name: 'proveByPassword',
  summary: 'Confirms the password again, for accounts without a second factor; valid for five minutes for sensitive actions',
  method: 'POST',
  path: '/api/v1/sessions/prove',
  action: 'change_account',
  body: z.object({ password: Password }),
  bodyType: 'sessions',
  reply: { kind: 'empty', status: 204 },
  refusals: ['access_denied', 'authentication_failed', 'too_many_requests'],
  // A failed attempt is counted even though the call is refused
  effect: 'calculation',
});

export const addPassword = endpoint({
  name: 'addPassword',
  summary: 'Sets the first password of an account that has none',
  method: 'POST',
  path: '/api/v1/user/password',
  action: 'change_account',
  body: z.object({ password: Password, password_confirmation: z.string().check(z.maxLength(1000)) }),
  bodyType: 'users',
  reply: { kind: 'empty', status: 204 },
  refusals: ['access_denied', 'fresh_factor_required', 'too_short', 'too_long', 'invalid_format'],
  // Hashing must not run inside a transaction
  effect: 'calculation',
});

export const dropPassword = endpoint({
  name: 'dropPassword',
  summary: 'Removes the password; refused without another sign-in method',
  method: 'DELETE',
  path: '/api/v1/user/password',
  action: 'change_account',
  reply: { kind: 'empty', status: 204 },
  refusals: ['access_denied', 'fresh_factor_required'],
});

export const removeAuthentication = endpoint({
  name: 'removeAuthentication',
  summary: 'Unlinks a sign-in provider; the last sign-in method cannot be removed',
  method: 'DELETE',
  path: '/api/v1/user/remove_authentication',
  action: 'disconnect_provider',
  query: z.object({ provider: z.string().check(z.minLength(1), z.maxLength(40)) }),
  reply: { kind: 'empty', status: 204 },
  refusals: ['access_denied', 'not_found', 'fresh_factor_required'],
});

export const askPasskeySignIn = endpoint({
  name: 'askPasskeySignIn',
  summary: 'Returns the challenge for a sign-in by passkey: once, for this browser, valid five minutes',
  method: 'POST',
  path: '/api/v1/sessions/passkey_question',
  action: 'sign_in',
  reply: { kind: 'resource', type: 'passkey_questions', attributes: z.object({ options: Browsers }), status: 200 },
  refusals: ['not_found', 'too_many_requests'],
  effect: 'calculation',
});

export const signInByPasskey = endpoint({
  name: 'signInByPasskey',
  summary: 'Signs a customer in by passkey alone, which counts as both factors',
  method: 'POST',
  path: '/api/v1/sessions/passkey',
  action: 'sign_in',
  body: z.object({ passkey: Browsers, remember: z.optional(z.boolean()) }),
  bodyType: 'sessions',
  ...session,
  refusals: ['authentication_failed', 'too_many_requests'],
  effect: 'calculation',
});

export const disavowSignIn = endpoint({
  name: 'disavowSignIn',
  summary: '"This was not me", by the link of the e-mail about a new device: ends that session and all later ones',
  method: 'POST',
  path: '/api/v1/sessions/disavow',
  action: 'sign_in',
  body: z.object({ token: z.string().check(z.maxLength(200)) }),
  bodyType: 'sessions',
  reply: { kind: 'empty', status: 204 },
  refusals: ['invalid_token'],
});
