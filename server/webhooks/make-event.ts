import type { WebhookDocument } from '#contract/partner/webhook-document.ts';
import type { Order } from '#core/order/order.ts';
import type { KeyMode } from '#core/partner/partner.ts';
import { type Instant, toRfc3339 } from '#core/time.ts';
import { RETRY_PERIOD_MS } from '#core/webhooks/delivery.ts';
import { PING, type WebhookTopic } from '#core/webhooks/webhook.ts';
import type { Deps } from '#server/deps.ts';
import { findOrderPromise, type OrderPromise, presentOrderPromise, type PromiseDeps } from '#server/orders/customer/payout-promise.ts';
import { sharedAttributes } from '#server/orders/customer/shared-attributes.ts';
import { col, type Queryable, type RowOf, rowType, sql, type Tx } from '#server/platform/db/db.ts';

const ListenerRow = rowType({ id: col.text, topics: col.arrayOf(col.text) });

/** Endpoints of a partner for this mode, paused ones too: they get missed events after they are resumed. */
export const findListeners = (
  db: Queryable,
  { userId, mode }: { readonly userId: string; readonly mode: KeyMode },
): Promise<RowOf<typeof ListenerRow>[]> =>
  db.many(ListenerRow, sql`select id, topics from webhook_endpoints where user_id = ${userId} and mode = ${mode} order by id`);

const SequenceRow = rowType({ next: col.number });

/** Requires the lock of the order: the sequence numbers of its events have no gaps. */
export const nextSequence = async (tx: Tx, orderId: string): Promise<number> =>
  (await tx.one(SequenceRow, sql`select coalesce(max(sequence), 0) + 1 as next from webhook_events where order_id = ${orderId}`)).next;

interface NewEvent {
  readonly id: string;
  readonly userId: string;
  readonly orderId: string | null;
  readonly sequence: number;
  readonly topic: WebhookTopic;
  readonly body: string;
  readonly at: Instant;
}

/** Returns 0 if the event exists already, because another process sent it again. */
export const insertEvent = (tx: Tx, event: NewEvent): Promise<number> =>
  tx.run(sql`
    insert into webhook_events (id, user_id, order_id, sequence, topic, body, created_at)
    values (${event.id}, ${event.userId}, ${event.orderId}, ${event.sequence}, ${event.topic}, ${event.body}, ${new Date(event.at)})
    on conflict (id) do nothing`);

/** Hint that events wait to be sent. */
export const WEBHOOKS_QUEUED = 'webhooks_queued';

interface NewDelivery {
  readonly id: string;
  readonly endpointId: string;
  readonly event: Pick<NewEvent, 'id' | 'sequence' | 'orderId' | 'at'>;
  readonly endsAt: Instant;
}

/** Adds an event to the queue of its order at an endpoint, behind earlier ones. */
export async function insertDelivery(tx: Tx, { id, endpointId, event, endsAt }: NewDelivery): Promise<void> {
  const at = new Date(event.at);
  const queueKey = event.orderId ?? event.id;
  await tx.run(sql`
    insert into webhook_deliveries (id, endpoint_id, event_id, line, sequence, state, ends_at, created_at)
    values (${id}, ${endpointId}, ${event.id}, ${queueKey}, ${event.sequence}, 'pending', ${new Date(endsAt)}, ${at})`);
  await ensureQueue(tx, { endpointId, line: queueKey, at });
}

/** Must run after the delivery is inserted: a sender that ends the queue at this moment holds its row lock, and this recreates the row. */
export const ensureQueue = (tx: Tx, { endpointId, line, at }: { endpointId: string; line: string; at: Date }): Promise<number> =>
  tx.run(sql`
    insert into webhook_lines (endpoint_id, line, next_at) values (${endpointId}, ${line}, ${at})
    on conflict (endpoint_id, line) do update set endpoint_id = excluded.endpoint_id`);

/** Deletes events before a time with their deliveries, except waiting ones. */
export const purgeEvents = (db: Queryable, before: Instant): Promise<number> =>
  db.run(sql`
    delete from webhook_events e where created_at < ${new Date(before)}
      and not exists (select from webhook_deliveries d
      where d.event_id = e.id and (d.state = 'pending' or d.replayed_at > ${new Date(before)}))`);

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

export type EventDeps = Pick<Deps, 'rails' | 'random' | 'live'> & PromiseDeps;

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
  if (deliveries.length > 0) deps.live.hint(tx, WEBHOOKS_QUEUED, '');
  return deliveries.map((delivery) => delivery.id);
}

/** A test event requested by the owner; it belongs to no order and waits for no other event. */
export const createPing = (
  deps: EventDeps,
  tx: Tx,
  { userId, endpointId, isSandbox }: { readonly userId: string; readonly endpointId: string; readonly isSandbox: boolean },
): Promise<string[]> => createEvent(deps, tx, { userId, topic: PING, isSandbox, order: null, sequence: 0, endpointIds: [endpointId] });
