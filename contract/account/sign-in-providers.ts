import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';

const id = z.string().check(z.minLength(1), z.maxLength(40));

export const listSignInProviders = endpoint({
  name: 'listSignInProviders',
  summary: 'Lists external sign-in providers; the browser is sent to `/auth/{id}`',
  method: 'GET',
  path: '/api/v1/sign_in_providers',
  action: 'sign_in',
  reply: { kind: 'collection', type: 'sign_in_providers', attributes: z.object({ name: z.string() }) },
  refusals: [],
});

/** Reasons to go to a provider while signed in. */
export const PROVIDER_PURPOSES = ['link', 'prove'] as const;

export const beginProvider = endpoint({
  name: 'beginProvider',
  summary: 'Returns the provider URL for linking it to this account or for proving identity by it',
  method: 'POST',
  path: '/api/v1/sign_in_providers/{id}/begin',
  action: 'change_account',
  params: z.object({ id }),
  body: z.object({ purpose: z.enum(PROVIDER_PURPOSES), return_to: z.optional(z.string().check(z.maxLength(512))) }),
  bodyType: 'sign_in_providers',
  reply: { kind: 'resource', type: 'sign_in_providers', attributes: z.object({ url: z.string() }), status: 201 },
  refusals: ['access_denied', 'not_found', 'fresh_factor_required', 'configuration_error', 'too_many_requests'],
  // Calls the provider, which must not happen inside a transaction
  effect: 'calculation',
});
