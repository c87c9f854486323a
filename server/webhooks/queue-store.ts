import type { Instant } from '#core/time.ts';
import type { DeliveryError } from '#core/webhooks/delivery.ts';
import { PING } from '#core/webhooks/webhook.ts';
import { AnyRow, col, type Queryable, type RowOf, rowType, sql, type Sql, type Tx } from '#server/platform/db/db.ts';

/** A queue of an order's events that this process sends from until `until`, which also identifies the claim. */
export interface ClaimedQueue {
  readonly endpointId: string;
  readonly line: string;
  readonly until: Instant;
}

/**
 * Condition that an event may be sent. An active endpoint gets all events, a paused one only the owner's pings, and one paused by the
 * office none.
 */
const isSendable = (eventId: Sql): Sql => sql`(e.paused_by is null
  or (e.paused_by <> 'office' and exists (select from webhook_events c where c.id = ${eventId} and c.topic = ${PING})))`;

const ClaimedRow = rowType({ endpoint_id: col.text, line: col.text });

export interface Claim {
  readonly now: Instant;
  readonly until: Instant;
  readonly limit: number;
  /** Queues of one endpoint at a time; a failing endpoint has a single one. */
  readonly perEndpoint: number;
}

/**
 * Claims queues whose first event is due and that no process sends from. No endpoint exceeds its share, however many orders wait and
 * however slow it is.
 */
export async function claimQueues(db: Queryable, { now, until, limit, perEndpoint }: Claim): Promise<ClaimedQueue[]> {
  const at = new Date(now);
  const rows = await db.many(
    ClaimedRow,
    sql`
    with busy as (select endpoint_id, count(*) as claimed from webhook_lines where claimed_until > ${at} group by endpoint_id),
    due as (
      select l.endpoint_id, l.line, l.next_at,
        row_number() over (partition by l.endpoint_id order by l.next_at, l.line) + coalesce(b.claimed, 0) as place,
        case when e.failing_since is null then ${perEndpoint}::int else 1 end as share
      from webhook_lines l join webhook_endpoints e on e.id = l.endpoint_id and ${isSendable(sql`l.line`)}
        left join busy b on b.endpoint_id = l.endpoint_id
      where l.next_at <= ${at} and l.claimed_until <= ${at}
    ),
    taken as (select endpoint_id, line from due where place <= share order by next_at limit ${limit})
    update webhook_lines l set claimed_until = ${new Date(until)} from taken t
    where l.endpoint_id = t.endpoint_id and l.line = t.line and l.claimed_until <= ${at} and l.next_at <= ${at}
    returning l.endpoint_id, l.line`,
  );
  return rows.map((row) => ({ endpointId: row.endpoint_id, line: row.line, until }));
}

const isOwnClaim = ({ endpointId, line, until }: ClaimedQueue) =>
  sql`endpoint_id = ${endpointId} and line = ${line} and claimed_until = ${new Date(until)}`;

/** Locks the claim until the transaction ends. False if it has expired; another process may have taken it. */
export const lockClaim = async (tx: Tx, claimed: ClaimedQueue): Promise<boolean> =>
  (await tx.maybe(AnyRow, sql`select 1 as held from webhook_lines where ${isOwnClaim(claimed)} for update`)) !== undefined;

export const releaseClaim = (db: Queryable, claimed: ClaimedQueue): Promise<number> =>
  db.run(sql`update webhook_lines set claimed_until = 'epoch' where ${isOwnClaim(claimed)}`);

const PendingEventRow = rowType({
  id: col.text,
  event_id: col.text,
  attempts: col.number,
  ends_at: col.timestamp,
  topic: col.text,
  body: col.text,
  url: col.text,
  secret_sealed: col.bytes,
  former_secret_sealed: col.nullable(col.bytes),
});
export type PendingEvent = RowOf<typeof PendingEventRow>;

