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
  /** What this session still needs: nothing, the factor, or that one is enrolled. */
  needs: z.enum(['none', 'factor', 'enrolment']),
  /** Ways that may be given now. */
  methods: z.array(z.enum(['totp', 'passkey', 'recovery_code'])),
  /** Whether this host can have passkeys at all: they are bound to a name, not to an address. */
  passkeys_possible: z.boolean(),
  /** Whether the last one may be removed. */
  is_required: z.boolean(),
  totp_enrolled: z.boolean(),
  /** Empty until the session is whole. */
  passkeys: z.array(PasskeyAttributes),
  recovery_codes_left: z.number(),
  /** New codes, in the one answer that shows them; null in every other. */
  recovery_codes: z.nullable(z.array(z.string())),
});
export type SecondFactorAttributes = z.output<typeof SecondFactorAttributes>;

const reply = { kind: 'resource', type: 'second_factors', attributes: SecondFactorAttributes, status: 200 } as const;
/** What a browser's own interface for passkeys takes and gives, in its JSON form. */
const Browsers = z.record(z.string(), z.unknown());
const question = { kind: 'resource', type: 'passkey_questions', attributes: z.object({ options: Browsers }), status: 200 } as const;
const PasskeyName = z.string().check(z.trim(), z.minLength(1), z.maxLength(60));
const passkeyId = z.object({ id: z.string().check(z.minLength(1), z.maxLength(400)) });

export const getSecondFactors = endpoint({
  name: 'getSecondFactors',
  summary: "The caller's second factors, and what his session still needs",
  method: 'GET',
  path: '/api/v1/second_factors',
  action: 'give_factor',
  reply,
  refusals: [],
});

export const giveSecondFactor = endpoint({
  name: 'giveSecondFactor',
  summary: 'Gives one second factor: opens a half-open session, or proves anew who sits there; a used code is never accepted again',
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
  // A wrong one is counted, which must outlive its refusal
  effect: 'calculation',
});

export const askPasskey = endpoint({
  name: 'askPasskey',
  summary: 'What one of his passkeys has to sign, once, within five minutes',
  method: 'POST',
  path: '/api/v1/second_factors/passkey_question',
  action: 'give_factor',
  reply: question,
  refusals: ['not_found'],
  effect: 'calculation',
});

export const beginTotp = endpoint({
  name: 'beginTotp',
  summary: 'A new secret for an authenticator app; it counts after its first code',
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
  summary: 'The first code of a new secret; with the first factor come the recovery codes',
  method: 'POST',
  path: '/api/v1/second_factors/totp/confirm',
  action: 'give_factor',
  body: z.object({ code: z.string().check(z.maxLength(16)) }),
  reply,
  refusals: ['access_denied', 'invalid_token', 'fresh_factor_required'],
});

export const removeTotp = endpoint({
  name: 'removeTotp',
  summary: 'Forgets the authenticator app',
  method: 'DELETE',
  path: '/api/v1/second_factors/totp',
  action: 'give_factor',
  reply: { kind: 'empty', status: 204 },
  refusals: ['access_denied', 'fresh_factor_required'],
});

export const askNewPasskey = endpoint({
  name: 'askNewPasskey',
  summary: 'What a browser needs to make a passkey',
  method: 'POST',
  path: '/api/v1/second_factors/new_passkey_question',
  action: 'give_factor',
  reply: question,
  refusals: ['access_denied', 'not_found', 'fresh_factor_required'],
  effect: 'calculation',
});

export const addPasskey = endpoint({
  name: 'addPasskey',
  summary: 'Keeps the passkey that a browser made; with the first factor come the recovery codes',
  method: 'POST',
  path: '/api/v1/second_factors/passkeys',
  action: 'give_factor',
  body: z.object({ name: PasskeyName, passkey: Browsers }),
  reply,
  refusals: ['access_denied', 'invalid_token', 'fresh_factor_required'],
  // Its question is over also when the answer is refused
  effect: 'calculation',
});

export const renamePasskey = endpoint({
  name: 'renamePasskey',
  summary: 'Names a passkey anew',
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
  summary: 'Forgets a passkey',
  method: 'DELETE',
  path: '/api/v1/second_factors/passkeys/{id}',
  action: 'give_factor',
  params: passkeyId,
  reply: { kind: 'empty', status: 204 },
  refusals: ['access_denied', 'not_found', 'fresh_factor_required'],
});

export const makeRecoveryCodes = endpoint({
  name: 'makeRecoveryCodes',
  summary: 'Ten new recovery codes instead of all before, shown this once',
  method: 'POST',
  path: '/api/v1/second_factors/recovery_codes',
  action: 'change_account',
  reply,
  refusals: ['fresh_factor_required'],
});
