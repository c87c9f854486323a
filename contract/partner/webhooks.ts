import * as z from 'zod/mini';
import { KEY_MODES } from '#core/partner/partner.ts';
import { DELIVERY_ERRORS } from '#core/webhooks/delivery.ts';
import { MAX_URL_CHARS, PAUSES, ORDER_TOPICS, WEBHOOK_TOPICS } from '#core/webhooks/webhook.ts';
import { endpoint } from '#contract/endpoint.ts';
import { pagingQuery, sortQuery } from '#contract/list-query.ts';

const mode = z.enum(KEY_MODES);

export const WebhookAttributes = z.object({
  url: z.string(),
  mode,
  /** Subscribed events; empty: all. */
  events: z.array(z.enum(ORDER_TOPICS)),
  /** Only in the response that creates it. */
  secret: z.optional(z.string()),
  /** Until when events are also signed with the previous secret; null: they are not. */
  former_secret_until: z.nullable(z.string()),
  paused_by: z.nullable(z.enum(PAUSES)),
  paused_at: z.nullable(z.string()),
  paused_reason: z.nullable(z.string()),
  /** Start of the current series of failures; null: the last attempt succeeded. */
  failing_since: z.nullable(z.string()),
  last_taken_at: z.nullable(z.string()),
  created_at: z.string(),
  /** Pending events, and events that failed for a day; counted up to a thousand. */
  waiting: z.number(),
  failed: z.number(),
});
export type WebhookAttributes = z.output<typeof WebhookAttributes>;

export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;

export const WebhookDeliveryAttributes = z.object({
  webhook_id: z.string(),
  url: z.string(),
  mode,
  event_id: z.string(),
  event: z.enum(WEBHOOK_TOPICS),
  /** Null: a ping. */
  order_id: z.nullable(z.string()),
  sequence: z.number(),
  state: z.enum(DELIVERY_STATES),
  /** Attempts since the last replay. */
  attempts: z.number(),
  last_at: z.nullable(z.string()),
  last_status: z.nullable(z.number()),
  last_error: z.nullable(z.enum(DELIVERY_ERRORS)),
  last_ms: z.nullable(z.number()),
  /** Time of the next attempt; null: none, or it waits for an earlier event of its order. */
  next_at: z.nullable(z.string()),
  created_at: z.string(),
  settled_at: z.nullable(z.string()),
});
export type WebhookDeliveryAttributes = z.output<typeof WebhookDeliveryAttributes>;

export const WebhookAttempt = z.object({
  number: z.number(),
  at: z.string(),
  status: z.nullable(z.number()),
  error: z.nullable(z.enum(DELIVERY_ERRORS)),
  ms: z.number(),
  /** Beginning of the response body. */
  answer: z.string(),
});

export const WebhookDeliveryDetail = z.extend(WebhookDeliveryAttributes, {
  /** Body as sent, byte for byte. */
  body: z.string(),
  /** The last fifty attempts. */
  tries: z.array(WebhookAttempt),
});
export type WebhookDeliveryDetail = z.output<typeof WebhookDeliveryDetail>;

const params = z.object({ id: z.uuid() });
const url = z.string().check(z.maxLength(MAX_URL_CHARS));
const events = z._default(z.array(z.enum(ORDER_TOPICS)).check(z.maxLength(ORDER_TOPICS.length)), []);
const webhook = { kind: 'resource', type: 'webhooks', attributes: WebhookAttributes } as const;
const delivery = { kind: 'resource', type: 'webhook_deliveries', attributes: WebhookDeliveryAttributes } as const;

export const listWebhooks = endpoint({
  name: 'listWebhooks',
  summary: "Lists the caller's webhook endpoints, without secrets",
  method: 'GET',
  path: '/api/v1/webhooks',
  action: 'read_account',
  reply: { kind: 'collection', type: 'webhooks', attributes: WebhookAttributes },
  refusals: [],
});

export const createWebhook = endpoint({
  name: 'createWebhook',
  summary: 'Creates a webhook endpoint; its signing secret is returned only once',
  method: 'POST',
  path: '/api/v1/webhooks',
  action: 'manage_keys',
  body: z.object({ url, mode, events }),
  reply: { ...webhook, status: 201 },
  refusals: ['fresh_factor_required', 'access_denied', 'required', 'invalid_format'],
});

