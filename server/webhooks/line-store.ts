import * as z from 'zod/mini';
import sql, { type Sql } from 'sql-template-tag';
import type { Instant } from '#core/time.ts';
import type { DeliveryError } from '#core/webhooks/delivery.ts';
import { PING } from '#core/webhooks/topic.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { AnyRow } from '#server/platform/db/row.ts';

/** A line that this process sends from, until its claim ends; the time of the claim says whose it is. */
export interface Claimed {
  readonly endpointId: string;
  readonly line: string;
  readonly until: Instant;
}

/**
 * Whether events are sent: an endpoint that is not paused gets all of them, a paused one only the owner's checks, one paused by the
 * office none.
 */
const isSent = (eventId: Sql): Sql => sql`(e.paused_by is null
  or (e.paused_by <> 'office' and exists (select from webhook_events c where c.id = ${eventId} and c.topic = ${PING})))`;

const ClaimedRow = z.object({ endpoint_id: z.string(), line: z.string() });

export interface Claim {
  readonly now: Instant;
  readonly until: Instant;
  readonly limit: number;
  /** Lines of one endpoint at a time; one that takes nothing has a single one. */
  readonly perEndpoint: number;
}

/**
 * Takes lines whose first event is due and that nobody sends from. No endpoint gets more than its share of hands, however many orders
 * it has waiting and however slowly it answers.
 */
export async function claimLines(db: Queryable, { now, until, limit, perEndpoint }: Claim): Promise<Claimed[]> {
  const at = new Date(now);
  const rows = await db.many(
    ClaimedRow,
    sql`
    with busy as (select endpoint_id, count(*) as hands from webhook_lines where claimed_until > ${at} group by endpoint_id),
    due as (
      select l.endpoint_id, l.line, l.next_at,
        row_number() over (partition by l.endpoint_id order by l.next_at, l.line) + coalesce(b.hands, 0) as place,
        case when e.failing_since is null then ${perEndpoint}::int else 1 end as share
      from webhook_lines l join webhook_endpoints e on e.id = l.endpoint_id and ${isSent(sql`l.line`)}
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

const isMine = ({ endpointId, line, until }: Claimed) =>
  sql`endpoint_id = ${endpointId} and line = ${line} and claimed_until = ${new Date(until)}`;

/** Locked until the transaction ends; false: the claim ended and is perhaps another's. */
export const holdLine = async (tx: Tx, claimed: Claimed): Promise<boolean> =>
  (await tx.maybe(AnyRow, sql`select 1 as held from webhook_lines where ${isMine(claimed)} for update`)) !== undefined;

export const giveBack = (db: Queryable, claimed: Claimed): Promise<number> =>
  db.run(sql`update webhook_lines set claimed_until = 'epoch' where ${isMine(claimed)}`);

const HeadRow = z.object({
  id: z.string(),
  event_id: z.string(),
  attempts: z.number(),
  ends_at: z.date(),
  topic: z.string(),
  body: z.string(),
  url: z.string(),
  secret_sealed: z.instanceof(Buffer),
  former_secret_sealed: z.nullable(z.instanceof(Buffer)),
});
export type Head = z.output<typeof HeadRow>;

/** The first event that waits in a line, with what it is sent with; undefined: nothing waits, or the endpoint is paused. */
export const findHead = (db: Queryable, { endpointId, line }: Claimed, now: Instant): Promise<Head | undefined> =>
  db.maybe(
    HeadRow,
    sql`
    select d.id, d.event_id, d.attempts, d.ends_at, v.topic, v.body, e.url, e.secret_sealed,
      case when e.former_until > ${new Date(now)} then e.former_secret_sealed end as former_secret_sealed
    from webhook_deliveries d join webhook_events v on v.id = d.event_id join webhook_endpoints e on e.id = d.endpoint_id
    where d.endpoint_id = ${endpointId} and d.line = ${line} and d.state = 'pending' and ${isSent(sql`v.id`)}
    order by d.sequence, d.id limit 1`,
  );

export interface Attempt {
  readonly deliveryId: string;
  readonly at: Instant;
  readonly ms: number;
  readonly status: number | null;
  readonly error: DeliveryError | null;
  /** The beginning of what came back. */
  readonly answer: string;
  /** What the delivery is from here on. */
  readonly state: 'pending' | 'delivered' | 'failed';
  readonly settledAt: Instant | null;
}

/** Writes down an attempt and what became of its event. */
export const recordAttempt = (tx: Tx, made: Attempt): Promise<number> =>
  tx.run(sql`
    with attempt as (
      insert into webhook_attempts (delivery_id, number, at, status, error, ms, answer)
      select ${made.deliveryId}, coalesce(max(number), 0) + 1, ${new Date(made.at)}, ${made.status}::int, ${made.error}::text, ${made.ms}::int, ${made.answer}::text
      from webhook_attempts where delivery_id = ${made.deliveryId}
    )
    update webhook_deliveries set state = ${made.state}, attempts = attempts + 1, last_at = ${new Date(made.at)}, last_status = ${made.status},
      last_error = ${made.error}, last_ms = ${made.ms}, settled_at = ${made.settledAt === null ? null : new Date(made.settledAt)}
    where id = ${made.deliveryId}`);

/** What waits at an endpoint, or in one line of it, is sent at once. A line that is being sent now is left to its sender. */
export const makeDue = (tx: Tx, endpointId: string, now: Instant, line?: string): Promise<number> =>
  tx.run(sql`
    update webhook_lines set next_at = ${new Date(now)} where (endpoint_id, line) in (
      select endpoint_id, line from webhook_lines where endpoint_id = ${endpointId} and next_at > ${new Date(now)}
        and ${line === undefined ? sql`true` : sql`line = ${line}`} for update skip locked)`);

/** The line waits until then, in nobody's hands. */
export const waitInLine = (tx: Tx, { endpointId, line }: Claimed, nextAt: Instant): Promise<number> =>
  tx.run(sql`
    update webhook_lines set next_at = ${new Date(nextAt)}, claimed_until = 'epoch' where endpoint_id = ${endpointId} and line = ${line}`);

/** Goes on with the next event in the same hands; where nothing waits the line is gone. False: gone. */
export async function goOnInLine(tx: Tx, { endpointId, line }: Claimed, until: Instant): Promise<boolean> {
  const kept = await tx.run(sql`
    update webhook_lines set claimed_until = ${new Date(until)} where endpoint_id = ${endpointId} and line = ${line}
      and exists (select from webhook_deliveries d where d.endpoint_id = ${endpointId} and d.line = ${line} and d.state = 'pending')`);
  if (kept > 0) return true;
  await tx.run(sql`delete from webhook_lines where endpoint_id = ${endpointId} and line = ${line}`);
  return false;
}

/** What could not be sent in its day, its endpoint being paused or every hand away, has failed: the mark stays until it is replayed. */
export const failOverdue = (db: Queryable, now: Instant): Promise<number> =>
  db.run(sql`
    update webhook_deliveries set state = 'failed', settled_at = ${new Date(now)} where id in (
      select d.id from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id
      where d.state = 'pending' and d.ends_at < ${new Date(now)} and (e.paused_by is not null or d.ends_at < ${new Date(now - 60_000)})
      limit 1000)`);
