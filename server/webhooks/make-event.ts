import type { Order } from '#core/order/order.ts';
import { type Instant, toRfc3339 } from '#core/time.ts';
import { TRIED_MS } from '#core/webhooks/delivery.ts';
import { PING, type WebhookTopic } from '#core/webhooks/topic.ts';
import type { WebhookDocument } from '#contract/webhook-document.ts';
import type { Deps } from '#server/deps.ts';
import { findOrderPromise, type OrderPromise, type PromiseDeps, presentOrderPromise } from '#server/orders/customer/payout-promise.ts';
import { toldAttributes } from '#server/orders/customer/told-attributes.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { insertDelivery, insertEvent, type NewEvent } from './event-store.ts';

const ID_CHARS = 26;

/** An order with what its payout is promised in and by when. */
interface Told {
  readonly order: Order;
  readonly promise: OrderPromise;
}

/** What is sent: the order as a partner reads it by our API, without requisites, and which event it is of. The same bytes at every attempt. */
export function webhookBody(
  deps: Pick<Deps, 'catalogue' | 'rails'>,
  event: Pick<NewEvent, 'id' | 'topic' | 'sequence' | 'at'> & { readonly isSandbox: boolean; readonly told: Told | null },
): string {
  const { told } = event;
  const document: WebhookDocument = {
    data:
      told === null
        ? null
        : {
            type: 'orders',
            id: told.order.id,
            attributes: { ...toldAttributes(deps, told.order), ...presentOrderPromise(told.promise) },
            links: { self: `/api/v1/orders/${told.order.id}` },
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

interface Happened {
  readonly userId: string;
  readonly topic: WebhookTopic;
  readonly isSandbox: boolean;
  readonly order: Order | null;
  readonly sequence: number;
  /** Where it is told. */
  readonly endpointIds: readonly string[];
}

/** Writes an event into the outbox, for every endpoint that is told of it; it is sent after the commit. Gives the ids of the deliveries. */
export async function makeEvent(deps: EventDeps, tx: Tx, happened: Happened): Promise<string[]> {
  const { userId, topic, order, sequence, endpointIds } = happened;
  const at: Instant = deps.clock.now();
  const id = `evt_${deps.random.publicId(ID_CHARS)}`;
  const told = order && { order, promise: await findOrderPromise(deps, tx, order) };
  const body = webhookBody(deps, { ...happened, told, id, at });
  const event: NewEvent = { id, userId, orderId: order?.id ?? null, sequence, topic, body, at };
  await insertEvent(tx, event);
  const deliveries = endpointIds.map((endpointId) => ({ id: deps.random.uuid(), endpointId }));
  for (const delivery of deliveries) await insertDelivery(tx, { ...delivery, event, endsAt: at + TRIED_MS });
  return deliveries.map((delivery) => delivery.id);
}

/** A try that the owner asks for: it waits behind no order. */
export const makePing = (
  deps: EventDeps,
  tx: Tx,
  { userId, endpointId, isSandbox }: { readonly userId: string; readonly endpointId: string; readonly isSandbox: boolean },
): Promise<string[]> => makeEvent(deps, tx, { userId, topic: PING, isSandbox, order: null, sequence: 0, endpointIds: [endpointId] });
