import * as z from 'zod/mini';
import { KEY_MODES } from '#core/partner/partner.ts';
import { ORDER_STATUSES } from '#core/order/status.ts';
import { endpoint } from '#contract/endpoint.ts';
import { pagingQuery, sortQuery } from '#contract/list-query.ts';

const quotas = z.object({
  requests_per_minute: z.number(),
  orders_per_day: z.number(),
  open_orders: z.number(),
  reserve_percent: z.number(),
});

export const PartnerAttributes = z.object({
  /** Kinds of keys that can be made here: the sandbox is where the test bank is. */
  modes: z.array(z.enum(KEY_MODES)),
  is_suspended: z.boolean(),
  suspended_reason: z.nullable(z.string()),
  /** The partner's share of the service's earnings on an order, in per cent. */
  share_percent: z.string(),
  /** The partner's earnings of the last 30 days without reversed ones, in dollars. */
  earned_usd: z.string(),
  quotas,
  /** What of them is used now; requests are those of the key that asks the most. */
  used: z.object({ requests_last_minute: z.number(), orders_last_day: z.number(), open_orders: z.number() }),
});
export type PartnerAttributes = z.output<typeof PartnerAttributes>;

export const getOwnPartner = endpoint({
  name: 'getOwnPartner',
  summary: 'The caller as a partner: his share, what he may ask for and how much of it is used',
  method: 'GET',
  path: '/api/v1/partner',
  action: 'read_account',
  reply: { kind: 'resource', type: 'partners', attributes: PartnerAttributes, status: 200 },
  refusals: [],
});

export const PartnerOrderAttributes = z.object({
  key_id: z.string(),
  key_name: z.nullable(z.string()),
  mode: z.enum(KEY_MODES),
  status: z.enum(ORDER_STATUSES),
  payment_system_from_id: z.string(),
  payment_system_to_id: z.string(),
  income_amount: z.string(),
  outcome_amount: z.string(),
  /** What the partner was credited of it, in dollars; null: nothing, or nothing yet. */
  share_usd: z.nullable(z.string()),
  is_share_reversed: z.boolean(),
  created_at: z.string(),
});
export type PartnerOrderAttributes = z.output<typeof PartnerOrderAttributes>;

export const listPartnerOrders = endpoint({
  name: 'listPartnerOrders',
  summary: 'Orders that came by the caller’s keys, newest first; test orders where the mode is sandbox',
  method: 'GET',
  path: '/api/v1/partner_orders',
  action: 'read_account',
  query: z.object({ ...pagingQuery, sort: sortQuery('created_at'), mode: z.optional(z.enum(KEY_MODES)) }),
  reply: { kind: 'collection', type: 'partner_orders', attributes: PartnerOrderAttributes, paged: true },
  refusals: [],
});
