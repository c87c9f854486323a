import type { Period } from '#core/figures/figures.ts';
import { FINAL_STATUSES, ORDER_STATUSES } from '#core/order/status.ts';
import { col, join, type Queryable, raw, rowType, sql, type Sql } from '#server/platform/db/db.ts';
import { type CountedPeriod, isCounted, isInRest } from './counted-period.ts';
import { ORDER_PARTS, type Part, STEP_SECONDS, SUMMED } from './parts.ts';
import { isWithin, roundedText, USD_AMOUNTS } from './store.ts';

const text = col.nullable(col.text);
const isInPeriod = (period: Period) => isWithin(sql`r.ended_at`, period);
const sum = (column: (typeof USD_AMOUNTS)[keyof typeof USD_AMOUNTS]) => roundedText(sql`coalesce(sum(${column}), 0)`);
const totals = { completed: col.number, turnover_usd: col.text, earnings_usd: col.text };

/** SQL: parts `p` of a period, those of counted days and those of single orders. */
const partsOf = (period: CountedPeriod): Sql => sql`(
    select d.day as at, d.income_code, d.outcome_code, ${join(SUMMED.map((name) => sql`d.${name}`))} from figure_day_sums d
      where ${isCounted(sql`d.day`, period)}
    union all select r.ended_at, ${ORDER_PARTS} from order_results r where ${isInRest(sql`r.ended_at`, period)}) p`;

const partSum = (name: Part): Sql => roundedText(sql`coalesce(sum(p.${raw(name)}), 0)`);
const TOTALS = sql`
  coalesce(sum(p.completed), 0)::int as completed, ${partSum('turnover')} as turnover_usd, ${partSum('earnings')} as earnings_usd`;

const SumRow = rowType({
  turnover_usd: col.text,
  turnover_rub: text,
  spread_usd: col.text,
  fees_usd: col.text,
  kept_usd: col.text,
  network_usd: col.text,
  referral_usd: col.text,
  losses_usd: col.text,
  earnings_usd: col.text,
  earnings_rub: text,
});

/**
 * Totals of a period in one query. The totals in roubles are null unless every order with a USD amount has a rouble price, because a
 * partial sum would mislead.
 */
export const sumPeriod = async (db: Queryable, period: CountedPeriod) =>
  await db.one(
    SumRow,
    sql`
    select ${partSum('turnover')} as turnover_usd, ${partSum('spread')} as spread_usd, ${partSum('fees')} as fees_usd,
      ${partSum('kept')} as kept_usd, ${partSum('network')} as network_usd, ${partSum('referral')} as referral_usd,
      ${partSum('losses')} as losses_usd, ${partSum('earnings')} as earnings_usd,
      case when coalesce(sum(p.no_rub), 0) = 0 then ${partSum('turnover_rub')} end as turnover_rub,
      case when coalesce(sum(p.no_rub), 0) = 0 then ${partSum('earnings_rub')} end as earnings_rub
    from ${partsOf(period)}`,
  );

const StepRow = rowType({ step: col.oneOf(['pay', 'confirm', 'payout']), median_minutes: col.number, orders: col.number });

/** Medians of the steps of completed orders; none for a step without orders. `period`: by months. */
export const medianSteps = async (db: Queryable, period: CountedPeriod) =>
  await db.many(
    StepRow,
    sql`
    with steps as (
      select m.step, m.seconds, m.orders::bigint from figure_month_steps m where ${isCounted(sql`m.month`, period)}
      union all
      select s.step, s.seconds, count(*) from order_results r ${STEP_SECONDS}
        where ${isInRest(sql`r.ended_at`, period)} group by 1, 2
    ), ranked as (
      select step, seconds, sum(orders) over (partition by step order by seconds, orders rows unbounded preceding) as upto,
        sum(orders) over (partition by step) as total from steps)
    select step, round(((min(seconds) filter (where upto > div(total - 1, 2))
        + min(seconds) filter (where upto > div(total, 2)))::float8 / 2 / 60)::numeric, 1)::float8 as median_minutes,
      max(total)::int as orders
    from ranked group by step`,
  );

