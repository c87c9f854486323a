import sql, { join } from 'sql-template-tag';
import * as z from 'zod/mini';
import { PROMISED_STATUSES } from '#core/order/promise.ts';
import { type Instant, MINUTE_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { noteMissedPromise } from '#server/order-letters/promise-letter.ts';
import { presentOrder } from '#server/orders/customer/present.ts';
import { findById } from '#server/orders/find-order.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import { eachAlone } from '#server/platform/queue/each-alone.ts';

const BATCH = 200;
/** A review that begins, or a person who takes a payout, moves a promise: it is looked at again also before it passes. */
const LOOK_EVERY_MS = 5 * MINUTE_MS;

const IdRow = z.object({ id: z.string() });

/**
 * Takes orders whose promise is to be looked at, the longest due first, and keeps them from other processes for a minute: one that
 * cannot be presented is tried again then and keeps no other from its turn.
 */
const takeDue = (db: Db, now: Instant): Promise<z.output<typeof IdRow>[]> =>
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

interface Told {
  readonly missed: Instant;
  /** The new promise; null: there is none any more. */
  readonly at: Instant | null;
}

/** False: this promise was told already. */
const keepMissed = async (tx: Tx, id: string, { missed, at }: Told): Promise<boolean> =>
  (await tx.run(sql`
    update missed_promises set missed_at = ${new Date(missed)}, promised_at = ${at === null ? null : new Date(at)}
    where order_id = ${id} and (missed_at is null or missed_at < ${new Date(missed)})`)) > 0;

const lookAgain = async (tx: Tx, id: string, at: Instant): Promise<number> =>
  await tx.run(sql`update missed_promises set next_look_at = ${new Date(at)} where order_id = ${id}`);

async function look(deps: Deps, id: string): Promise<void> {
  const order = await findById(deps.db, id);
  if (order === undefined) return;
  const now = deps.clock.now();
  const { attributes } = await presentOrder(deps, deps.db, { order, locale: order.locale });
  const { payout_promise: promise, payout_overdue_since: overdue } = attributes;
  const at = promise === null ? null : Date.parse(promise.at);
  const missed = promise === null ? overdue : promise.missed_at;
  await deps.db.tx(async (tx) => {
    await lookAgain(tx, id, Math.min(at ?? Number.POSITIVE_INFINITY, now + LOOK_EVERY_MS));
    if (missed === null || !(await keepMissed(tx, id, { missed: Date.parse(missed), at }))) return;
    await noteMissedPromise(tx, order, Date.parse(missed), now);
    await deps.live.notify(tx, 'order_changed', `${id}:${order.version}`);
  });
}

/**
 * Tells the customer, by mail and on the open page, that a promised payout is late and what is promised now, and, once the last promise
 * has passed, that it takes longer (domain 5, "Promises"). Each promise is told once, whatever process looks.
 */
export async function tellMissedPromises(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  for (;;) {
    const due = await takeDue(deps.db, now);
    await eachAlone(deps.log, due, async ({ id }) => await look(deps, id));
    if (due.length < BATCH) return;
  }
}
