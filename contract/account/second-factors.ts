import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';

export const PasskeyAttributes = z.object({
  id: z.string(),
  name: z.string(),
  created_at: z.string(),
  last_used_at: z.nullable(z.string()),
});
export type PasskeyAttributes = z.output<typeof PasskeyAttributes>;

export const SecondFactorAttributes = z.object({
  /** Requirement of this session: none, a factor, or enrolment of one. */
  needs: z.enum(['none', 'factor', 'enrolment']),
  /** Methods accepted now. */
  methods: z.array(z.enum(['totp', 'passkey', 'recovery_code'])),
  /** Whether this host supports passkeys: they are bound to a domain name, not an IP address. */
  passkeys_possible: z.boolean(),
  /** Whether at least one factor is mandatory. */
  is_required: z.boolean(),
  totp_enrolled: z.boolean(),
  /** Empty until the session is full. */
  passkeys: z.array(PasskeyAttributes),
  recovery_codes_left: z.number(),
  /** New codes, only in the response that creates them; null otherwise. */
  recovery_codes: z.nullable(z.array(z.string())),
});
export type SecondFactorAttributes = z.output<typeof SecondFactorAttributes>;

const reply = { kind: 'resource', type: 'second_factors', attributes: SecondFactorAttributes, status: 200 } as const;
/** WebAuthn options and responses in their JSON form. */
const Browsers = z.record(z.string(), z.unknown());
const question = { kind: 'resource', type: 'passkey_questions', attributes: z.object({ options: Browsers }), status: 200 } as const;
const PasskeyName = z.string().check(z.trim(), z.minLength(1), z.maxLength(60));
const passkeyId = z.object({ id: z.string().check(z.minLength(1), z.maxLength(400)) });

export const getSecondFactors = endpoint({
  name: 'getSecondFactors',
  summary: "Returns the caller's second factors and the requirement of this session",
  method: 'GET',
  path: '/api/v1/second_factors',
  action: 'give_factor',
  reply,
  refusals: [],
});

export const giveSecondFactor = endpoint({
  name: 'giveSecondFactor',
  summary: 'Verifies a second factor: completes a half-open session, or proves identity again; a code cannot be reused',
  method: 'POST',
  path: '/api/v1/second_factors/give',
  action: 'give_factor',
  body: z.object({
    totp: z.optional(z.string().check(z.maxLength(16))),
    recovery_code: z.optional(z.string().check(z.maxLength(64))),
    passkey: z.optional(Browsers),
  }),
  reply,
  refusals: ['not_authenticated', 'invalid_token', 'too_many_requests', 'required'],
  // A failed attempt is counted even though the call is refused
  effect: 'calculation',
});

export const askPasskey = endpoint({
  name: 'askPasskey',
  summary: "Returns the challenge for one of the caller's passkeys, once, valid five minutes",
  method: 'POST',
  path: '/api/v1/second_factors/passkey_question',
  action: 'give_factor',
  reply: question,
  refusals: ['not_found'],
  effect: 'calculation',
});

export const beginTotp = endpoint({
  name: 'beginTotp',
  summary: 'Creates a secret for an authenticator app; inactive until its first code',
  method: 'POST',
  path: '/api/v1/second_factors/totp',
  action: 'give_factor',
  reply: {
    kind: 'resource',
    type: 'totp_secrets',
    attributes: z.object({ secret: z.string(), uri: z.string() }),
    status: 201,
  },
  refusals: ['access_denied', 'fresh_factor_required'],
});

export const confirmTotp = endpoint({
  name: 'confirmTotp',
  summary: 'Activates a new secret by its first code; the first factor also returns recovery codes',
  method: 'POST',
  path: '/api/v1/second_factors/totp/confirm',
  action: 'give_factor',
  body: z.object({ code: z.string().check(z.maxLength(16)) }),
  reply,
  refusals: ['access_denied', 'invalid_token', 'fresh_factor_required'],
});

export const removeTotp = endpoint({
  name: 'removeTotp',
  summary: 'Removes the authenticator app',
  method: 'DELETE',
  path: '/api/v1/second_factors/totp',
  action: 'give_factor',
  reply: { kind: 'empty', status: 204 },
  refusals: ['access_denied', 'fresh_factor_required'],
});

export const askNewPasskey = endpoint({
  name: 'askNewPasskey',
  summary: 'Returns the options for creating a passkey',
  method: 'POST',
  path: '/api/v1/second_factors/new_passkey_question',
  action: 'give_factor',
  reply: question,
  refusals: ['access_denied', 'not_found', 'fresh_factor_required'],
  effect: 'calculation',
});

export const addPasskey = endpoint({
  name: 'addPasskey',
  summary: 'Registers a passkey; the first factor also returns recovery codes',
  method: 'POST',
  path: '/api/v1/second_factors/passkeys',
  action: 'give_factor',
  body: z.object({ name: PasskeyName, passkey: Browsers }),
  reply,
  refusals: ['access_denied', 'invalid_token', 'fresh_factor_required'],
  // The challenge ends even if the response is refused
  effect: 'calculation',
});

export const renamePasskey = endpoint({
  name: 'renamePasskey',
  summary: 'Renames a passkey',
  method: 'PATCH',
  path: '/api/v1/second_factors/passkeys/{id}',
  action: 'change_account',
  params: passkeyId,
  body: z.object({ name: PasskeyName }),
  reply,
  refusals: ['not_found'],
});

export const removePasskey = endpoint({
  name: 'removePasskey',
  summary: 'Removes a passkey',
  method: 'DELETE',
  path: '/api/v1/second_factors/passkeys/{id}',
  action: 'give_factor',
  params: passkeyId,
  reply: { kind: 'empty', status: 204 },
  refusals: ['access_denied', 'not_found', 'fresh_factor_required'],
});

export const makeRecoveryCodes = endpoint({
  name: 'makeRecoveryCodes',
  summary: 'Replaces all recovery codes with ten new ones, shown once',
  method: 'POST',
  path: '/api/v1/second_factors/recovery_codes',
  action: 'change_account',
  reply,
  refusals: ['fresh_factor_required'],
});
