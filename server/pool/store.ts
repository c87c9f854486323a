import { bankPeriods, LATE_PAYMENT_MS, POOL_SHARINGS, POOL_STATES, type PooledRequisite } from '#core/pool/requisite.ts';
import type { Instant } from '#core/time.ts';
import { col, type Queryable, type RowOf, rowType, sql, type Sql, type Tx } from '#server/platform/db/db.ts';

const Amounts = col.arrayOf(col.text);

const PoolRow = rowType({
  id: col.text,
  payment_system_code: col.text,
  values_sealed: col.bytes,
  values_masked: col.textRecord,
  last_digits: col.text,
  owner_name: col.text,
  bank: col.text,
  note: col.text,
  sharing: col.oneOf(POOL_SHARINGS),
  min_amount: col.nullable(col.text),
  max_amount: col.nullable(col.text),
  daily_amount: col.nullable(col.text),
  daily_count: col.nullable(col.number),
  monthly_amount: col.nullable(col.text),
  monthly_count: col.nullable(col.number),
  works_from: col.nullable(col.number),
  works_until: col.nullable(col.number),
  rest_minutes: col.number,
  state: col.oneOf(POOL_STATES),
  frozen_reason: col.nullable(col.text),
  version: col.number,
  last_given_at: col.nullable(col.timestamp),
  freed_at: col.nullable(col.timestamp),
  held_amounts: Amounts,
  held_untils: col.arrayOf(col.timestamp),
  held_orders: col.arrayOf(col.text),
  late_amounts: Amounts,
  missing_amounts: Amounts,
  recent_amounts: Amounts,
  today_amount: col.text,
  today_count: col.number,
  month_amount: col.text,
  month_count: col.number,
});
export type PoolRow = RowOf<typeof PoolRow>;

const toAmount = (text: string | null): bigint | null => (text === null ? null : BigInt(text));

/** A row as input of the rules that choose a requisite. */
export const pooledOf = (row: PoolRow): PooledRequisite => ({
  id: row.id,
  state: row.state,
  sharing: row.sharing,
  minAmount: toAmount(row.min_amount),
  maxAmount: toAmount(row.max_amount),
  dailyAmount: toAmount(row.daily_amount),
  dailyCount: row.daily_count,
  monthlyAmount: toAmount(row.monthly_amount),
  monthlyCount: row.monthly_count,
  worksFrom: row.works_from,
  worksUntil: row.works_until,
  restMinutes: row.rest_minutes,
  openOrders: row.held_amounts.map((amount, index) => ({ amount: BigInt(amount), until: row.held_untils[index]?.getTime() ?? 0 })),
  lateAmounts: [...row.late_amounts, ...row.missing_amounts].map(BigInt),
  recentAmounts: row.recent_amounts.map(BigInt),
  today: { amount: BigInt(row.today_amount), count: row.today_count },
  month: { amount: BigInt(row.month_amount), count: row.month_count },
  releasedAt: row.freed_at?.getTime() ?? null,
  lastGivenAt: row.last_given_at?.getTime() ?? null,
});

/** SQL: whether an order may be paid on its requisite now. False as soon as its time is over, before the periodic release. */
const isHeld = (now: Instant): Sql => sql`(v.state = 'held' and v.held_until > ${new Date(now)})`;

