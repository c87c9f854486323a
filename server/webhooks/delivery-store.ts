import * as z from 'zod/mini';
import sql, { type Sql } from 'sql-template-tag';
import { DELIVERY_STATES } from '#contract/webhooks.ts';
import { KEY_MODES } from '#core/partner.ts';
import { DELIVERY_ERRORS, TRIED_MS } from '#core/webhooks/delivery.ts';
import { WEBHOOK_TOPICS } from '#core/webhooks/topic.ts';
import type { Instant } from '#core/time.ts';
import { countUpTo } from '#server/platform/db/count-up-to.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { type Part, type SortKey, sortedKeys } from '#server/platform/db/keyset.ts';
import { readPart } from '#server/platform/db/read-part.ts';
import type { Page } from '#server/platform/http/page-of.ts';
import { joinLine } from './event-store.ts';
import { makeDue } from './line-store.ts';

export const DeliveryRow = z.object({
  id: z.string(),
  endpoint_id: z.string(),
  url: z.string(),
  mode: z.enum(KEY_MODES),
  owner: z.string(),
  paused_by: z.nullable(z.string()),
  event_id: z.string(),
  topic: z.enum(WEBHOOK_TOPICS),
  order_id: z.nullable(z.string()),
  sequence: z.number(),
  state: z.enum(DELIVERY_STATES),
  attempts: z.number(),
  last_at: z.nullable(z.date()),
  last_status: z.nullable(z.number()),
  last_error: z.nullable(z.enum(DELIVERY_ERRORS)),
  last_ms: z.nullable(z.number()),
  next_at: z.nullable(z.date()),
  created_at: z.date(),
  settled_at: z.nullable(z.date()),
});
export type DeliveryRow = z.output<typeof DeliveryRow>;

/** When its line goes on, told of the first that waits there alone. */
const nextAt = sql`
  case when d.state = 'pending' and e.paused_by is null and not exists (
    select from webhook_deliveries f where f.endpoint_id = d.endpoint_id and f.line = d.line and f.state = 'pending' and f.sequence < d.sequence)
  then (select l.next_at from webhook_lines l where l.endpoint_id = d.endpoint_id and l.line = d.line) end`;
const columns = sql`d.id, d.endpoint_id, e.url, e.mode, u.email as owner, e.paused_by, d.event_id, v.topic, v.order_id, d.sequence, d.state, d.attempts,
  d.last_at, d.last_status, d.last_error, d.last_ms, ${nextAt} as next_at, d.created_at, d.settled_at`;
const source = sql`webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id join webhook_events v on v.id = d.event_id
  join users u on u.id = e.user_id`;

const createdAt: SortKey = { column: sql`d.created_at`, type: 'timestamptz' };
const NEWEST_FIRST: readonly SortKey[] = [
  { ...createdAt, isDescending: true },
  { column: sql`d.id`, type: 'uuid' },
];

export interface Wanted {
  /** Undefined: everybody's, for the office. */
  readonly userId?: string | undefined;
  readonly endpointId?: string | undefined;
  readonly state?: DeliveryRow['state'] | undefined;
  /** Part of an address of its owner or server, an order or an event as it is. */
  readonly q?: string | undefined;
}

