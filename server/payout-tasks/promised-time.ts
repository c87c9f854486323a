import { type PayoutWait, REVIEW_MS } from '#core/order/promise.ts';
import { COMPLIANCE_DECISION_MS } from '#core/order/deadlines.ts';
import { BY_HAND_RAIL } from '#core/payout/payout.ts';
import { SECOND_MS } from '#core/time.ts';
import { col, type Queryable, rowType, sql, type Sql } from '#server/platform/db/db.ts';

const interval = (ms: number): Sql => sql`make_interval(secs => ${ms / SECOND_MS}::int)`;

/**
 * What the payout has waited for (`PayoutWait`): `since`, and `took`, the promised time. `o`: alias of `orders`. A repeated proposal
 * counts from the first since the due time.
 */
const payoutWaits = (o: Sql): Sql => sql`
  select w.since, coalesce(w.took, make_interval(mins => coalesce(${o}.promised_minutes, promised_slot.eta_minutes,
    promised_direction.eta_minutes))) as took
  from (select) one
  left join directions promised_direction
    on promised_direction.income_code = ${o}.income_code and promised_direction.outcome_code = ${o}.outcome_code
  left join slots promised_slot on promised_slot.id = ${o}.slot_id and promised_slot.kind <> 'custom'
  cross join lateral (
    select max(e.at) as since, null::interval as took from order_events e where e.order_id = ${o}.id and e.to_status = 'paid'
    union all
    select min(a.proposed_at), case when bool_or(a.payload::jsonb -> 'why' ? 'listed') then ${interval(COMPLIANCE_DECISION_MS)}
      else ${interval(REVIEW_MS)} end
    from approvals a where a.subject = ${o}.id and a.kind = 'pay_out' and a.payload::jsonb ->> 'purpose' = 'payout'
    group by (select max(e.at) from order_events e where e.order_id = ${o}.id and e.to_status = 'payout_pending' and e.at <= a.proposed_at)
    union all
    select k.asked_at, null from payout_tasks k join payouts p on p.id = k.reference where p.order_id = ${o}.id and p.purpose = 'payout'
    union all
    select p.claimed_at, null from payouts p where p.order_id = ${o}.id and p.purpose = 'payout' and p.rail = ${BY_HAND_RAIL}
    union all
    select q.given_at, ${interval(REVIEW_MS)} from destination_requests q where q.order_id = ${o}.id and q.given_at is not null
  ) w
  where w.since is not null`;

/** When the payout of the order `o` was first promised for (`core/order/promise.ts`); null: nothing is promised yet. */
export const firstPromiseAt = (o: Sql): Sql => sql`(select max(waited.since + waited.took) from (${payoutWaits(o)}) waited)`;

const WaitRow = rowType({ id: col.text, since: col.timestamp, ms: col.number });

/** Everything the payouts of these orders have waited for, by order. */
export async function findPayoutWaits(db: Queryable, orderIds: readonly string[]): Promise<ReadonlyMap<string, readonly PayoutWait[]>> {
  const rows = await db.many(
    WaitRow,
    sql`
    select o.id, waited.since, (extract(epoch from waited.took) * ${SECOND_MS})::float8 as ms
    from orders o cross join lateral (${payoutWaits(sql`o`)}) waited where o.id = any (${[...orderIds]}::text[])`,
  );
  const waits = rows.map(({ id, since, ms }) => ({ id, wait: { since: since.getTime(), ms } }));
  const byOrder = Map.groupBy(waits, ({ id }) => id);
  return new Map([...byOrder].map(([id, ofOrder]) => [id, ofOrder.map(({ wait }) => wait)]));
}

const promisedMinutes = sql`make_interval(mins => coalesce(paid_order.promised_minutes, paid_slot.eta_minutes,
  paid_direction.eta_minutes))`;

/**
 * SQL: when task `k` must be paid. An order's payout: as promised on its page (`payoutWaits`). A refund: within the order's minutes.
 * A withdrawal: its own promise. Needs `dueSource`.
 */
export const taskDueAt = sql`coalesce(paid_withdrawal.promised_at,
  case when paid_order.status = 'payout_sent' then ${firstPromiseAt(sql`paid_order`)} end,
  k.asked_at + ${promisedMinutes},
  k.asked_at + interval '1 day')`;
export const dueSource = sql`
  left join orders paid_order on paid_order.id = k.subject_id
  left join directions paid_direction
    on paid_direction.income_code = paid_order.income_code and paid_direction.outcome_code = paid_order.outcome_code
  left join slots paid_slot on paid_slot.id = paid_order.slot_id
  left join withdrawals paid_withdrawal on paid_withdrawal.id = k.subject_id`;
