import { oneOf } from '#core/closed-list.ts';
import { notifiesPartner, isSubscribed, topicOfMove, WEBHOOK_TOPICS } from '#core/webhooks/webhook.ts';
import { RETRY_PERIOD_MS } from '#core/webhooks/delivery.ts';
import type { Deps } from '#server/deps.ts';
import type { MoveDeps } from '#server/orders/deps.ts';
import type { Reaction } from '#server/orders/move/reaction.ts';
import { partnerIn } from '#server/orders/partner-orders.ts';
import { col, type Db, rowType, sql, type Tx } from '#server/platform/db/db.ts';
import { createEvent, findListeners, insertDelivery, insertEvent, nextSequence } from './make-event.ts';
import type { OrderEvent } from './reactions.ts';

/** An event as sent to the process with the other database. */
export interface HandoverEvent {
  readonly id: string;
  readonly userId: string;
  readonly orderId: string;
  readonly sequence: number;
  readonly topic: string;
  readonly body: string;
  readonly at: number;
}

async function storeForHandover(deps: MoveDeps, tx: Tx, { order, topic }: OrderEvent): Promise<void> {
  const partner = await partnerIn(tx, order.id);
  if (partner === undefined) return;
  const sequence = await nextSequence(tx, order.id);
  await createEvent(deps, tx, { userId: partner.userId, topic, isSandbox: true, order, sequence, endpointIds: [] });
  await tx.run(sql`
    insert into webhook_handovers (event_id) select id from webhook_events where order_id = ${order.id} and sequence = ${sequence}`);
}

/**
 * Stores events of the sandbox process until the main process has taken them. The sandbox process does not know partners' endpoints
 * (decision 0064).
 */
export const HAND_OVER: Reaction = {
  name: 'hand_over',
  phase: 'advance',
  onMoved: async (deps, tx, moved) => await storeForHandover(deps, tx, { order: moved.after, topic: topicOfMove(moved) }),
  onTouched: async (deps, tx, touched) => {
    if (notifiesPartner(touched)) await storeForHandover(deps, tx, { order: touched.after, topic: 'order.touched' });
  },
};

const BATCH_SIZE = 50;
/** Only one process hands over at a time, so that events keep their order. */
const HANDOVER_LOCK = 7_243_993;

const LockRow = rowType({ has_lock: col.bool });
const StoredEventRow = rowType({
  seq: col.text,
  id: col.text,
  user_id: col.text,
  order_id: col.text,
  sequence: col.number,
  topic: col.text,
  body: col.text,
  created_at: col.timestamp,
});

const handOverBatch = (db: Db, send: (events: readonly HandoverEvent[]) => Promise<void>): Promise<number> =>
  db.tx(async (tx) => {
    const { has_lock: hasLock } = await tx.one(LockRow, sql`select pg_try_advisory_xact_lock(${HANDOVER_LOCK}) as has_lock`);
    if (!hasLock) return 0;
    const stored = await tx.many(
      StoredEventRow,
      sql`
      select h.seq, e.id, e.user_id, e.order_id, e.sequence, e.topic, e.body, e.created_at
      from webhook_handovers h join webhook_events e on e.id = h.event_id order by h.seq limit ${BATCH_SIZE}`,
    );
    if (stored.length === 0) return 0;
    await send(
      stored.map(({ user_id: userId, order_id: orderId, created_at: at, seq: _seq, ...event }) => ({
        ...event,
        userId,
        orderId,
        at: at.getTime(),
      })),
    );
    await tx.run(sql`delete from webhook_handovers where seq = any(${stored.map(({ seq }) => seq)}::bigint[])`);
    return stored.length;
  });

/** Hands over stored events; a batch whose success is unknown is sent again. */
export async function handOver(deps: Pick<Deps, 'db'>, send: (events: readonly HandoverEvent[]) => Promise<void>): Promise<void> {
  while ((await handOverBatch(deps.db, send)) === BATCH_SIZE);
}

/** Stores sandbox events, each once, for delivery to the partner's sandbox endpoints. */
export async function acceptHandover(deps: Pick<Deps, 'db' | 'random'>, events: readonly HandoverEvent[]): Promise<void> {
  for (const handover of events) {
    const topic = oneOf(WEBHOOK_TOPICS, handover.topic);
    if (topic === undefined) continue;
    await deps.db.tx(async (tx) => {
      const listeners = await findListeners(tx, { userId: handover.userId, mode: 'sandbox' });
      if (listeners.length === 0) return;
      const event = { ...handover, topic };
      if ((await insertEvent(tx, event)) === 0) return;
      for (const { id: endpointId } of listeners.filter(({ topics }) => isSubscribed(topics, topic)))
        await insertDelivery(tx, { id: deps.random.uuid(), endpointId, event, endsAt: event.at + RETRY_PERIOD_MS });
    });
  }
}
