import { DAY_MS, type Instant, MOSCOW_OFFSET_MS, toRfc3339 } from '#core/time.ts';
import { FINAL_STATUSES } from '#core/order/status.ts';
import type { Deps } from '#server/deps.ts';
import { col, join, rowType, sql, type Sql, type Tx } from '#server/platform/db/db.ts';
import { MORE } from '#server/platform/queue/queue.ts';
import { COUNT_AFTER_MS, monthEnd } from './counted-period.ts';
import { ORDER_PARTS, STEP_SECONDS, SUMMED } from './parts.ts';
import { isUnknown } from './store.ts';

const MAX_CHANGES = 500;
/** Days counted in one transaction; a shop of an earlier release has years of new ones. */
const MAX_DAYS = 20;

const LockRow = rowType({ has_lock: col.bool });
const ChangeRow = rowType({ id: col.text, day: col.timestamp });
const TimeRow = rowType({ at: col.timestamp });

/** Midnight in Moscow after the newest day that may be counted. */
const countableUntil = (now: Instant): Date =>
  new Date(Math.floor((now - COUNT_AFTER_MS + MOSCOW_OFFSET_MS) / DAY_MS) * DAY_MS - MOSCOW_OFFSET_MS);

const starts = (times: readonly Instant[]): Sql => sql`${times.map(toRfc3339)}::timestamptz[]`;

/** The newest days that were never counted. */
const findNewDays = async (tx: Tx, until: Date) =>
  await tx.many(
    TimeRow,
    sql`
    select s.at from (
      select generate_series(date_trunc('day', (select min(created_at) from orders), 'Europe/Moscow'),
        ${until}::timestamptz - interval '24 hours', interval '24 hours') as at) s
    where not exists (select from figure_days d where d.day = s.at) order by s.at desc limit ${MAX_DAYS}`,
  );

/** Days of these that were counted before. */
const findCountedDays = async (tx: Tx, days: readonly Instant[]) =>
  await tx.many(TimeRow, sql`select day as at from figure_days where day = any (${starts(days)})`);

/** The months of these days that were counted before, and the newest one that was not. */
const findMonths = async (tx: Tx, days: readonly Instant[], until: Date) =>
  await tx.many(
    TimeRow,
    sql`
    select month as at from figure_months where month in (select date_trunc('month', d, 'Europe/Moscow') from unnest(${starts(days)}) d)
    union all (
      select m.month from (select distinct date_trunc('month', day, 'Europe/Moscow') as month from figure_days) m
      where ${monthEnd(sql`m.month`)} <= ${until} and not exists (select from figure_months k where k.month = m.month)
      order by m.month desc limit 1)`,
  );

async function countDay(tx: Tx, day: Date): Promise<void> {
  const until = new Date(day.getTime() + DAY_MS);
  const isOfDay = (column: Sql) => sql`${column} >= ${day} and ${column} < ${until}`;
  const isEnded = sql`(o.status in (${join(FINAL_STATUSES)}) and ${isOfDay(sql`o.status_changed_at`)})`;
  await tx.run(sql`
    insert into figure_days (day, created, unknown)
    select ${day}, (select count(*) from orders o where ${isOfDay(sql`o.created_at`)}),
      (select count(*) from orders o left join order_results r on r.order_id = o.id and ${isOfDay(sql`r.ended_at`)}
        where ${isEnded} and ${isUnknown})
    on conflict (day) do update set created = excluded.created, unknown = excluded.unknown`);
  await tx.run(sql`delete from figure_day_outcomes where day = ${day}`);
  await tx.run(sql`
    insert into figure_day_outcomes (day, status, orders)
    select ${day}, o.status, count(*) from orders o where ${isEnded} group by o.status`);
  await tx.run(sql`delete from figure_day_sums where day = ${day}`);
  await tx.run(sql`
    insert into figure_day_sums (day, income_code, outcome_code, ${join(SUMMED)})
    select ${day}, p.income_code, p.outcome_code, ${join(SUMMED.map((column) => sql`coalesce(sum(p.${column}), 0)`))}
    from (select ${ORDER_PARTS} from order_results r where ${isOfDay(sql`r.ended_at`)}) p group by p.income_code, p.outcome_code`);
}

async function countMonth(tx: Tx, month: Date): Promise<void> {
  await tx.run(sql`insert into figure_months (month) values (${month}) on conflict (month) do nothing`);
  await tx.run(sql`delete from figure_month_steps where month = ${month}`);
  await tx.run(sql`
    insert into figure_month_steps (month, step, seconds, orders)
    select ${month}, s.step, s.seconds, count(*) from order_results r ${STEP_SECONDS}
    where r.ended_at >= ${month} and r.ended_at < ${monthEnd(sql`${month}::timestamptz`)} group by s.step, s.seconds`);
}

/**
 * Counts the figures of days that have ended, and again those of past days whose orders changed. One process at a time: counts of an
 * older snapshot must not replace newer ones. Returns whether more is left.
 */
export const countFigureDays = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<typeof MORE | undefined> =>
  await db.tx(async (tx) => {
    const lock = await tx.one(LockRow, sql`select pg_try_advisory_xact_lock(hashtextextended('figure days', 622)) as has_lock`);
    if (!lock.has_lock) return undefined;
    const until = countableUntil(clock.now());
    // Read before the days are counted: a change committed meanwhile stays for the next run
    const oldest = await tx.many(ChangeRow, sql`select id, day from figure_changes order by id limit ${MAX_CHANGES}`);
    const changed = [...new Set(oldest.map(({ day }) => day.getTime()))].slice(0, MAX_DAYS);
    const changes = oldest.filter(({ day }) => changed.includes(day.getTime()));
    const added = await findNewDays(tx, until);
    const recounted = changed.length === 0 ? [] : await findCountedDays(tx, changed);
    for (const { at } of [...recounted, ...added]) await countDay(tx, at);
    const months = await findMonths(tx, changed, until);
    for (const { at } of months) await countMonth(tx, at);
    if (changes.length > 0) await tx.run(sql`delete from figure_changes where id = any (${changes.map(({ id }) => id)}::bigint[])`);
    return changes.length < oldest.length || oldest.length === MAX_CHANGES || added.length > 0 || months.length > 0 ? MORE : undefined;
  });
