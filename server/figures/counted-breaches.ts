import { FINAL_STATUSES } from '#core/order/status.ts';
import { join, sql, type Sql } from '#server/platform/db/db.ts';
import { ORDER_PARTS, STEP_SECONDS, SUMMED } from './parts.ts';
import { isUnknown } from './store.ts';

const isFresh = (day: Sql): Sql =>
  sql`exists (select from figure_days f where f.day = ${day}) and not exists (select from figure_changes g where g.day = ${day})`;
const dayOf = (time: Sql): Sql => sql`date_trunc('day', ${time}, 'Europe/Moscow')`;
const monthOf = (time: Sql): Sql => sql`date_trunc('month', ${time}, 'Europe/Moscow')`;

const sums = (alias: Sql): Sql => sql`(${join(SUMMED.map((name) => sql`${alias}.${name}`))})`;

/** Sums of a day and direction that differ from those of its orders. */
const SUM_BREACHES = sql`
  select coalesce(k.day, c.day) || ' ' || coalesce(k.income_code, c.income_code) || ' '
      || coalesce(k.outcome_code, c.outcome_code) as subject,
    'kept ' || coalesce(${sums(sql`k`)}::text, 'none') || ', orders ' || coalesce(${sums(sql`c`)}::text, 'none') as detail
  from (select * from figure_day_sums s where ${isFresh(sql`s.day`)}) k
  full join (
    select * from (
      select p.day, p.income_code, p.outcome_code, ${join(SUMMED.map((name) => sql`coalesce(sum(p.${name}), 0) as ${name}`))}
      from (select ${dayOf(sql`r.ended_at`)} as day, ${ORDER_PARTS} from order_results r) p group by 1, 2, 3) s
    where ${isFresh(sql`s.day`)}
  ) c on (c.day, c.income_code, c.outcome_code) = (k.day, k.income_code, k.outcome_code)
  where ${sums(sql`k`)} is distinct from ${sums(sql`c`)}`;

const isEnded = sql`o.status in (${join(FINAL_STATUSES)})`;

/** Numbers of orders of a day that differ: created, ended by status, without a price. */
const COUNT_BREACHES = sql`
  select coalesce(k.day, c.day) || ' ' || coalesce(k.name, c.name) as subject,
    'kept ' || coalesce(k.orders, 0) || ', orders ' || coalesce(c.orders, 0) as detail
  from (
    select * from (
      select day, 'created' as name, created as orders from figure_days union all select day, 'unknown', unknown from figure_days
      union all select day, status, orders from figure_day_outcomes) n where ${isFresh(sql`n.day`)}
  ) k full join (
    select * from (
      select ${dayOf(sql`o.created_at`)} as day, 'created' as name, count(*) as orders from orders o group by 1
      union all
      select ${dayOf(sql`o.status_changed_at`)}, 'unknown', count(*) from orders o left join order_results r on r.order_id = o.id
        where ${isUnknown} group by 1
      union all
      select ${dayOf(sql`o.status_changed_at`)}, o.status, count(*) from orders o where ${isEnded} group by 1, 2) n
    where ${isFresh(sql`n.day`)}
  ) c on (c.day, c.name) = (k.day, k.name)
  where coalesce(k.orders, 0) <> coalesce(c.orders, 0)`;

const isFreshMonth = (month: Sql): Sql => sql`exists (select from figure_months f where f.month = ${month})
  and not exists (select from figure_changes g where ${monthOf(sql`g.day`)} = ${month})`;

/** Numbers of orders of a month by the seconds of a step that differ. */
const STEP_BREACHES = sql`
  select coalesce(k.month, c.month) || ' ' || coalesce(k.step, c.step) || ' ' || coalesce(k.seconds, c.seconds) as subject,
    'kept ' || coalesce(k.orders, 0) || ', orders ' || coalesce(c.orders, 0) as detail
  from (select * from figure_month_steps s where ${isFreshMonth(sql`s.month`)}) k
  full join (
    select * from (
      select ${monthOf(sql`r.ended_at`)} as month, s.step, s.seconds, count(*) as orders from order_results r ${STEP_SECONDS}
      group by 1, 2, 3) s
    where ${isFreshMonth(sql`s.month`)}
  ) c on (c.month, c.step, c.seconds) = (k.month, k.step, k.seconds)
  where coalesce(k.orders, 0) <> coalesce(c.orders, 0)`;

/** SQL: counted figures of past days and months that differ from their orders, as rows `subject`, `detail`. */
export const COUNTED_BREACHES = sql`${SUM_BREACHES} union all ${COUNT_BREACHES} union all ${STEP_BREACHES}`;
