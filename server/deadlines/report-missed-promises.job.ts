import { PROMISED_STATUSES } from '#core/order/promise.ts';
import { type Instant, MINUTE_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { queueMissedPromiseEmail } from '#server/order-emails/event-emails.ts';
import { presentOrder } from '#server/orders/customer/present.ts';
import { findOrder } from '#server/orders/queries.ts';
import { col, type Db, join, type RowOf, rowType, sql, type Tx } from '#server/platform/db/db.ts';
import { forEachIsolated } from '#server/platform/queue/queue.ts';

const BATCH = 200;
/** A promise can change before it passes (a review starts, an operator takes the payout), so it is checked at least this often. */
const CHECK_EVERY_MS = 5 * MINUTE_MS;

const IdRow = rowType({ id: col.text });

/**
 * Claims orders whose promise is due for a check, longest due first, for one minute. An order that cannot be presented is retried
 * afterwards and does not block the others.
 */
const claimDue = (db: Db, now: Instant): Promise<RowOf<typeof IdRow>[]> =>
  db.many(
    IdRow,
    sql`
    with due as (
      select o.id from orders o left join missed_promises m on m.order_id = o.id
      where o.status in (${join([...PROMISED_STATUSES])}) and coalesce(m.next_look_at, '-infinity') <= ${new Date(now)}
      order by coalesce(m.next_look_at, '-infinity'), o.status_changed_at limit ${BATCH})
    insert into missed_promises (order_id, next_look_at) select id, ${new Date(now + MINUTE_MS)} from due
    on conflict (order_id) do update set next_look_at = excluded.next_look_at where missed_promises.next_look_at <= ${new Date(now)}
    returning order_id as id`,
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
    await scheduleCheck(tx, id, Math.min(at ?? Number.POSITIVE_INFINITY, now + CHECK_EVERY_MS));
    if (missed === null || !(await saveMissed(tx, id, { missed: Date.parse(missed), at }))) return;
    await queueMissedPromiseEmail(tx, order, Date.parse(missed), now);
    await deps.live.notify(tx, 'order_changed', `${id}:${order.version}`);
  });
}

/**
 * Informs customers, by e-mail and on open pages, that a promised payout is late, with the new promise if there is one (domain 5,
 * "Promises"). One process reports it, once.
 */
export async function reportMissedPromises(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  for (;;) {
    const due = await claimDue(deps.db, now);
    await forEachIsolated(deps.log, due, async ({ id }) => await checkPromise(deps, id));
    if (due.length < BATCH) return;
  }
}