export const changeWebhook = endpoint({
  name: 'changeWebhook',
  summary: 'Updates the address or the events of a webhook endpoint',
  method: 'PUT',
  path: '/api/v1/webhooks/{id}',
  action: 'manage_keys',
  params,
  body: z.object({ url, events }),
  reply: { ...webhook, status: 200 },
  refusals: ['fresh_factor_required', 'not_found', 'required', 'invalid_format'],
});

export const rotateWebhookSecret = endpoint({
  name: 'rotateWebhookSecret',
  summary: 'Rotates the signing secret, returned only once; for 24 hours events are signed with both',
  method: 'POST',
  path: '/api/v1/webhooks/{id}/rotate',
  action: 'manage_keys',
  params,
  reply: { ...webhook, status: 200 },
  refusals: ['fresh_factor_required', 'not_found'],
});

export const pauseWebhook = endpoint({
  name: 'pauseWebhook',
  summary: 'Pauses a webhook endpoint; events wait for a day and are stored for thirty',
  method: 'POST',
  path: '/api/v1/webhooks/{id}/pause',
  action: 'manage_keys',
  params,
  reply: { ...webhook, status: 200 },
  refusals: ['not_found'],
});

export const resumeWebhook = endpoint({
  name: 'resumeWebhook',
  summary: 'Resumes a webhook endpoint; pending events are sent at once. Paused by staff, only staff can resume it',
  method: 'POST',
  path: '/api/v1/webhooks/{id}/resume',
  action: 'manage_keys',
  params,
  reply: { ...webhook, status: 200 },
  refusals: ['not_found', 'access_denied'],
});

export const deleteWebhook = endpoint({
  name: 'deleteWebhook',
  summary: 'Deletes a webhook endpoint with its events',
  method: 'DELETE',
  path: '/api/v1/webhooks/{id}',
  action: 'manage_keys',
  params,
  reply: { kind: 'empty', status: 204 },
  refusals: ['not_found'],
});

export const pingWebhook = endpoint({
  name: 'pingWebhook',
  summary: 'Sends a signed `webhook.ping`, also to a paused endpoint; a success ends an automatic pause',
  method: 'POST',
  path: '/api/v1/webhooks/{id}/ping',
  action: 'manage_keys',
  params,
  reply: { ...delivery, status: 202 },
  refusals: ['not_found', 'access_denied'],
});

const since = z.iso.datetime();

export const replayWebhook = endpoint({
  name: 'replayWebhook',
  summary: 'Replays all events that failed since a time, at most a thousand, under their ids; pending events are sent at once',
  method: 'POST',
  path: '/api/v1/webhooks/{id}/replay',
  action: 'manage_keys',
  params,
  body: z.object({ since }),
  bodyType: 'webhooks',
  reply: { ...webhook, status: 200, meta: z.object({ replayed: z.number() }) },
  refusals: ['not_found'],
});

export const listWebhookDeliveries = endpoint({
  name: 'listWebhookDeliveries',
  summary: 'Lists webhook events, newest first; stored for thirty days',
  method: 'GET',
  path: '/api/v1/webhook_deliveries',
  action: 'read_account',
  query: z.object({
    state: z.optional(z.enum(DELIVERY_STATES)),
    webhook: z.optional(z.uuid()),
    ...pagingQuery,
    sort: sortQuery('created_at'),
  }),
  reply: { kind: 'collection', type: 'webhook_deliveries', attributes: WebhookDeliveryAttributes, paged: true },
  refusals: [],
});

export const getWebhookDelivery = endpoint({
  name: 'getWebhookDelivery',
  summary: 'Returns one event at one endpoint: its body, attempts and responses',
  method: 'GET',
  path: '/api/v1/webhook_deliveries/{id}',
  action: 'read_account',
  params,
  reply: { kind: 'resource', type: 'webhook_deliveries', attributes: WebhookDeliveryDetail, status: 200 },
  refusals: ['not_found'],
});

export const replayWebhookDelivery = endpoint({
  name: 'replayWebhookDelivery',
  summary: 'Replays one event under its id, delivered or not, for another day; a pending one is sent at once',
  method: 'POST',
  path: '/api/v1/webhook_deliveries/{id}/replay',
  action: 'manage_keys',
  params,
  reply: { ...delivery, status: 202 },
  refusals: ['not_found'],
});
