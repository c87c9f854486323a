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
  /** Key modes available here; sandbox requires the test bank. */
  modes: z.array(z.enum(KEY_MODES)),
  is_suspended: z.boolean(),
  suspended_reason: z.nullable(z.string()),
  /** Partner's share of the revenue of an order, per cent. */
  share_percent: z.string(),
  /** Partner's share in the last 30 days without reversals, in dollars. */
  earned_usd: z.string(),
  quotas,
  /** Current usage of the quotas; requests are those of the busiest key. */
  used: z.object({ requests_last_minute: z.number(), orders_last_day: z.number(), open_orders: z.number() }),
});
export type PartnerAttributes = z.output<typeof PartnerAttributes>;

export const getOwnPartner = endpoint({
  name: 'getOwnPartner',
  summary: "Returns the caller's partner account: share, quotas and their usage",
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
  /** Partner's share of the order, in dollars; null: none, or not yet. */
  share_usd: z.nullable(z.string()),
  is_share_reversed: z.boolean(),
  created_at: z.string(),
});
export type PartnerOrderAttributes = z.output<typeof PartnerOrderAttributes>;

export const listPartnerOrders = endpoint({
  name: 'listPartnerOrders',
  summary: "Lists orders made by the caller's keys, newest first; test orders in sandbox mode",
  method: 'GET',
  path: '/api/v1/partner_orders',
  action: 'read_account',
  query: z.object({ ...pagingQuery, sort: sortQuery('created_at'), mode: z.optional(z.enum(KEY_MODES)) }),
  reply: { kind: 'collection', type: 'partner_orders', attributes: PartnerOrderAttributes, paged: true },
  refusals: [],
});
