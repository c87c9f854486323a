import { SLOT_KINDS } from '#core/slots/slot.ts';
import { col, type Queryable, type RowOf, rowType, sql } from '#server/platform/db/db.ts';
import type { PayoutTime } from '#server/rates/payout-time.ts';

/** Older orders are not measured. */
const RECENT_DAYS = 30;
/** Only the newest orders are measured. */
const MAX_ORDERS = 20_000;
/** With fewer orders the promised time is shown instead. */
const MIN_ORDERS = 20;

const Row = rowType({
  income_code: col.text,
  outcome_code: col.text,
  kind: col.oneOf(SLOT_KINDS),
  median_seconds: col.number,
  slow_seconds: col.number,
});
type Row = RowOf<typeof Row>;

const minutesOf = (seconds: number): number => Math.max(1, Math.ceil(seconds / 60));

/**
 * Median and 90th percentile of the time from the first sight of the payment to completion, of recent completed orders, by
 * direction and kind of slot. A join, instead of `lateral`, would read the events of all years.
 */
export async function measurePayoutTimes(db: Queryable): Promise<readonly PayoutTime[]> {
  const rows = await db.many(
    Row,
    sql`
    with recent as (
      select id, income_code, outcome_code, slot_id from orders
      where status = 'completed' and created_at > now() - make_interval(days => ${RECENT_DAYS})
      order by created_at desc limit ${MAX_ORDERS}
    ), took as (
      select recent.income_code, recent.outcome_code, coalesce(slots.kind, 'custom') as kind, steps.seconds
      from recent
      cross join lateral (
        select extract(epoch from max(event.at) filter (where event.to_status = 'completed')
          - min(event.at) filter (where event.to_status in ('payment_detected', 'paid')))::float8 as seconds
        from order_events event where event.order_id = recent.id) steps
      left join slots on slots.id = recent.slot_id
    )
    select income_code, outcome_code, kind, percentile_cont(0.5) within group (order by seconds) as median_seconds,
      percentile_cont(0.9) within group (order by seconds) as slow_seconds
    from took where seconds is not null
    group by income_code, outcome_code, kind having count(*) >= ${MIN_ORDERS}
    order by income_code, outcome_code, kind`,
  );
  return rows.map((row) => ({
    incomeCode: row.income_code,
    outcomeCode: row.outcome_code,
    kind: row.kind,
    medianMinutes: minutesOf(row.median_seconds),
    slowMinutes: minutesOf(row.slow_seconds),
  }));
}
