import type { Order } from '#core/order/order.ts';
import { isTold, isWanted, topicOfMove, type WebhookTopic } from '#core/webhooks/topic.ts';
import type { Deps } from '#server/deps.ts';
import type { MoveDeps, Reaction } from '#server/orders/move/reaction.ts';
import { partnerOfOrder } from '#server/orders/partner-orders.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { findListeners, nextSequence } from './event-store.ts';
import { makeEvent } from './make-event.ts';
import { isMissing, noteMissed } from './missed-store.ts';

/** One event of an order that came by a partner's program, where he has somewhere to be told; orders of people are nobody's business. */
export async function tell(
  deps: Pick<Deps, 'catalogue' | 'rails' | 'random' | 'clock'>,
  tx: Tx,
  order: Order,
  topic: WebhookTopic,
): Promise<void> {
  const partner = await partnerOfOrder(tx, order.id);
  if (partner === undefined) return;
  const listeners = await findListeners(tx, partner);
  if (listeners.length === 0) return;
  // Counted whether anybody wants this one: who has chosen all of them sees a gap where one is missing
  const sequence = await nextSequence(tx, order.id);
  const endpointIds = listeners.filter(({ topics }) => isWanted(topics, topic)).map(({ id }) => id);
  await makeEvent(deps, tx, { userId: partner.userId, topic, isSandbox: partner.mode === 'sandbox', order, sequence, endpointIds });
}

/** What waits is told before what came after it. */
async function tellInTurn(deps: MoveDeps, tx: Tx, order: Order, topic: WebhookTopic): Promise<void> {
  if (await isMissing(tx, order.id)) await noteMissed(tx, order.id, topic);
  else await tell(deps, tx, order, topic);
}

/** Partners' servers are told of their orders. No order waits for it; what cannot be told is told later, as the order then stands. */
export const TELL_PARTNER: Reaction = {
  name: 'tell_partner',
  mayFail: true,
  onMoved: async (deps, tx, { before, after }) => await tellInTurn(deps, tx, after, topicOfMove({ before, after })),
  onTouched: async (deps, tx, { before, after }) => {
    if (isTold({ before, after })) await tellInTurn(deps, tx, after, 'order.touched');
  },
  whenFailed: async (tx, told) => {
    await noteMissed(tx, told.order.id, 'move' in told ? topicOfMove(told) : 'order.touched');
  },
};
