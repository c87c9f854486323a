import type { Order } from '#core/order/order.ts';
import { type Instant, toRfc3339 } from '#core/time.ts';
import { RETRY_PERIOD_MS } from '#core/webhooks/delivery.ts';
import { PING, type WebhookTopic } from '#core/webhooks/webhook.ts';
import type { WebhookDocument } from '#contract/partner/webhook-document.ts';
import type { Deps } from '#server/deps.ts';
import { findOrderPromise, type OrderPromise, type PromiseDeps, presentOrderPromise } from '#server/orders/customer/payout-promise.ts';
import { sharedAttributes } from '#server/orders/customer/shared-attributes.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { insertDelivery, insertEvent, type NewEvent } from './event-store.ts';

const ID_CHARS = 26;

/** An order and its promised payout time. */
interface OrderContent {
  readonly order: Order;
  readonly promise: OrderPromise;
}

/**
 * The body of an event: the order as the partner API presents it, without requisites, and the event's metadata. The same bytes in every
 * attempt.
 */
export function webhookBody(
  deps: Pick<Deps, 'catalogue' | 'rails'>,
  event: Pick<NewEvent, 'id' | 'topic' | 'sequence' | 'at'> & { readonly isSandbox: boolean; readonly content: OrderContent | null },
): string {
  const { content } = event;
  const document: WebhookDocument = {
    data:
      content === null
        ? null
        : {
            type: 'orders',
            id: content.order.id,
            attributes: { ...sharedAttributes(deps, content.order), ...presentOrderPromise(content.promise) },
            links: { self: `/api/v1/orders/${content.order.id}` },
          },
    meta: {
      event_id: event.id,
      event: event.topic,
      sequence: event.sequence,
      created_at: toRfc3339(event.at),
      sandbox: event.isSandbox,
    },
  };
  return JSON.stringify(document);
}

export type EventDeps = Pick<Deps, 'rails' | 'random'> & PromiseDeps;

interface EventInput {
  readonly userId: string;
  readonly topic: WebhookTopic;
  readonly isSandbox: boolean;
  readonly order: Order | null;
  readonly sequence: number;
  /** Endpoints that receive the event. */
  readonly endpointIds: readonly string[];
}

/** Writes an event into the outbox for these endpoints; it is sent after the commit. Returns the ids of the deliveries. */
export async function createEvent(deps: EventDeps, tx: Tx, input: EventInput): Promise<string[]> {
  const { userId, topic, order, sequence, endpointIds } = input;
  const at: Instant = deps.clock.now();
  const id = `evt_${deps.random.publicId(ID_CHARS)}`;
  const content = order && { order, promise: await findOrderPromise(deps, tx, order) };
  const body = webhookBody(deps, { ...input, content, id, at });
  const event: NewEvent = { id, userId, orderId: order?.id ?? null, sequence, topic, body, at };
  await insertEvent(tx, event);
  const deliveries = endpointIds.map((endpointId) => ({ id: deps.random.uuid(), endpointId }));
  for (const delivery of deliveries) await insertDelivery(tx, { ...delivery, event, endsAt: at + RETRY_PERIOD_MS });
  return deliveries.map((delivery) => delivery.id);
}

/** A test event requested by the owner; it belongs to no order and waits for no other event. */
export const createPing = (
  deps: EventDeps,
  tx: Tx,
  { userId, endpointId, isSandbox }: { readonly userId: string; readonly endpointId: string; readonly isSandbox: boolean },
): Promise<string[]> => createEvent(deps, tx, { userId, topic: PING, isSandbox, order: null, sequence: 0, endpointIds: [endpointId] });
