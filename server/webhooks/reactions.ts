import type { Order } from '#core/order/order.ts';
import { notifiesPartner, isSubscribed, topicOfMove, type WebhookTopic } from '#core/webhooks/webhook.ts';
import type { MoveDeps } from '#server/orders/deps.ts';
import type { Reaction } from '#server/orders/move/reaction.ts';
import { partnerIn } from '#server/orders/partner-orders.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { findListeners, nextSequence } from './event-store.ts';
import { type EventDeps, createEvent } from './make-event.ts';
import { hasMissed, recordMissed } from './missed-store.ts';

/** A change of an order that is sent to its partner. */
export interface OrderEvent {
  readonly order: Order;
  readonly topic: WebhookTopic;
}

/** Creates an event of a partner's order, when the partner has endpoints. */
export async function tell(deps: EventDeps, tx: Tx, { order, topic }: OrderEvent): Promise<void> {
  const partner = await partnerIn(tx, order.id);
  if (partner === undefined) return;
  const listeners = await findListeners(tx, partner);
  if (listeners.length === 0) return;
  // Numbered even when no endpoint wants this topic: an endpoint that receives all topics sees a gap when an event is missing
  const sequence = await nextSequence(tx, order.id);
  const endpointIds = listeners.filter(({ topics }) => isSubscribed(topics, topic)).map(({ id }) => id);
  await createEvent(deps, tx, { userId: partner.userId, topic, isSandbox: partner.mode === 'sandbox', order, sequence, endpointIds });
}

/** Creates an event, or records it as missed when earlier events of its order are still missing. */
async function createEventInOrder(deps: MoveDeps, tx: Tx, event: OrderEvent): Promise<void> {
  if (await hasMissed(tx, event.order.id)) await recordMissed(tx, event.order.id, event.topic);
  else await tell(deps, tx, event);
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
