import { currentPromise, lastPromiseAt, PROMISED_STATUSES } from '#core/order/promise.ts';
import { type Instant, MINUTE_MS, toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { queueMissedPromiseEmail } from '#server/order-emails/event-emails.ts';
import { presentOrder } from '#server/orders/customer/present.ts';
import { findOrder } from '#server/orders/queries.ts';
import { col, type Db, join, type RowOf, rowType, sql, type Tx } from '#server/platform/db/db.ts';
import { DatabaseUnavailable } from '#server/platform/db/unavailable.ts';
import { forEachIsolated } from '#server/platform/queue/queue.ts';

const BATCH = 200;
/** A promise can change before it passes (a review starts, an operator takes the payout), so it is checked at least this often. */
const CHECK_EVERY_MS = 5 * MINUTE_MS;

const DueRow = rowType({ id: col.text, missed_at: col.nullable(col.timestamp) });
type DueRow = RowOf<typeof DueRow>;

/**
 * Claims orders whose promise is due for a check, longest due first, for one minute. An order that cannot be presented is retried
 * afterwards and does not block the others.
 */
const claimDue = (db: Db, now: Instant): Promise<DueRow[]> =>
  db.many(
    DueRow,
    sql`
    with due as (
      select o.id from orders o left join missed_promises m on m.order_id = o.id
      where o.status in (${join([...PROMISED_STATUSES])}) and coalesce(m.next_look_at, '-infinity') <= ${new Date(now)}
      order by coalesce(m.next_look_at, '-infinity'), o.status_changed_at limit ${BATCH})
    insert into missed_promises (order_id, next_look_at) select id, ${new Date(now + MINUTE_MS)} from due
    on conflict (order_id) do update set next_look_at = excluded.next_look_at where missed_promises.next_look_at <= ${new Date(now)}
    returning order_id as id, missed_promises.missed_at`,
  );

interface MissedPromise {
  readonly missed: Instant;
  /** The new promise; null: none. */
  readonly at: Instant | null;
}

/** False: this missed promise was already reported. */
const saveMissed = async (tx: Tx, id: string, { missed, at }: MissedPromise): Promise<boolean> =>
  (await tx.run(sql`
    update missed_promises set missed_at = ${new Date(missed)}, promised_at = ${at === null ? null : new Date(at)}
    where order_id = ${id} and (missed_at is null or missed_at < ${new Date(missed)})`)) > 0;

interface CheckTime {
  readonly id: string;
  readonly at: Instant;
}

const scheduleChecks = async (db: Db, times: readonly CheckTime[]): Promise<number> =>
  await db.run(sql`
    update missed_promises m set next_look_at = c.at
    from unnest(${times.map(({ id }) => id)}::text[], ${times.map(({ at }) => toRfc3339(at))}::timestamptz[]) as c (id, at)
    where m.order_id = c.id`);

const nextCheckAt = (promised: Instant | null, now: Instant): Instant =>
  Math.min(promised ?? Number.POSITIVE_INFINITY, now + CHECK_EVERY_MS);

const scheduleCheck = async (tx: Tx, id: string, at: Instant): Promise<number> =>
  await tx.run(sql`update missed_promises set next_look_at = ${new Date(at)} where order_id = ${id}`);

async function checkPromise(deps: Deps, id: string): Promise<void> {
  const order = await findOrder(deps.db, id);
  if (order === undefined) return;
  const now = deps.clock.now();
  const { attributes } = await presentOrder(deps, deps.db, { order, locale: order.locale });
  const { payout_promise: promise, payout_overdue_since: overdue } = attributes;
  const at = promise === null ? null : Date.parse(promise.at);
  const missed = promise === null ? overdue : promise.missed_at;
  await deps.db.tx(async (tx) => {
    await scheduleCheck(tx, id, nextCheckAt(at, now));
    if (missed === null || !(await saveMissed(tx, id, { missed: Date.parse(missed), at }))) return;
    await queueMissedPromiseEmail(tx, order, Date.parse(missed), now);
    await deps.live.notify(tx, 'order_changed', `${id}:${order.version}`);
  });
}

/**
 * Plans the next check of orders whose newest missed promise, if any, was reported, with few statements for a batch. Returns the others:
 * all of them when one cannot be read, which then fails alone.
 */
async function skipReported(deps: Deps, due: readonly DueRow[]): Promise<readonly DueRow[]> {
  try {
    return await findUnreported(deps, due);
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error;
    deps.log.error({ error }, 'missed_promises_batch');
    return due;
  }
}

async function findUnreported({ db, clock, orderFacts }: Deps, due: readonly DueRow[]): Promise<readonly DueRow[]> {
  if (due.length === 0) return [];
  const now = clock.now();
  const waits = await orderFacts.findPayoutWaits(
    db,
    due.map(({ id }) => id),
  );
  const promises = due.map((row) => {
    const ofOrder = waits.get(row.id) ?? [];
    const promise = currentPromise(ofOrder, now);
    return { row, at: promise?.at ?? null, missed: promise === null ? lastPromiseAt(ofOrder) : promise.missed };
  });
  const isUnreported = ({ row, missed }: (typeof promises)[number]) =>
    missed !== null && (row.missed_at === null || row.missed_at.getTime() < missed);
  const reported = promises.filter((each) => !isUnreported(each));
  await scheduleChecks(
    db,
    reported.map(({ row: { id }, at }) => ({ id, at: nextCheckAt(at, now) })),
  );
  return promises.filter(isUnreported).map(({ row }) => row);
}

/**
 * Informs customers, by e-mail and on open pages, that a promised payout is late, with the new promise if there is one (domain 5,
 * "Promises"). One process reports it, once.
 */
export async function reportMissedPromises(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  for (;;) {
    const due = await claimDue(deps.db, now);
    await forEachIsolated(deps.log, await skipReported(deps, due), async ({ id }) => await checkPromise(deps, id));
    if (due.length < BATCH) return;
  }
}
