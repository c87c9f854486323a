import { DELIVERY_STATES } from '#contract/partner/webhooks.ts';
import { KEY_MODES } from '#core/partner/partner.ts';
import { DELIVERY_ERRORS, RETRY_PERIOD_MS } from '#core/webhooks/delivery.ts';
import { WEBHOOK_TOPICS } from '#core/webhooks/webhook.ts';
import type { Instant } from '#core/time.ts';
import { col, escapeLike, extendRow, type Queryable, type RowOf, rowType, sql, type Sql, type Tx } from '#server/platform/db/db.ts';
import { countUpTo, type ListPage, readListPage, sortedKeys, type SortKey } from '#server/platform/db/list-page.ts';
import type { PageRequest } from '#server/platform/http/pagination.ts';
import { ensureQueue } from './make-event.ts';
import { makeDue } from './queue-store.ts';

/** When the order's queue continues, only for the first waiting event of it. */
const nextAt = sql`
  case when d.state = 'pending' and e.paused_by is null and not exists (
    select from webhook_deliveries f where f.endpoint_id = d.endpoint_id and f.line = d.line and f.state = 'pending'
      and f.sequence < d.sequence)
  then (select l.next_at from webhook_lines l where l.endpoint_id = d.endpoint_id and l.line = d.line) end`;

export const DeliveryRow = rowType(
  {
    id: col.text,
    endpoint_id: col.text,
    url: col.computed(col.text, sql`e.url`),
    mode: col.computed(col.oneOf(KEY_MODES), sql`e.mode`),
    owner: col.computed(col.text, sql`u.email`),
    paused_by: col.computed(col.nullable(col.text), sql`e.paused_by`),
    event_id: col.text,
    topic: col.computed(col.oneOf(WEBHOOK_TOPICS), sql`v.topic`),
    order_id: col.computed(col.nullable(col.text), sql`v.order_id`),
    sequence: col.number,
    state: col.oneOf(DELIVERY_STATES),
    attempts: col.number,
    last_at: col.nullable(col.timestamp),
    last_status: col.nullable(col.number),
    last_error: col.nullable(col.oneOf(DELIVERY_ERRORS)),
    last_ms: col.nullable(col.number),
    next_at: col.computed(col.nullable(col.timestamp), nextAt),
    created_at: col.timestamp,
    settled_at: col.nullable(col.timestamp),
  },
  'd',
);
export type DeliveryRow = RowOf<typeof DeliveryRow>;

const source = sql`webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id join webhook_events v on v.id = d.event_id
  join users u on u.id = e.user_id`;

const createdAt: SortKey = { column: sql`d.created_at`, type: 'timestamptz' };
const NEWEST_FIRST: readonly SortKey[] = [
  { ...createdAt, isDescending: true },
  { column: sql`d.id`, type: 'uuid' },
];

export interface DeliveryFilter {
  /** Undefined: all users', for the office. */
  readonly userId?: string | undefined;
  readonly endpointId?: string | undefined;
  readonly state?: DeliveryRow['state'] | undefined;
  /** Part of the owner's e-mail or the URL, or an exact order or event id. */
  readonly q?: string | undefined;
}

function filterCondition({ userId, endpointId, state, q = '' }: DeliveryFilter): Sql {
  const owner = userId === undefined ? sql`true` : sql`e.user_id = ${userId}`;
  const ofEndpoint = endpointId === undefined ? sql`true` : sql`d.endpoint_id = ${endpointId}`;
  const like = `%${escapeLike(q)}%`;
  const matches =
    q === '' ? sql`true` : sql`(u.email ilike ${like} or e.url ilike ${like} or v.order_id = ${q.toLowerCase()} or d.event_id = ${q})`;
  return sql`${owner} and ${ofEndpoint} and ${state === undefined ? sql`true` : sql`d.state = ${state}`} and ${matches}`;
}

export const listDeliveries = (db: Queryable, filter: DeliveryFilter, page: PageRequest): Promise<ListPage<DeliveryRow>> =>
  readListPage(
    db,
    { row: DeliveryRow, source, where: filterCondition(filter) },
    { ...page, keys: sortedKeys(page.sort, { created_at: createdAt }, NEWEST_FIRST) },
  );

export const countDeliveries = (db: Queryable, filter: DeliveryFilter, maxCounted: number): Promise<number> =>
  countUpTo(db, sql`from ${source} where ${filterCondition(filter)}`, maxCounted);

/** Undefined when it does not exist or belongs to another user. */
export const findDelivery = (db: Queryable, id: string, userId?: string): Promise<DeliveryRow | undefined> =>
  db.maybe(DeliveryRow, sql`select ${DeliveryRow.list} from ${source} where d.id = ${id} and ${filterCondition({ userId })}`);

