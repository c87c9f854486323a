import type { Period } from '#core/figures/figures.ts';
import { FINAL_STATUSES, ORDER_STATUSES } from '#core/order/status.ts';
import { col, join, type Queryable, rowType, sql } from '#server/platform/db/db.ts';
import { roundedText, isWithin, USD_AMOUNTS } from './store.ts';

const text = col.nullable(col.text);
const isInPeriod = (period: Period) => isWithin(sql`r.ended_at`, period);
const sum = (column: (typeof USD_AMOUNTS)[keyof typeof USD_AMOUNTS]) => roundedText(sql`coalesce(sum(${column}), 0)`);
const TOTALS = sql`
  count(*) filter (where r.outcome = 'completed')::int as completed, ${sum(USD_AMOUNTS.turnover)} as turnover_usd,
    ${sum(USD_AMOUNTS.earnings)} as earnings_usd`;
const totals = { completed: col.number, turnover_usd: col.text, earnings_usd: col.text };

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
  pay: col.nullable(col.number),
  pay_orders: col.number,
  confirm: col.nullable(col.number),
  confirm_orders: col.number,
  payout: col.nullable(col.number),
  payout_orders: col.number,
});

const COMPLETED = sql`filter (where r.outcome = 'completed')`;
const median = (column: ReturnType<typeof sql>) =>
  sql`round((percentile_cont(0.5) within group (order by ${column}) ${COMPLETED} / 60)::numeric, 1)::float8`;

/**
 * Totals of a period in one query. The totals in roubles are null unless every order with a USD amount has a rouble price, because a
 * partial sum would mislead.
 */
export const sumPeriod = async (db: Queryable, period: Period) =>
  await db.one(
    SumRow,
    sql`
    select ${sum(USD_AMOUNTS.turnover)} as turnover_usd, ${sum(USD_AMOUNTS.spread)} as spread_usd, ${sum(USD_AMOUNTS.fees)} as fees_usd,
      ${sum(USD_AMOUNTS.kept)} as kept_usd,
      ${sum(USD_AMOUNTS.network)} as network_usd, ${sum(USD_AMOUNTS.referral)} as referral_usd, ${sum(USD_AMOUNTS.losses)} as losses_usd,
        ${sum(USD_AMOUNTS.earnings)} as earnings_usd,
      case when bool_and(r.rub_usd is not null or r.income_usd is null) is not false
        then ${sum(sql`(${USD_AMOUNTS.turnover} / r.rub_usd)`)} end as turnover_rub,
      case when bool_and(r.rub_usd is not null or r.income_usd is null) is not false
        then ${sum(sql`(${USD_AMOUNTS.earnings} / r.rub_usd)`)} end as earnings_rub,
      ${median(sql`r.pay_seconds`)} as pay, (count(r.pay_seconds) ${COMPLETED})::int as pay_orders,
      ${median(sql`r.confirm_seconds`)} as confirm, (count(r.confirm_seconds) ${COMPLETED})::int as confirm_orders,
      ${median(sql`r.payout_seconds`)} as payout, (count(r.payout_seconds) ${COMPLETED})::int as payout_orders
    from order_results r where ${isInPeriod(period)}`,
  );

const PartRow = rowType({ at: col.timestamp, ...totals });

/** Totals by hour or day of Moscow time; empty ones are left out. */
export const sumsByTime = async (db: Queryable, period: Period) =>
  await db.many(
    PartRow,
    sql`
    select date_trunc(${period.unit}, r.ended_at, 'Europe/Moscow') as at, ${TOTALS}
    from order_results r where ${isInPeriod(period)} group by 1 order by 1`,
  );

const DirectionRow = rowType({ income_code: col.text, outcome_code: col.text, ...totals });

/** Totals by direction, highest earnings first. */
export const sumsByDirection = async (db: Queryable, period: Period) =>
  await db.many(
    DirectionRow,
    sql`
    select r.income_code, r.outcome_code, ${TOTALS} from order_results r where ${isInPeriod(period)}
    group by 1, 2 order by coalesce(sum(${USD_AMOUNTS.earnings}), 0) desc, 1, 2`,
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
      ${TOTALS}
    from worked w left join users u on u.id::text = w.actor_id
    left join order_results r on r.order_id = w.order_id and ${isInPeriod(period)}
    group by 1 order by count(*) desc, 1`,
  );

const OutcomeRow = rowType({ status: col.oneOf(ORDER_STATUSES), count: col.number });

/** Number of orders by final status. */
export const countOutcomes = async (db: Queryable, period: Period) =>
  await db.many(
    OutcomeRow,
    sql`
    select o.status, count(*)::int as count from orders o
    where o.status in (${join(FINAL_STATUSES)}) and ${isWithin(sql`o.status_changed_at`, period)} group by 1 order by 2 desc, 1`,
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
