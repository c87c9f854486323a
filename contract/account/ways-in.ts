import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { SessionAttributes, UserAttributes } from './sessions.ts';

/** Proofs of identity for the most sensitive actions. */
export const PROOFS = ['totp', 'passkey', 'recovery_code', 'password', 'provider'] as const;

export const WaysInAttributes = z.object({
  has_password: z.boolean(),
  has_second_factor: z.boolean(),
  /** Any one of these counts for five minutes; a user with a second factor must use a factor. */
  proofs: z.array(z.enum(PROOFS)),
  /** Whether the last proof still counts. */
  is_fresh: z.boolean(),
  /** Linked accounts of sign-in providers. */
  identities: z.array(z.object({ provider: z.string(), email: z.nullable(z.string()), linked_at: z.string() })),
});
export type WaysInAttributes = z.output<typeof WaysInAttributes>;

const Password = z.string().check(z.minLength(1), z.maxLength(1000));
const Browsers = z.record(z.string(), z.unknown());
const session = {
  reply: { kind: 'resource', type: 'sessions', attributes: SessionAttributes, status: 201 },
  include: { user: { type: 'users', attributes: UserAttributes } },
} as const;

export const getWaysIn = endpoint({
  name: 'getWaysIn',
  summary: 'How the caller signs in, and what proves that it is he',
  method: 'GET',
  path: '/api/v1/user/ways_in',
  action: 'read_account',
  reply: { kind: 'resource', type: 'ways_in', attributes: WaysInAttributes, status: 200 },
  refusals: [],
});

export const proveByPassword = endpoint({
  name: 'proveByPassword',
  summary: 'The password once more, of whoever has no second factor: it counts for five minutes for what matters most',
  method: 'POST',
  path: '/api/v1/sessions/prove',
  action: 'change_account',
  body: z.object({ password: Password }),
  bodyType: 'sessions',
  reply: { kind: 'empty', status: 204 },
  refusals: ['access_denied', 'authentication_failed', 'too_many_requests'],
  // A wrong one is counted, which must outlive its refusal
  effect: 'calculation',
});

export const addPassword = endpoint({
  name: 'addPassword',
  summary: 'A first password of an account that has none',
  method: 'POST',
  path: '/api/v1/user/password',
  action: 'change_account',
  body: z.object({ password: Password, password_confirmation: z.string().check(z.maxLength(1000)) }),
  bodyType: 'users',
  reply: { kind: 'empty', status: 204 },
  refusals: ['access_denied', 'fresh_factor_required', 'too_short', 'too_long', 'invalid_format'],
  // Hashing is no work for an open transaction
  effect: 'calculation',
});

export const dropPassword = endpoint({
  name: 'dropPassword',
  summary: 'Forgets the password where another way in remains: a passkey, a provider',
  method: 'DELETE',
  path: '/api/v1/user/password',
  action: 'change_account',
  reply: { kind: 'empty', status: 204 },
  refusals: ['access_denied', 'fresh_factor_required'],
});

export const removeAuthentication = endpoint({
  name: 'removeAuthentication',
  summary: 'Parts the account from a provider; the last way in stays',
  method: 'DELETE',
  path: '/api/v1/user/remove_authentication',
  action: 'disconnect_provider',
  query: z.object({ provider: z.string().check(z.minLength(1), z.maxLength(40)) }),
  reply: { kind: 'empty', status: 204 },
  refusals: ['access_denied', 'not_found', 'fresh_factor_required'],
});

export const askPasskeySignIn = endpoint({
  name: 'askPasskeySignIn',
  summary: 'What a passkey has to sign in order to sign in without a password: once, in this browser, within five minutes',
  method: 'POST',
  path: '/api/v1/sessions/passkey_question',
  action: 'sign_in',
  reply: { kind: 'resource', type: 'passkey_questions', attributes: z.object({ options: Browsers }), status: 200 },
  refusals: ['not_found', 'too_many_requests'],
  effect: 'calculation',
});

export const signInByPasskey = endpoint({
  name: 'signInByPasskey',
  summary: 'Signs a customer in by his passkey alone, which is both his factors: the key, and whatever unlocks it',
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
  summary: '"This was not me", by the link of the letter about a new device: ends that session and all begun since',
  method: 'POST',
  path: '/api/v1/sessions/disavow',
  action: 'sign_in',
  body: z.object({ token: z.string().check(z.maxLength(200)) }),
  bodyType: 'sessions',
  reply: { kind: 'empty', status: 204 },
  refusals: ['invalid_token'],
});
