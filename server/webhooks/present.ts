import type { Resource } from '#contract/document.ts';
import type { WebhookAttributes, WebhookDeliveryAttributes, WebhookDeliveryDetail } from '#contract/partner/webhooks.ts';
import { ORDER_TOPICS } from '#core/webhooks/webhook.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { type DeliveryRow, findBody, listAttempts, type DeliveryCounts } from './delivery-store.ts';
import type { EndpointRow } from './endpoint-store.ts';

const timeOf = (at: Date | null): string | null => at?.toISOString() ?? null;

/** An endpoint for its owner; the secret only right after it was created. */
export const presentWebhook = (
  row: EndpointRow,
  { waiting, failed }: DeliveryCounts = { waiting: 0, failed: 0 },
  secret?: string,
): Resource<WebhookAttributes> => ({
  type: 'webhooks',
  id: row.id,
  attributes: {
    url: row.url,
    mode: row.mode,
    events: ORDER_TOPICS.filter((topic) => row.topics.includes(topic)),
    ...(secret === undefined ? {} : { secret }),
    former_secret_until: timeOf(row.former_until),
    paused_by: row.paused_by,
    paused_at: timeOf(row.paused_at),
    paused_reason: row.paused_reason,
    failing_since: timeOf(row.failing_since),
    last_taken_at: timeOf(row.last_taken_at),
    created_at: row.created_at.toISOString(),
    waiting,
    failed,
  },
  links: { self: `/api/v1/webhooks/${row.id}` },
});

export const deliveryAttributes = (row: DeliveryRow): WebhookDeliveryAttributes => ({
  webhook_id: row.endpoint_id,
  url: row.url,
  mode: row.mode,
  event_id: row.event_id,
  event: row.topic,
  order_id: row.order_id,
  sequence: row.sequence,
  state: row.state,
  attempts: row.attempts,
  last_at: timeOf(row.last_at),
  last_status: row.last_status,
  last_error: row.last_error,
  last_ms: row.last_ms,
  next_at: timeOf(row.next_at),
  created_at: row.created_at.toISOString(),
  settled_at: timeOf(row.settled_at),
});

export const presentDelivery = (row: DeliveryRow): Resource<WebhookDeliveryAttributes> => ({
  type: 'webhook_deliveries',
  id: row.id,
  attributes: deliveryAttributes(row),
});

/** A delivery with its body and all responses. */
export async function deliveryDetail(db: Queryable, row: DeliveryRow): Promise<WebhookDeliveryDetail> {
  const [body, tries] = [await findBody(db, row.event_id), await listAttempts(db, row.id)];
  return { ...deliveryAttributes(row), body, tries: tries.map(({ at, ...attempt }) => ({ ...attempt, at: at.toISOString() })) };
}