function wantedOf({ userId, endpointId, state, q = '' }: Wanted): Sql {
  const owner = userId === undefined ? sql`true` : sql`e.user_id = ${userId}`;
  const at = endpointId === undefined ? sql`true` : sql`d.endpoint_id = ${endpointId}`;
  const like = `%${q.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const found =
    q === '' ? sql`true` : sql`(u.email ilike ${like} or e.url ilike ${like} or v.order_id = ${q.toLowerCase()} or d.event_id = ${q})`;
  return sql`${owner} and ${at} and ${state === undefined ? sql`true` : sql`d.state = ${state}`} and ${found}`;
}

export const listDeliveries = (db: Queryable, wanted: Wanted, page: Page): Promise<Part<DeliveryRow>> =>
  readPart(
    db,
    { row: DeliveryRow, columns, source, where: wantedOf(wanted) },
    { ...page, keys: sortedKeys(page.sort, { created_at: createdAt }, NEWEST_FIRST) },
  );

export const countDeliveries = (db: Queryable, wanted: Wanted, most: number): Promise<number> =>
  countUpTo(db, sql`from ${source} where ${wantedOf(wanted)}`, most);

/** Undefined for another's as for none. */
export const findDelivery = (db: Queryable, id: string, userId?: string): Promise<DeliveryRow | undefined> =>
  db.maybe(DeliveryRow, sql`select ${columns} from ${source} where d.id = ${id} and ${wantedOf({ userId })}`);

const BodyRow = z.object({ body: z.string() });
export const findBody = async (db: Queryable, eventId: string): Promise<string> =>
  (await db.one(BodyRow, sql`select body from webhook_events where id = ${eventId}`)).body;

const AttemptRow = z.object({
  number: z.number(),
  at: z.date(),
  status: z.nullable(z.number()),
  error: z.nullable(z.enum(DELIVERY_ERRORS)),
  ms: z.number(),
  answer: z.string(),
});

const TRIES_SHOWN = 50;

/** The newest first. */
export const listAttempts = (db: Queryable, deliveryId: string): Promise<z.output<typeof AttemptRow>[]> =>
  db.many(
    AttemptRow,
    sql`select number, at, status, error, ms, answer from webhook_attempts where delivery_id = ${deliveryId} order by number desc limit ${TRIES_SHOWN}`,
  );

const ReplayedRow = z.object({ endpoint_id: z.string(), line: z.string() });

/** Sends again: each joins its line at its own place, with another day before it, and the line is due now. Gives how many. */
async function replay(tx: Tx, which: Sql, now: Instant): Promise<number> {
  const rows = await tx.many(
    ReplayedRow,
    sql`
    update webhook_deliveries set state = 'pending', attempts = 0, settled_at = null, replayed_at = ${new Date(now)}, ends_at = ${new Date(now + TRIED_MS)}
    where id in (${which}) and state <> 'pending' returning endpoint_id, line`,
  );
  const lines = new Map(rows.map((row) => [`${row.endpoint_id} ${row.line}`, row]));
  for (const [, { endpoint_id: endpointId, line }] of lines) {
    await joinLine(tx, { endpointId, line, at: new Date(now) });
    await makeDue(tx, endpointId, now, line);
  }
  return rows.length;
}

/** Sends one event now: delivered or failed, again; waiting for its next attempt, at once, after earlier events of its order. */
export async function replayOne(tx: Tx, id: string, now: Instant): Promise<number> {
  const replayed = await replay(tx, sql`select ${id}::uuid`, now);
  if (replayed > 0) return replayed;
  const waiting = await tx.maybe(ReplayedRow, sql`select endpoint_id, line from webhook_deliveries where id = ${id}`);
  return waiting === undefined ? 0 : await makeDue(tx, waiting.endpoint_id, now, waiting.line);
}

const MOST_AT_ONCE = 1000;

/** Sends again what has failed since then, the oldest first, and what waits at once. Gives how many had failed. */
export async function replayFailed(
  tx: Tx,
  endpointId: string,
  { since, now }: { readonly since: Date; readonly now: Instant },
): Promise<number> {
  const replayed = await replay(
    tx,
    sql`
    select id from webhook_deliveries where endpoint_id = ${endpointId} and state = 'failed' and created_at >= ${since}
    order by created_at, sequence limit ${MOST_AT_ONCE}`,
    now,
  );
  await makeDue(tx, endpointId, now);
  return replayed;
}

const TallyRow = z.object({ endpoint_id: z.string(), waiting: z.number(), failed: z.number() });
const TotalRow = z.pick(TallyRow, { waiting: true, failed: true });
export type Tally = z.output<typeof TotalRow>;

const COUNTED = 1000;
const counted = (state: 'pending' | 'failed'): Sql => sql`
  (select count(*)::int from (select 1 from webhook_deliveries d where d.endpoint_id = e.id and d.state = ${state} limit ${COUNTED}) c)`;

/** Events of all endpoints that wait and that have failed, each counted up to `COUNTED`. */
export const tallyOfAll = (db: Queryable): Promise<Tally> =>
  db.one(
    TotalRow,
    sql`select (select count(*)::int from (select 1 from webhook_deliveries where state = 'pending' limit ${COUNTED}) c) as waiting,
      (select count(*)::int from (select 1 from webhook_deliveries where state = 'failed' limit ${COUNTED}) c) as failed`,
  );

/** What waits at these endpoints and what has failed there. */
export async function tallies(db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, Tally>> {
  const rows = await db.many(
    TallyRow,
    sql`
    select e.id as endpoint_id, ${counted('pending')} as waiting, ${counted('failed')} as failed
    from webhook_endpoints e where e.id = any(${ids}::uuid[])`,
  );
  return new Map(rows.map(({ endpoint_id: id, ...tally }) => [id, tally]));
}
