import * as z from 'zod/mini';
import type { Instant } from '#core/time.ts';
import { col, extendRow, type Queryable, type RowOf, rowType, sql, type Tx } from '#server/platform/db/db.ts';
import type { Faults } from './books.ts';

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

export const Delivery = extendRow(ProviderEvent, {
  id: col.text,
  attempts: col.number,
});
export type Delivery = RowOf<typeof Delivery>;

/** Claims due callbacks: each is leased until `leaseUntil`, so that a second process skips it. */
export const takeDueDeliveries = (
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

export async function markDelivered(db: Queryable, id: string, now: Instant): Promise<void> {
  await db.run(sql`update sandbox.deliveries set due_at = null, delivered_at = ${new Date(now)} where id = ${id}::bigint`);
}

/** Schedules the next attempt; null: no more attempts. */
export async function postponeDelivery(db: Queryable, id: string, dueAt: Instant | null): Promise<void> {
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
