import type { Order } from '#core/order/order.ts';
import { isTold, isWanted, topicOfMove, type WebhookTopic } from '#core/webhooks/topic.ts';
import type { MoveDeps, Reaction } from '#server/orders/move/reaction.ts';
import { partnerIn } from '#server/orders/partner-orders.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { findListeners, nextSequence } from './event-store.ts';
import { type EventDeps, makeEvent } from './make-event.ts';
import { isMissing, noteMissed } from './missed-store.ts';

/** One change of an order. */
export interface OrderEvent {
  readonly order: Order;
  readonly topic: WebhookTopic;
}

/** One event of an order that a partner's program made, where the partner has an endpoint. */
export async function tell(deps: EventDeps, tx: Tx, { order, topic }: OrderEvent): Promise<void> {
  const partner = await partnerIn(tx, order.id);
  if (partner === undefined) return;
  const listeners = await findListeners(tx, partner);
  if (listeners.length === 0) return;
  // Counted whether anybody wants this one: who has chosen all of them sees a gap where one is missing
  const sequence = await nextSequence(tx, order.id);
  const endpointIds = listeners.filter(({ topics }) => isWanted(topics, topic)).map(({ id }) => id);
  await makeEvent(deps, tx, { userId: partner.userId, topic, isSandbox: partner.mode === 'sandbox', order, sequence, endpointIds });
}

/** An event waits behind those of its order that wait already. */
async function tellInTurn(deps: MoveDeps, tx: Tx, event: OrderEvent): Promise<void> {
  if (await isMissing(tx, event.order.id)) await noteMissed(tx, event.order.id, event.topic);
  else await tell(deps, tx, event);
}

/** Partners' servers are told of their orders. No order waits for it; what cannot be told is told later, as the order then stands. */
export const TELL_PARTNER: Reaction = {
  name: 'tell_partner',
  mayFail: true,
  concerns: async (tx, { order }) => (await partnerIn(tx, order.id)) !== undefined,
  onMoved: async (deps, tx, moved) => await tellInTurn(deps, tx, { order: moved.after, topic: topicOfMove(moved) }),
  onTouched: async (deps, tx, touched) => {
    if (isTold(touched)) await tellInTurn(deps, tx, { order: touched.after, topic: 'order.touched' });
  },
  whenFailed: async (tx, told) => {
    await noteMissed(tx, told.order.id, 'move' in told ? topicOfMove(told) : 'order.touched');
  },
};
