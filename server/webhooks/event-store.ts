import * as z from 'zod/mini';
import sql from 'sql-template-tag';
import type { KeyMode } from '#core/partner.ts';
import type { Instant } from '#core/time.ts';
import type { WebhookTopic } from '#core/webhooks/topic.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';

const ListenerRow = z.object({ id: z.string(), topics: z.array(z.string()) });

/** Where a partner is told of his orders of this kind, paused ones too: what they miss they get when they go on. */
export const findListeners = (
  db: Queryable,
  { userId, mode }: { readonly userId: string; readonly mode: KeyMode },
): Promise<z.output<typeof ListenerRow>[]> =>
  db.many(ListenerRow, sql`select id, topics from webhook_endpoints where user_id = ${userId} and mode = ${mode} order by id`);

const SequenceRow = z.object({ next: z.number() });

/** Under the lock of its order: the numbers of an order's events have no gap. */
export const nextSequence = async (tx: Tx, orderId: string): Promise<number> =>
  (await tx.one(SequenceRow, sql`select coalesce(max(sequence), 0) + 1 as next from webhook_events where order_id = ${orderId}`)).next;

export interface NewEvent {
  readonly id: string;
  readonly userId: string;
  readonly orderId: string | null;
  readonly sequence: number;
  readonly topic: WebhookTopic;
  readonly body: string;
  readonly at: Instant;
}

/** 0: it is there already, told again by another process. */
export const insertEvent = (tx: Tx, event: NewEvent): Promise<number> =>
  tx.run(sql`
    insert into webhook_events (id, user_id, order_id, sequence, topic, body, created_at)
    values (${event.id}, ${event.userId}, ${event.orderId}, ${event.sequence}, ${event.topic}, ${event.body}, ${new Date(event.at)})
    on conflict (id) do nothing`);

export interface NewDelivery {
  readonly id: string;
  readonly endpointId: string;
  readonly event: Pick<NewEvent, 'id' | 'sequence' | 'orderId' | 'at'>;
  readonly endsAt: Instant;
}

/** One event joins the line of its order at an endpoint; what waits there goes first. */
export async function insertDelivery(tx: Tx, { id, endpointId, event, endsAt }: NewDelivery): Promise<void> {
  const at = new Date(event.at);
  const line = event.orderId ?? event.id;
  await tx.run(sql`
    insert into webhook_deliveries (id, endpoint_id, event_id, line, sequence, state, ends_at, created_at)
    values (${id}, ${endpointId}, ${event.id}, ${line}, ${event.sequence}, 'pending', ${new Date(endsAt)}, ${at})`);
  await joinLine(tx, { endpointId, line, at });
}

/** Written after what waits in it: whoever ends the line meanwhile holds its row, and this makes it anew. */
export const joinLine = (tx: Tx, { endpointId, line, at }: { endpointId: string; line: string; at: Date }): Promise<number> =>
  tx.run(sql`
    insert into webhook_lines (endpoint_id, line, next_at) values (${endpointId}, ${line}, ${at})
    on conflict (endpoint_id, line) do update set endpoint_id = excluded.endpoint_id`);

/** Forgets what happened before then, with everything that was sent of it; what still waits stays. */
export const purgeEvents = (db: Queryable, before: Instant): Promise<number> =>
  db.run(sql`
    delete from webhook_events e where created_at < ${new Date(before)}
      and not exists (select from webhook_deliveries d where d.event_id = e.id and (d.state = 'pending' or d.replayed_at > ${new Date(before)}))`);