const PartRow = rowType({ at: col.timestamp, ...totals });

/** Totals by hour or day of Moscow time; empty ones are left out. Counted days have no hours. */
export const sumsByTime = async (db: Queryable, unit: Period['unit'], period: CountedPeriod) =>
  await db.many(
    PartRow,
    sql`select date_trunc(${unit}, p.at, 'Europe/Moscow') as at, ${TOTALS} from ${partsOf(period)} group by 1 order by 1`,
  );

const DirectionRow = rowType({ income_code: col.text, outcome_code: col.text, ...totals });

/** Totals by direction, highest earnings first. */
export const sumsByDirection = async (db: Queryable, period: CountedPeriod) =>
  await db.many(
    DirectionRow,
    sql`
    select p.income_code, p.outcome_code, ${TOTALS} from ${partsOf(period)}
    group by 1, 2 order by coalesce(sum(p.earnings), 0) desc, 1, 2`,
  );

const OperatorRow = rowType({ operator_id: col.text, name: text, moves: col.number, orders: col.number, ...totals });

/**
 * Operators who moved orders in a period, with the totals of those orders that also ended in it. An order handled by two counts
 * for both.
 */
export const sumsByOperator = async (db: Queryable, period: Period) =>
  await db.many(
    OperatorRow,
    sql`
    with worked as (
      select actor_id, order_id, count(*) as moves from order_events
      where actor in ('operator', 'second_operator') and actor_id is not null and ${isWithin(sql`at`, period)} group by 1, 2)
    select w.actor_id as operator_id, max(coalesce(u.full_name, u.email)) as name, sum(w.moves)::int as moves, count(*)::int as orders,
      count(*) filter (where r.outcome = 'completed')::int as completed, ${sum(USD_AMOUNTS.turnover)} as turnover_usd,
      ${sum(USD_AMOUNTS.earnings)} as earnings_usd
    from worked w left join users u on u.id::text = w.actor_id
    left join order_results r on r.order_id = w.order_id and ${isInPeriod(period)}
    group by 1 order by count(*) desc, 1`,
  );

const OutcomeRow = rowType({ status: col.oneOf(ORDER_STATUSES), count: col.number });

/** Number of orders by final status. */
export const countOutcomes = async (db: Queryable, period: CountedPeriod) =>
  await db.many(
    OutcomeRow,
    sql`
    select status, sum(orders)::int as count from (
      select d.status, d.orders from figure_day_outcomes d where ${isCounted(sql`d.day`, period)}
      union all
      select o.status, count(*) from orders o
        where o.status in (${join(FINAL_STATUSES)}) and ${isInRest(sql`o.status_changed_at`, period)} group by 1) ended
    group by 1 order by 2 desc, 1`,
  );

const CountsRow = rowType({ created: col.number, unknown: col.number });

/** Numbers of orders that the counted days created, and that ended in them without a price. */
export const countOfDays = async (db: Queryable, period: CountedPeriod) =>
  await db.one(
    CountsRow,
    sql`
    select coalesce(sum(created), 0)::int as created, coalesce(sum(unknown), 0)::int as unknown from figure_days d
    where ${isCounted(sql`d.day`, period)}`,
  );

const SpentRow = rowType({ wallet: col.text, paid_a_day: col.text });
const WEEK_DAYS = 7;

/**
 * Average paid from each wallet per day over the last week, or since the first completed order if that is shorter; none within
 * the first day. Minor units.
 */
export const averageDailyPayouts = async (db: Queryable, now: number) =>
  await db.many(
    SpentRow,
    sql`
    select r.outcome_wallet as wallet, ceil(sum(r.outcome_amount) / least(${WEEK_DAYS}, max(history.days)))::text as paid_a_day
    from order_results r cross join (
      select extract(epoch from ${new Date(now)}::timestamptz - min(ended_at)) / 86400 as days from order_results
        where outcome = 'completed') history
    where r.outcome = 'completed' and r.ended_at >= ${new Date(now)}::timestamptz - make_interval(days => ${WEEK_DAYS})
      and history.days >= 1
    group by 1 order by 1`,
  );