/** The first waiting event of a queue with what is needed to send it; undefined if none waits or the endpoint is paused. */
export const findNextEvent = (db: Queryable, { endpointId, line }: ClaimedQueue, now: Instant): Promise<PendingEvent | undefined> =>
  db.maybe(
    PendingEventRow,
    sql`
    select d.id, d.event_id, d.attempts, d.ends_at, v.topic, v.body, e.url, e.secret_sealed,
      case when e.former_until > ${new Date(now)} then e.former_secret_sealed end as former_secret_sealed
    from webhook_deliveries d join webhook_events v on v.id = d.event_id join webhook_endpoints e on e.id = d.endpoint_id
    where d.endpoint_id = ${endpointId} and d.line = ${line} and d.state = 'pending' and ${isSendable(sql`v.id`)}
    order by d.sequence, d.id limit 1`,
  );

export interface Attempt {
  readonly deliveryId: string;
  readonly at: Instant;
  readonly ms: number;
  readonly status: number | null;
  readonly error: DeliveryError | null;
  /** The beginning of the response. */
  readonly answer: string;
  /** State of the delivery after this attempt. */
  readonly state: 'pending' | 'delivered' | 'failed';
  readonly settledAt: Instant | null;
}

/** Stores an attempt and the new state of its delivery. */
export const recordAttempt = (tx: Tx, attempt: Attempt): Promise<number> =>
  tx.run(sql`
    with attempt as (
      insert into webhook_attempts (delivery_id, number, at, status, error, ms, answer)
      select ${attempt.deliveryId}, coalesce(max(number), 0) + 1, ${new Date(attempt.at)}, ${attempt.status}::int, ${attempt.error}::text,
        ${attempt.ms}::int, ${attempt.answer}::text
      from webhook_attempts where delivery_id = ${attempt.deliveryId}
    )
    update webhook_deliveries set state = ${attempt.state}, attempts = attempts + 1, last_at = ${new Date(attempt.at)},
      last_status = ${attempt.status},
      last_error = ${attempt.error}, last_ms = ${attempt.ms},
        settled_at = ${attempt.settledAt === null ? null : new Date(attempt.settledAt)}
    where id = ${attempt.deliveryId}`);

/** Makes waiting events of an endpoint, or of one queue, due now. A queue that is being sent is left to its sender. */
export const makeDue = (tx: Tx, endpointId: string, now: Instant, line?: string): Promise<number> =>
  tx.run(sql`
    update webhook_lines set next_at = ${new Date(now)} where (endpoint_id, line) in (
      select endpoint_id, line from webhook_lines where endpoint_id = ${endpointId} and next_at > ${new Date(now)}
        and ${line === undefined ? sql`true` : sql`line = ${line}`} for update skip locked)`);

/** Releases the queue until `nextAt`. */
export const postpone = (tx: Tx, { endpointId, line }: ClaimedQueue, nextAt: Instant): Promise<number> =>
  tx.run(sql`
    update webhook_lines set next_at = ${new Date(nextAt)}, claimed_until = 'epoch' where endpoint_id = ${endpointId} and line = ${line}`);

/** Extends the claim for the next event, or deletes an empty queue and returns false. */
export async function advance(tx: Tx, { endpointId, line }: ClaimedQueue, until: Instant): Promise<boolean> {
  const extended = await tx.run(sql`
    update webhook_lines set claimed_until = ${new Date(until)} where endpoint_id = ${endpointId} and line = ${line}
      and exists (select from webhook_deliveries d where d.endpoint_id = ${endpointId} and d.line = ${line} and d.state = 'pending')`);
  if (extended > 0) return true;
  await tx.run(sql`delete from webhook_lines where endpoint_id = ${endpointId} and line = ${line}`);
  return false;
}

/**
 * Marks events as failed that could not be sent within their day, because their endpoint was paused or no process was running. They stay
 * until replayed.
 */
export const failOverdue = (db: Queryable, now: Instant): Promise<number> =>
  db.run(sql`
    update webhook_deliveries set state = 'failed', settled_at = ${new Date(now)} where id in (
      select d.id from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id
      where d.state = 'pending' and d.ends_at < ${new Date(now)} and (e.paused_by is not null or d.ends_at < ${new Date(now - 60_000)})
      limit 1000)`);
