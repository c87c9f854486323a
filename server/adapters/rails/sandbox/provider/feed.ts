import * as z from 'zod/mini';
import { type Instant, MINUTE_MS, SECOND_MS, toRfc3339 } from '#core/time.ts';
import { SIGNATURE_HEADER, signContent } from '#server/adapters/rails/sandbox/signature.ts';
import { col, extendRow, type Queryable, type RowOf, rowType, sql, type Tx } from '#server/platform/db/db.ts';
import { callOutside } from '#server/platform/outbound.ts';
import type { Faults } from './books.ts';
import type { ProviderContext } from './context.ts';

/** One change, as callbacks and the change feed present it. */
export const ProviderEvent = rowType({
  seq: col.text,
  type: col.oneOf(['payment.changed', 'payout.executed']),
  at: col.timestamp,
  data: col.json(z.record(z.string(), z.unknown())),
});
export type ProviderEvent = RowOf<typeof ProviderEvent>;

/** Serialises writers of the feed: numbers appear in commit order, so that a reader's cursor never skips one. */
const FEED_LOCK = 0x73616e64;

export interface NewEvent {
  readonly type: ProviderEvent['type'];
  readonly data: Readonly<Record<string, unknown>>;
  /** Number of later changes of the same payment; with `reorder` the earliest is delivered last. */
  readonly stepsLeft: number;
}

const RecordEventRow = rowType({
  seq: col.text,
});

/** Appends an event to the feed and schedules its callbacks as the active faults determine. */
export async function recordEvent(
  tx: Tx,
  event: NewEvent,
  delivery: { readonly faults: Faults; readonly now: Instant; readonly reorderMs: number },
): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(${FEED_LOCK})`);
  const { seq } = await tx.one(
    RecordEventRow,
    sql`
    insert into sandbox.events (type, at, data) values (${event.type}, ${new Date(delivery.now)}, ${JSON.stringify(event.data)}::jsonb)
      returning seq`,
  );
  for (const delayMs of DELAYS[delivery.faults.callbacks](event.stepsLeft, delivery.reorderMs)) {
    await tx.run(sql`insert into sandbox.deliveries (event_seq, due_at) values (${seq}, ${new Date(delivery.now + delayMs)})`);
  }
}

/** Delays of the callbacks of one event, one per delivery. */
const DELAYS: Readonly<Record<Faults['callbacks'], (stepsLeft: number, reorderMs: number) => readonly number[]>> = {
  ok: () => [0],
  drop: () => [],
  duplicate: () => [0, 0],
  reorder: (stepsLeft, reorderMs) => [stepsLeft * reorderMs],
};

/** The feed after a cursor, oldest first. */
export const readFeed = (db: Queryable, afterSeq: string, limit: number): Promise<ProviderEvent[]> =>
  db.many(ProviderEvent, sql`select seq, type, at, data from sandbox.events where seq > ${afterSeq}::bigint order by seq limit ${limit}`);

const Delivery = extendRow(ProviderEvent, {
  id: col.text,
  attempts: col.number,
});
export type Delivery = RowOf<typeof Delivery>;

/** Claims due callbacks: each is leased until `leaseUntil`, so that a second process skips it. */
const takeDueDeliveries = (
  db: Queryable,
  lease: { readonly now: Instant; readonly leaseUntil: Instant; readonly limit: number },
): Promise<Delivery[]> =>
  db.many(
    Delivery,
    sql`
    with due as (
      select id from sandbox.deliveries where due_at <= ${new Date(lease.now)} order by due_at, id limit ${lease.limit}
        for update skip locked
    ), taken as (
      update sandbox.deliveries d set due_at = ${new Date(lease.leaseUntil)}, attempts = attempts + 1 from due where d.id = due.id
      returning d.id, d.attempts, d.event_seq
    )
    select taken.id, taken.attempts, e.seq, e.type, e.at, e.data from taken join sandbox.events e on e.seq = taken.event_seq
      order by e.seq, taken.id`,
  );

async function markDelivered(db: Queryable, id: string, now: Instant): Promise<void> {
  await db.run(sql`update sandbox.deliveries set due_at = null, delivered_at = ${new Date(now)} where id = ${id}::bigint`);
}

/** Schedules the next attempt; null: no more attempts. */
async function postponeDelivery(db: Queryable, id: string, dueAt: Instant | null): Promise<void> {
  await db.run(sql`update sandbox.deliveries set due_at = ${dueAt === null ? null : new Date(dueAt)} where id = ${id}::bigint`);
}

const NextDeliveryRow = rowType({
  due: col.nullable(col.timestamp),
});

/** When the next callback is due; undefined if none is scheduled. */
export async function nextDeliveryAt(db: Queryable): Promise<Instant | undefined> {
  const { due } = await db.one(NextDeliveryRow, sql`select min(due_at) as due from sandbox.deliveries where due_at is not null`);
  return due?.getTime();
}

const BATCH = 64;
const PARALLEL = 8;
const DEADLINE_MS = 5 * SECOND_MS;
/** Longer than a batch can take, so that no second process sends the same callbacks. */
const LEASE_MS = MINUTE_MS;
const MAX_PAUSE_MS = MINUTE_MS;
/** After this many attempts the receiver has to read the feed. */
const MAX_ATTEMPTS = 20;

/** Sends due callbacks: in order within one exchange order, several orders in parallel. Returns how many were tried. */
export async function deliverCallbacks(context: ProviderContext): Promise<number> {
  const now = context.clock.now();
  const deliveries = await takeDueDeliveries(context.db, { now, leaseUntil: now + LEASE_MS, limit: BATCH });
  const queues = [...Map.groupBy(deliveries, (delivery) => String(delivery.data['order_id'])).values()];
  const work = async () => {
    for (let queue = queues.shift(); queue !== undefined; queue = queues.shift()) {
      for (const delivery of queue) await deliver(context, delivery);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  return deliveries.length;
}

async function deliver(context: ProviderContext, delivery: Delivery): Promise<void> {
  if (await send(context, delivery)) return markDelivered(context.db, delivery.id, context.clock.now());
  const pauseMs = Math.min(MAX_PAUSE_MS, context.timing.retryMs * 2 ** (delivery.attempts - 1));
  await postponeDelivery(context.db, delivery.id, delivery.attempts >= MAX_ATTEMPTS ? null : context.clock.now() + pauseMs);
}

/** Sends one callback; true if the receiver accepted it with any 2xx. */
async function send(context: ProviderContext, delivery: Delivery): Promise<boolean> {
  const body = JSON.stringify(presentEvent(delivery));
  try {
    const response = await callOutside({
      url: context.callbackUrl(),
      method: 'POST',
      headers: { 'content-type': 'application/json', [SIGNATURE_HEADER]: signContent(context.keys.callback, body, context.clock.now()) },
      body,
      deadlineMs: DEADLINE_MS,
    });
    return response.status >= 200 && response.status < 300;
  } catch (error) {
    context.log.warn({ error, event_seq: delivery.seq }, 'sandbox.callback_not_taken');
    return false;
  }
}

/** An event as callbacks and the change feed present it. */
export const presentEvent = (event: ProviderEvent): Record<string, unknown> => ({
  seq: event.seq,
  type: event.type,
  at: toRfc3339(event.at.getTime()),
  data: event.data,
});