async function findPool(db: Queryable, which: Sql, now: Instant): Promise<PoolRow[]> {
  const { day, month } = bankPeriods(now);
  return await db.many(
    PoolRow,
    sql`
    select r.id, r.payment_system_code, r.values_sealed, r.values_masked, r.last_digits, r.owner_name, r.bank, r.note, r.sharing,
      r.min_amount,
      r.max_amount, r.daily_amount, r.daily_count, r.monthly_amount, r.monthly_count, r.works_from, r.works_until, r.rest_minutes, r.state,
      r.frozen_reason, r.version, r.last_given_at, greatest(h.freed_at, u.freed_at) as freed_at, h.amounts as held_amounts,
        h.untils as held_untils, h.orders as held_orders,
      h.late as late_amounts, u.missing as missing_amounts, u.recent as recent_amounts, u.today_amount, u.today_count, u.month_amount,
        u.month_count
    from pool_requisites r
    cross join lateral (
      select coalesce(array_agg(v.amount::text order by v.given_at) filter (where ${isHeld(now)}), '{}') as amounts,
        coalesce(array_agg(v.held_until order by v.given_at) filter (where ${isHeld(now)}), '{}') as untils,
        coalesce(array_agg(v.order_id order by v.given_at) filter (where ${isHeld(now)}), '{}') as orders,
        coalesce(array_agg(distinct v.amount::text) filter (where not ${isHeld(now)}), '{}') as late,
        max(coalesce(v.ended_at, v.held_until)) filter (where not ${isHeld(now)}) as freed_at
      from pool_reservations v
      where v.requisite_id = r.id and v.state <> 'received' and (v.state = 'held' or v.ended_at > ${new Date(now - LATE_PAYMENT_MS)})) h
    cross join lateral (
      select coalesce(sum(v.received_amount) filter (where v.received_at >= ${new Date(month)}), 0)::text as month_amount,
        (count(*) filter (where v.received_at >= ${new Date(month)}))::int as month_count,
        coalesce(sum(v.received_amount) filter (where v.received_at >= ${new Date(day)}), 0)::text as today_amount,
        (count(*) filter (where v.received_at >= ${new Date(day)}))::int as today_count,
        coalesce(array_agg(distinct v.amount::text) filter (where v.received_at >= ${new Date(now - LATE_PAYMENT_MS)}), '{}') as recent,
        coalesce(array_agg(distinct (v.amount - v.received_amount)::text) filter (where v.received_amount < v.amount
          and v.received_at >= ${new Date(now - LATE_PAYMENT_MS)}), '{}') as missing,
        max(v.ended_at) as freed_at
      from pool_reservations v where v.requisite_id = r.id and v.state = 'received'
      and v.received_at >= ${new Date(Math.min(month, now - LATE_PAYMENT_MS))}) u
    where ${which} order by r.payment_system_code, r.created_at, r.id`,
  );
}

/** The requisites of a payment system that are not retired. */
export const findPoolOf = async (db: Queryable, code: string, now: Instant): Promise<PoolRow[]> =>
  await findPool(db, sql`r.payment_system_code = ${code} and r.state <> 'retired'`, now);

/** Requisites for the office's list. */
export const listPool = async (
  db: Queryable,
  filter: { readonly code: string | undefined; readonly isRetired: boolean },
  now: Instant,
): Promise<PoolRow[]> =>
  await findPool(
    db,
    sql`(r.state = 'retired') = ${filter.isRetired}
      and (${filter.code ?? null}::text is null or r.payment_system_code = ${filter.code ?? null})`,
    now,
  );

export const findRequisite = async (db: Queryable, id: string, now: Instant): Promise<PoolRow | undefined> =>
  (await findPool(db, sql`r.id::text = ${id}`, now)).at(0);

const ReservationRow = rowType({ requisite_id: col.text, amount: col.text, is_released: col.bool });

/** The reservation of an order, locked with its requisite: neither changes until the transaction ends. */
export const lockReservation = async (tx: Tx, orderId: string): Promise<RowOf<typeof ReservationRow> | undefined> =>
  await tx.maybe(
    ReservationRow,
    sql`
    select v.requisite_id, v.amount::text, v.state = 'late' as is_released
    from pool_reservations v join pool_requisites r on r.id = v.requisite_id where v.order_id = ${orderId} for update of v for share of r`,
  );

/**
 * Locks the pool of a payment system until the transaction ends: requisites are given one order at a time, across processes. Taken after
 * all reserve locks of the transaction (decision 0077).
 */
