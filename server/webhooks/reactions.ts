import type { Order } from '#core/order/order.ts';
import { isSubscribed, notifiesPartner, topicOfMove, WEBHOOK_TOPICS, type WebhookTopic } from '#core/webhooks/webhook.ts';
import type { Deps } from '#server/deps.ts';
import type { MoveDeps } from '#server/orders/deps.ts';
import type { Reaction } from '#server/orders/move/reaction.ts';
import { partnerIn } from '#server/orders/partner-orders.ts';
import { lockOrder } from '#server/orders/queries.ts';
import { AnyRow, col, type Queryable, rowType, sql, type Tx } from '#server/platform/db/db.ts';
import { logFailure } from '#server/platform/db/unavailable.ts';
import { createEvent, type EventDeps, findListeners, nextSequence } from './make-event.ts';

/** Records an event that could not be created. It only stores order and topic, so that it cannot fail in the same way. */
const recordMissed = (tx: Tx, orderId: string, topic: WebhookTopic): Promise<number> =>
  tx.run(sql`insert into webhook_missed (order_id, topic) values (${orderId}, ${topic})`);

/** Whether events of an order wait to be created. */
const hasMissed = async (db: Queryable, orderId: string): Promise<boolean> =>
  (await db.maybe(AnyRow, sql`select 1 as found from webhook_missed where order_id = ${orderId} limit 1`)) !== undefined;

const OrderRow = rowType({ order_id: col.text });

/** Orders with missed events, longest waiting first. */
const listOrdersWithMissed = async (db: Queryable, limit: number): Promise<readonly string[]> =>
  (await db.many(OrderRow, sql`select order_id from webhook_missed group by order_id order by min(seq) limit ${limit}`)).map(
    (row) => row.order_id,
  );

const MissedRow = rowType({ topic: col.oneOf(WEBHOOK_TOPICS as [WebhookTopic, ...WebhookTopic[]]) });

/** Deletes and returns the missed topics of an order in the order of their occurrence; requires the order's lock. */
const takeMissed = async (tx: Tx, orderId: string): Promise<readonly WebhookTopic[]> =>
  (
    await tx.many(
      MissedRow,
      sql`
      with taken as (delete from webhook_missed where order_id = ${orderId} returning seq, topic) select topic from taken order by seq`,
    )
  ).map((row) => row.topic);

/** A change of an order that is sent to its partner. */
export interface OrderEvent {
  readonly order: Order;
  readonly topic: WebhookTopic;
}

/** Creates an event of a partner's order if the partner has endpoints. */
async function createPartnerEvent(deps: EventDeps, tx: Tx, { order, topic }: OrderEvent): Promise<void> {
  const partner = await partnerIn(tx, order.id);
  if (partner === undefined) return;
  const listeners = await findListeners(tx, partner);
  if (listeners.length === 0) return;
  // The number is used even if no endpoint wants this topic, so that an endpoint for all topics sees a gap when an event is missing
  const sequence = await nextSequence(tx, order.id);
  const endpointIds = listeners.filter(({ topics }) => isSubscribed(topics, topic)).map(({ id }) => id);
  await createEvent(deps, tx, { userId: partner.userId, topic, isSandbox: partner.mode === 'sandbox', order, sequence, endpointIds });
}

/** Creates an event, or records it as missed when earlier events of its order are still missing. */
async function createEventInOrder(deps: MoveDeps, tx: Tx, event: OrderEvent): Promise<void> {
  if (await hasMissed(tx, event.order.id)) await recordMissed(tx, event.order.id, event.topic);
  else await createPartnerEvent(deps, tx, event);
}

/**
 * Sends order changes to partners' endpoints. A failure does not affect the order: the event is created later, with the order's state at
 * that time.
 */
export const TELL_PARTNER: Reaction = {
  name: 'tell_partner',
  phase: 'publish',
  mayFail: true,
  appliesTo: async (tx, { order }) => (await partnerIn(tx, order.id)) !== undefined,
  onMoved: async (deps, tx, moved) => await createEventInOrder(deps, tx, { order: moved.after, topic: topicOfMove(moved) }),
  onTouched: async (deps, tx, touched) => {
    if (notifiesPartner(touched)) await createEventInOrder(deps, tx, { order: touched.after, topic: 'order.touched' });
  },
  onFailure: async (tx, change) => {
    await recordMissed(tx, change.order.id, 'move' in change ? topicOfMove(change) : 'order.touched');
  },
};

const MAX_ORDERS = 100;

/** Creates events that failed when they occurred, each order in its own transaction; those that fail again wait. */
export async function createMissedEvents(deps: Pick<Deps, 'db' | 'log'> & EventDeps): Promise<void> {
  for (const id of await listOrdersWithMissed(deps.db, MAX_ORDERS)) {
    try {
      await deps.db.tx(async (tx) => {
        const order = await lockOrder(tx, id);
        if (order === undefined) return;
        for (const topic of await takeMissed(tx, id)) await createPartnerEvent(deps, tx, { order, topic });
      });
    } catch (error) {
      logFailure(deps.log, { error, order_id: id }, 'webhook_not_told');
    }
  }
}
