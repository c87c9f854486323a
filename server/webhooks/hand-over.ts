import * as z from 'zod/mini';
import sql from 'sql-template-tag';
import { isTold, isWanted, topicOfMove, WEBHOOK_TOPICS } from '#core/webhooks/topic.ts';
import { TRIED_MS } from '#core/webhooks/delivery.ts';
import type { Deps } from '#server/deps.ts';
import type { MoveDeps, Reaction } from '#server/orders/move/reaction.ts';
import { partnerIn } from '#server/orders/partner-orders.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import { findListeners, insertDelivery, insertEvent, nextSequence } from './event-store.ts';
import { makeEvent } from './make-event.ts';
import type { OrderEvent } from './reactions.ts';

/** An event as it is handed to the courier of another database. */
export interface HandedOver {
  readonly id: string;
  readonly userId: string;
  readonly orderId: string;
  readonly sequence: number;
  readonly topic: string;
  readonly body: string;
  readonly at: number;
}

async function keep(deps: MoveDeps, tx: Tx, { order, topic }: OrderEvent): Promise<void> {
  const partner = await partnerIn(tx, order.id);
  if (partner === undefined) return;
  const sequence = await nextSequence(tx, order.id);
  await makeEvent(deps, tx, { userId: partner.userId, topic, isSandbox: true, order, sequence, endpointIds: [] });
  await tx.run(sql`
    insert into webhook_handovers (event_id) select id from webhook_events where order_id = ${order.id} and sequence = ${sequence}`);
}

/** Where partners' addresses are known to another process only (decision 0064): what they are to be told is kept until that has taken it. */
export const HAND_OVER: Reaction = {
  name: 'hand_over',
  onMoved: async (deps, tx, moved) => await keep(deps, tx, { order: moved.after, topic: topicOfMove(moved) }),
  onTouched: async (deps, tx, touched) => {
    if (isTold(touched)) await keep(deps, tx, { order: touched.after, topic: 'order.touched' });
  },
};

const AT_ONCE = 50;
/** One process hands over at a time, so that events keep their order. */
const HANDING = 7_243_993;

const LockRow = z.object({ is_mine: z.boolean() });
const KeptRow = z.object({
  seq: z.string(),
  id: z.string(),
  user_id: z.string(),
  order_id: z.string(),
  sequence: z.number(),
  topic: z.string(),
  body: z.string(),
  created_at: z.date(),
});

const handSome = (db: Db, give: (events: readonly HandedOver[]) => Promise<void>): Promise<number> =>
  db.tx(async (tx) => {
    const { is_mine: isMine } = await tx.one(LockRow, sql`select pg_try_advisory_xact_lock(${HANDING}) as is_mine`);
    if (!isMine) return 0;
    const kept = await tx.many(
      KeptRow,
      sql`
      select h.seq, e.id, e.user_id, e.order_id, e.sequence, e.topic, e.body, e.created_at
      from webhook_handovers h join webhook_events e on e.id = h.event_id order by h.seq limit ${AT_ONCE}`,
    );
    if (kept.length === 0) return 0;
    await give(
      kept.map(({ user_id: userId, order_id: orderId, created_at: at, seq: _seq, ...event }) => ({
        ...event,
        userId,
        orderId,
        at: at.getTime(),
      })),
    );
    await tx.run(sql`delete from webhook_handovers where seq = any(${kept.map(({ seq }) => seq)}::bigint[])`);
    return kept.length;
  });

/** Hands over what waits; what could not be taken, or was and is not known to be, is handed over again. */
export async function handOver(deps: Pick<Deps, 'db'>, give: (events: readonly HandedOver[]) => Promise<void>): Promise<void> {
  while ((await handSome(deps.db, give)) === AT_ONCE);
}

/** Takes events of test orders, each once: they go out from here like all others, to the sandbox addresses of their partner. */
export async function takeOver(deps: Pick<Deps, 'db' | 'random'>, events: readonly HandedOver[]): Promise<void> {
  for (const handed of events) {
    const topic = WEBHOOK_TOPICS.find((one) => one === handed.topic);
    if (topic === undefined) continue;
    await deps.db.tx(async (tx) => {
      const listeners = await findListeners(tx, { userId: handed.userId, mode: 'sandbox' });
      if (listeners.length === 0) return;
      const event = { ...handed, topic };
      if ((await insertEvent(tx, event)) === 0) return;
      for (const { id: endpointId } of listeners.filter(({ topics }) => isWanted(topics, topic)))
        await insertDelivery(tx, { id: deps.random.uuid(), endpointId, event, endsAt: event.at + TRIED_MS });
    });
  }
}