export const lockPool = async (tx: Tx, code: string): Promise<number> =>
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${code}, 12))`);

export interface NewReservation {
  readonly orderId: string;
  readonly requisiteId: string;
  readonly code: string;
  readonly amount: bigint;
  readonly now: Instant;
  readonly until: Instant;
}

/** Reserves a requisite for an order without one, or whose reservation was released before it was shown. */
export async function insertReservation(tx: Tx, { orderId, requisiteId, code, amount, now, until }: NewReservation): Promise<void> {
  await tx.run(sql`
    insert into pool_reservations (order_id, requisite_id, payment_system_code, amount, state, given_at, held_until, fingerprint)
    values (${orderId}, ${requisiteId}, ${code}, ${String(amount)}, 'held', ${new Date(now)}, ${new Date(until)},
      (select fingerprint from pool_requisites where id = ${requisiteId}))
    on conflict (order_id) do update set requisite_id = excluded.requisite_id, amount = excluded.amount, state = excluded.state,
      given_at = excluded.given_at, held_until = excluded.held_until, fingerprint = excluded.fingerprint, ended_at = null
      where pool_reservations.state = 'late'`);
  await tx.run(sql`update pool_requisites set last_given_at = ${new Date(now)} where id = ${requisiteId}`);
  await tx.run(sql`delete from pool_waits where order_id = ${orderId}`);
}

/** Stores until when a waiting order was promised a requisite. The start of the wait stays when it is repeated. */
export const saveWait = async (
  tx: Tx,
  wait: { readonly orderId: string; readonly code: string; readonly now: Instant; readonly at: Instant },
): Promise<number> =>
  await tx.run(sql`
    insert into pool_waits (order_id, payment_system_code, since, promised_at)
    values (${wait.orderId}, ${wait.code}, ${new Date(wait.now)}, ${new Date(wait.at)})
    on conflict (order_id) do update set promised_at = excluded.promised_at`);

const PromisedRow = rowType({ promised_at: col.timestamp });

/** When the next requisite may be free for an order that waits for one. */
export const findPromise = async (db: Queryable, orderId: string): Promise<Instant | undefined> =>
  (await db.maybe(PromisedRow, sql`select promised_at from pool_waits where order_id = ${orderId}`))?.promised_at.getTime();

/** Extends the reservation of an order to a time. */
export const extendReservation = async (tx: Tx, orderId: string, until: Instant): Promise<number> =>
  await tx.run(
    sql`update pool_reservations set held_until = ${new Date(until)}
      where order_id = ${orderId} and state = 'held' and held_until <> ${new Date(until)}`,
  );

/** Releases the requisite of an order that ended unpaid; its money may still come for a while. */
export const endReservation = async (tx: Tx, orderId: string, now: Instant): Promise<number> =>
  await tx.run(
    sql`update pool_reservations set state = 'late', ended_at = ${new Date(now)} where order_id = ${orderId} and state = 'held'`,
  );

/**
 * Releases the requisites of orders whose time to pay is over. Called under the pool's lock before an order gets a requisite, so that no
 * two orders hold the same amount.
 */
export const endOverdue = async (tx: Tx, now: Instant, code?: string): Promise<number> =>
  await tx.run(sql`
    update pool_reservations set state = 'late', ended_at = held_until
    where order_id in (
      select order_id from pool_reservations
      where state = 'held' and held_until <= ${new Date(now)} and (${code ?? null}::text is null or payment_system_code = ${code ?? null})
      for update skip locked)`);

/** Releases the requisite of an order whose money arrived, in time or late, and stores the received amount. */
export const markReceived = async (
  tx: Tx,
  orderId: string,
  { amount, now }: { readonly amount: bigint; readonly now: Instant },
): Promise<number> =>
  await tx.run(sql`
    update pool_reservations set state = 'received', ended_at = ${new Date(now)}, received_at = coalesce(received_at, ${new Date(now)}),
      received_amount = ${String(amount)}
    where order_id = ${orderId} and received_amount <> ${String(amount)}`);

/** Releases a requisite for an operator. False: the order does not hold it. */
export const releaseReservation = async (
  tx: Tx,
  { id, orderId, now }: { readonly id: string; readonly orderId: string; readonly now: Instant },
): Promise<boolean> =>
  (await tx.run(sql`
    update pool_reservations set state = 'late', ended_at = ${new Date(now)}
    where order_id = ${orderId} and requisite_id::text = ${id} and state = 'held' and held_until > ${new Date(now)}`)) === 1;

export const deleteWait = async (tx: Tx, orderId: string): Promise<number> =>
  await tx.run(sql`delete from pool_waits where order_id = ${orderId}`);
