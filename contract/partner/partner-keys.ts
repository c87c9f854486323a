import * as z from 'zod/mini';
import { KEY_ENDERS, KEY_MODES, MAX_KEY_NAME_LENGTH, MAX_KEY_NETWORKS, PARTNER_SCOPES } from '#core/partner/partner.ts';
import { endpoint } from '#contract/endpoint.ts';

/** Maximum time that a rotated secret stays valid, hours. */
export const MAX_OLD_SECRET_HOURS = 168;

export const PartnerKeyAttributes = z.object({
  name: z.string(),
  mode: z.enum(KEY_MODES),
  scopes: z.array(z.enum(PARTNER_SCOPES)),
  /** IP addresses and networks that may use the key; empty: any. */
  networks: z.array(z.string()),
  /** Only in the response that creates it. */
  secret: z.optional(z.string()),
  secret_since: z.string(),
  /** Until when the previous secret is valid; null: it is not. */
  old_secret_until: z.nullable(z.string()),
  created_at: z.string(),
  last_used_at: z.nullable(z.string()),
  last_used_ip: z.nullable(z.string()),
  revoked_at: z.nullable(z.string()),
  revoked_by: z.nullable(z.enum(KEY_ENDERS)),
});
export type PartnerKeyAttributes = z.output<typeof PartnerKeyAttributes>;

const params = z.object({ id: z.string().check(z.maxLength(40)) });
const name = z.string().check(z.maxLength(MAX_KEY_NAME_LENGTH));
const scopes = z.array(z.enum(PARTNER_SCOPES)).check(z.maxLength(PARTNER_SCOPES.length));
const networks = z.array(z.string().check(z.maxLength(50))).check(z.maxLength(MAX_KEY_NETWORKS));
const key = { kind: 'resource', type: 'partner_keys', attributes: PartnerKeyAttributes } as const;

export const listPartnerKeys = endpoint({
  name: 'listPartnerKeys',
  summary: 'Lists keys of the partner API, active first, without secrets',
  method: 'GET',
  path: '/api/v1/partner_keys',
  action: 'read_account',
  reply: { kind: 'collection', type: 'partner_keys', attributes: PartnerKeyAttributes },
  refusals: [],
});

export const createPartnerKey = endpoint({
  name: 'createPartnerKey',
  summary: 'Creates a key; its secret is returned only once',
  method: 'POST',
  path: '/api/v1/partner_keys',
  action: 'manage_keys',
  body: z.object({ name, mode: z.enum(KEY_MODES), scopes, networks: z._default(networks, []) }),
  reply: { ...key, status: 201 },
  refusals: ['fresh_factor_required', 'access_denied', 'required', 'invalid_format', 'too_long'],
});

export const changePartnerKey = endpoint({
  name: 'changePartnerKey',
  summary: 'Updates the name, scopes and networks of a key',
  method: 'PUT',
  path: '/api/v1/partner_keys/{id}',
  action: 'manage_keys',
  params,
  body: z.object({ name, scopes, networks: z._default(networks, []) }),
  reply: { ...key, status: 200 },
  refusals: ['fresh_factor_required', 'access_denied', 'not_found', 'required', 'invalid_format'],
});

export const rotatePartnerKey = endpoint({
  name: 'rotatePartnerKey',
  summary: 'Rotates the secret of a key; the current one stays valid for the given hours',
  method: 'POST',
  path: '/api/v1/partner_keys/{id}/rotate',
  action: 'manage_keys',
  params,
  body: z.object({ old_secret_hours: z.int().check(z.minimum(0), z.maximum(MAX_OLD_SECRET_HOURS)) }),
  bodyType: 'partner_keys',
  reply: { ...key, status: 200 },
  refusals: ['fresh_factor_required', 'access_denied', 'not_found'],
});

export const revokePartnerKey = endpoint({
  name: 'revokePartnerKey',
  summary: 'Revokes a key permanently',
  method: 'DELETE',
  path: '/api/v1/partner_keys/{id}',
  action: 'manage_keys',
  params,
  reply: { kind: 'empty', status: 204 },
  refusals: ['not_found'],
});
