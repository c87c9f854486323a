import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { pagingQuery, sortQuery } from '#contract/list-query.ts';
import { DELIVERY_STATES, WebhookAttributes, WebhookDeliveryAttributes } from '#contract/partner/webhooks.ts';

/** Health of a webhook endpoint: delivering, failing, or paused. */
export const WEBHOOK_HEALTHS = ['taking', 'failing', 'paused'] as const;

export const OfficeWebhookAttributes = z.extend(z.omit(WebhookAttributes, { secret: true }), {
  /** E-mail of the partner. */
  owner: z.string(),
  health: z.enum(WEBHOOK_HEALTHS),
});
export type OfficeWebhookAttributes = z.output<typeof OfficeWebhookAttributes>;

export const OfficeWebhookDeliveryAttributes = z.extend(WebhookDeliveryAttributes, { owner: z.string() });
export type OfficeWebhookDeliveryAttributes = z.output<typeof OfficeWebhookDeliveryAttributes>;

const params = z.object({ id: z.uuid() });
const q = z.optional(z.string().check(z.maxLength(254)));
const webhook = { kind: 'resource', type: 'webhooks', attributes: OfficeWebhookAttributes, status: 200 } as const;

export const officeListWebhooks = endpoint({
  name: 'officeListWebhooks',
  summary: "Lists partners' webhook endpoints, failing ones first; `q`: part of an address or of a partner's e-mail",
  method: 'GET',
  path: '/api/office/v1/webhooks',
  action: 'read_partners',
  query: z.object({ health: z.optional(z.enum(WEBHOOK_HEALTHS)), q, ...pagingQuery, sort: sortQuery('created_at') }),
  reply: { kind: 'collection', type: 'webhooks', attributes: OfficeWebhookAttributes, paged: true },
  refusals: [],
});

export const officePauseWebhook = endpoint({
  name: 'officePauseWebhook',
  summary: 'Pauses a webhook endpoint until staff resume it, with a reason; the partner is notified',
  method: 'POST',
  path: '/api/office/v1/webhooks/{id}/pause',
  action: 'change_partners',
  params,
  body: z.object({ note: z.string().check(z.maxLength(2000)) }),
  reply: webhook,
  refusals: ['not_found', 'required', 'order_state_conflict'],
});

export const officeResumeWebhook = endpoint({
  name: 'officeResumeWebhook',
  summary: 'Resumes a webhook endpoint, whoever paused it; pending events are sent at once',
  method: 'POST',
  path: '/api/office/v1/webhooks/{id}/resume',
  action: 'change_partners',
  params,
  reply: webhook,
  refusals: ['not_found', 'order_state_conflict'],
});

export const officeListWebhookDeliveries = endpoint({
  name: 'officeListWebhookDeliveries',
  summary: 'Lists webhook events of all partners, newest first, without bodies; default state: failed',
  method: 'GET',
  path: '/api/office/v1/webhook_deliveries',
  action: 'read_partners',
  query: z.object({ state: z.optional(z.enum(DELIVERY_STATES)), q, ...pagingQuery, sort: sortQuery('created_at') }),
  reply: {
    kind: 'collection',
    type: 'webhook_deliveries',
    attributes: OfficeWebhookDeliveryAttributes,
    paged: true,
    /** Pending and failed events of all partners, counted up to a thousand. */
    meta: z.object({ waiting: z.number(), failed: z.number() }),
  },
  refusals: [],
});

export const officeReplayWebhookDelivery = endpoint({
  name: 'officeReplayWebhookDelivery',
  summary: 'Replays one event under its id; a pending one is sent at once',
  method: 'POST',
  path: '/api/office/v1/webhook_deliveries/{id}/replay',
  action: 'change_partners',
  params,
  reply: { kind: 'resource', type: 'webhook_deliveries', attributes: OfficeWebhookDeliveryAttributes, status: 202 },
  refusals: ['not_found'],
});