const BodyRow = rowType({ body: col.text });
export const findBody = async (db: Queryable, eventId: string): Promise<string> =>
  (await db.one(BodyRow, sql`select body from webhook_events where id = ${eventId}`)).body;

const AttemptRow = rowType({
  number: col.number,
  at: col.timestamp,
  status: col.nullable(col.number),
  error: col.nullable(col.oneOf(DELIVERY_ERRORS)),
  ms: col.number,
  answer: col.text,
});

const MAX_ATTEMPTS_LISTED = 50;

/** Newest first. */
export const listAttempts = (db: Queryable, deliveryId: string): Promise<RowOf<typeof AttemptRow>[]> =>
  db.many(
    AttemptRow,
    sql`select number, at, status, error, ms, answer from webhook_attempts where delivery_id = ${deliveryId} order by number desc
      limit ${MAX_ATTEMPTS_LISTED}`,
  );

const ReplayedRow = rowType({ endpoint_id: col.text, line: col.text });

/** Queues deliveries again, each at its place in the order's queue, due now and with another day to be delivered. Returns their number. */
async function replay(tx: Tx, ids: Sql, now: Instant): Promise<number> {
  const rows = await tx.many(
    ReplayedRow,
    sql`
    update webhook_deliveries set state = 'pending', attempts = 0,
      settled_at = null, replayed_at = ${new Date(now)}, ends_at = ${new Date(now + RETRY_PERIOD_MS)}
    where id in (${ids}) and state <> 'pending' returning endpoint_id, line`,
  );
  const queues = new Map(rows.map((row) => [`${row.endpoint_id} ${row.line}`, row]));
  for (const [, { endpoint_id: endpointId, line }] of queues) {
    await ensureQueue(tx, { endpointId, line, at: new Date(now) });
    await makeDue(tx, endpointId, now, line);
  }
  return rows.length;
}

/** Sends one event now: again if it was delivered or failed; at once if it waits, but after earlier events of its order. */
export async function replayOne(tx: Tx, id: string, now: Instant): Promise<number> {
  const replayed = await replay(tx, sql`select ${id}::uuid`, now);
  if (replayed > 0) return replayed;
  const pending = await tx.maybe(ReplayedRow, sql`select endpoint_id, line from webhook_deliveries where id = ${id}`);
  return pending === undefined ? 0 : await makeDue(tx, pending.endpoint_id, now, pending.line);
}

const MAX_REPLAYED = 1000;

/** Queues events again that failed since a time, oldest first, and makes waiting ones due. Returns the number of failed ones. */
export async function replayFailed(
  tx: Tx,
  endpointId: string,
  { since, now }: { readonly since: Date; readonly now: Instant },
): Promise<number> {
  const replayed = await replay(
    tx,
    sql`
    select id from webhook_deliveries where endpoint_id = ${endpointId} and state = 'failed' and created_at >= ${since}
    order by created_at, sequence limit ${MAX_REPLAYED}`,
    now,
  );
  await makeDue(tx, endpointId, now);
  return replayed;
}

const TotalRow = rowType({ waiting: col.number, failed: col.number });
const EndpointCountsRow = extendRow(TotalRow, { endpoint_id: col.text });
export type DeliveryCounts = RowOf<typeof TotalRow>;

const MAX_COUNTED = 1000;
const cappedCount = (state: 'pending' | 'failed'): Sql => sql`
  (select count(*)::int from (select 1 from webhook_deliveries d where d.endpoint_id = e.id and d.state = ${state}
    limit ${MAX_COUNTED}) c)`;

/** Waiting and failed events of all endpoints, each counted up to `MAX_COUNTED`. */
export const countAllDeliveries = (db: Queryable): Promise<DeliveryCounts> =>
  db.one(
    TotalRow,
    sql`select (select count(*)::int from (select 1 from webhook_deliveries where state = 'pending' limit ${MAX_COUNTED}) c) as waiting,
      (select count(*)::int from (select 1 from webhook_deliveries where state = 'failed' limit ${MAX_COUNTED}) c) as failed`,
  );

/** Waiting and failed events per endpoint. */
export async function deliveryCounts(db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, DeliveryCounts>> {
  const rows = await db.many(
    EndpointCountsRow,
    sql`
    select e.id as endpoint_id, ${cappedCount('pending')} as waiting, ${cappedCount('failed')} as failed
    from webhook_endpoints e where e.id = any(${ids}::uuid[])`,
  );
  return new Map(rows.map(({ endpoint_id: id, ...counts }) => [id, counts]));
}
