import * as z from 'zod/mini';
import { KEY_ENDERS, KEY_MODES, PARTNER_SCOPES } from '#core/partner/partner.ts';
import { idParams, operatorNote, rowVersion } from '#contract/document-parts.ts';
import { endpoint } from '#contract/endpoint.ts';
import { pagingQuery, sortQuery } from '#contract/list-query.ts';
import { PartnerOrderAttributes } from '#contract/partner/partners.ts';

export const PARTNER_PERIODS = ['day', 'week', 'month', 'year', 'all'] as const;
export const PARTNER_STATES = ['active', 'suspended'] as const;

const wholeTo = (most: number) => z.int().check(z.nonnegative(), z.maximum(most));

/** A partner's own quotas; null: the default. */
export const OwnQuotas = z.object({
  requests_per_minute: z.nullable(z.int().check(z.minimum(1), z.maximum(6_000))),
  orders_per_day: z.nullable(wholeTo(100_000)),
  open_orders: z.nullable(wholeTo(1_000)),
  reserve_percent: z.nullable(wholeTo(100)),
});

export const OfficePartnerAttributes = z.object({
  email: z.string(),
  name: z.nullable(z.string()),
  created_at: z.string(),
  last_used_at: z.nullable(z.string()),
  live_keys: z.number(),
  /** Share in force; the default if none was agreed. */
  share_percent: z.string(),
  is_share_agreed: z.boolean(),
  own_quotas: OwnQuotas,
  /** Quotas in force, defaults included. */
  quotas: z.object({
    requests_per_minute: z.number(),
    orders_per_day: z.number(),
    open_orders: z.number(),
    reserve_percent: z.number(),
  }),
  suspended_at: z.nullable(z.string()),
  suspended_reason: z.nullable(z.string()),
  /** In the requested period. */
  orders: z.number(),
  completed: z.number(),
  volume_usd: z.string(),
  share_usd: z.string(),
  version: z.number(),
});
export type OfficePartnerAttributes = z.output<typeof OfficePartnerAttributes>;

export const OfficePartnerDetail = z.extend(OfficePartnerAttributes, {
  keys: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      mode: z.enum(KEY_MODES),
      scopes: z.array(z.enum(PARTNER_SCOPES)),
      networks: z.array(z.string()),
      created_at: z.string(),
      last_used_at: z.nullable(z.string()),
      last_used_ip: z.nullable(z.string()),
      revoked_at: z.nullable(z.string()),
      revoked_by: z.nullable(z.enum(KEY_ENDERS)),
      revoked_reason: z.nullable(z.string()),
    }),
  ),
  /** Agreed shares, newest first; a future one is not in force yet. */
  shares: z.array(z.object({ since: z.string(), share_percent: z.string(), set_by: z.string(), reason: z.string() })),
});
export type OfficePartnerDetail = z.output<typeof OfficePartnerDetail>;

const detail = { kind: 'resource', type: 'partners', attributes: OfficePartnerDetail, status: 200 } as const;
const period = { period: z.optional(z.enum(PARTNER_PERIODS)) };

export const officeListPartners = endpoint({
  name: 'officeListPartners',
  summary: 'Lists accounts with partner API keys, with their results of a period',
  method: 'GET',
  path: '/api/office/v1/partners',
  action: 'read_partners',
  query: z.object({
    ...period,
    state: z.optional(z.enum(PARTNER_STATES)),
    q: z.optional(z.string().check(z.maxLength(254))),
    ...pagingQuery,
    sort: sortQuery('created_at', 'email', 'orders', 'volume_usd'),
  }),
  reply: { kind: 'collection', type: 'partners', attributes: OfficePartnerAttributes, paged: true },
  refusals: [],
});

export const officeGetPartner = endpoint({
  name: 'officeGetPartner',
  summary: 'Returns one partner with keys (without secrets) and agreed shares',
  method: 'GET',
  path: '/api/office/v1/partners/{id}',
  action: 'read_partners',
  params: idParams,
  query: z.object(period),
  reply: detail,
  refusals: ['not_found'],
});

export const officeListPartnerOrders = endpoint({
  name: 'officeListPartnerOrders',
  summary: "Lists orders made by a partner's keys, newest first",
  method: 'GET',
  path: '/api/office/v1/partners/{id}/orders',
  action: 'read_partners',
  params: idParams,
  query: z.object({ ...pagingQuery, sort: sortQuery('created_at'), mode: z.optional(z.enum(KEY_MODES)) }),
  reply: { kind: 'collection', type: 'partner_orders', attributes: PartnerOrderAttributes, paged: true },
  refusals: ['not_found'],
});

export const officeSetPartnerQuotas = endpoint({
  name: 'officeSetPartnerQuotas',
  summary: "Sets a partner's own quotas; a stale version is refused",
  method: 'PUT',
  path: '/api/office/v1/partners/{id}/quotas',
  action: 'change_partners',
  params: idParams,
  body: z.extend(OwnQuotas, { version: rowVersion, note: operatorNote }),
  reply: detail,
  refusals: ['required', 'not_found', 'edit_conflict'],
});

export const officeSetPartnerShare = endpoint({
  name: 'officeSetPartnerShare',
  summary: 'Agrees a share with a partner, from now or a future day; above a bound a second person approves (`meta.approval_id`)',
  method: 'POST',
  path: '/api/office/v1/partners/{id}/share',
  action: 'change_partners',
  params: idParams,
  body: z.object({
    share_percent: z.string().check(z.regex(/^(?:100|\d{1,2}(?:\.\d{1,2})?)$/)),
    since: z.optional(z.nullable(z.iso.datetime({ offset: true }))),
    note: operatorNote,
  }),
  reply: { ...detail, meta: z.object({ approval_id: z.nullable(z.string()) }) },
  refusals: ['approval_conflict', 'required', 'invalid_format', 'not_found'],
});

export const officeSuspendPartner = endpoint({
  name: 'officeSuspendPartner',
  summary: "Suspends a partner's API access, with a reason shown to the partner",
  method: 'POST',
  path: '/api/office/v1/partners/{id}/suspend',
  action: 'change_partners',
  params: idParams,
  body: z.object({ note: operatorNote }),
  reply: detail,
  refusals: ['required', 'not_found', 'order_state_conflict'],
});

export const officeResumePartner = endpoint({
  name: 'officeResumePartner',
  summary: "Restores a partner's API access",
  method: 'POST',
  path: '/api/office/v1/partners/{id}/resume',
  action: 'change_partners',
  params: idParams,
  body: z.object({ note: operatorNote }),
  reply: detail,
  refusals: ['required', 'not_found', 'order_state_conflict'],
});

export const officeRevokePartnerKey = endpoint({
  name: 'officeRevokePartnerKey',
  summary: 'Revokes one key of a partner permanently',
  method: 'POST',
  path: '/api/office/v1/partners/{id}/revoke_key',
  action: 'change_partners',
  params: idParams,
  body: z.object({ key_id: z.string().check(z.minLength(1), z.maxLength(40)), note: operatorNote }),
  reply: detail,
  refusals: ['required', 'not_found', 'order_state_conflict'],
});
