import { DAY_MS, HOUR_MS, type Instant, toRfc3339 } from '#core/time.ts';
import type { Period } from '#core/figures/figures.ts';
import { col, join, type Queryable, rowType, sql, type Sql } from '#server/platform/db/db.ts';
import { isWithin } from './store.ts';

/** A day is counted this long after its end: longer than a transaction or the difference of clocks. */
export const COUNT_AFTER_MS = HOUR_MS;

type Span = Pick<Period, 'from' | 'to'>;

/** A period of which some days or months were counted before. `rest` is read from the orders. */
export interface CountedPeriod {
  readonly counted: readonly Instant[];
  readonly rest: readonly Span[];
}

/** The period read from the orders. */
export const uncounted = ({ from, to }: Span): CountedPeriod => ({ counted: [], rest: [{ from, to }] });

/** The parts of a period outside of `spans`, which are in order. */
function restOf({ from, to }: Span, spans: readonly Span[]): Span[] {
  const starts = [from, ...spans.map((span) => span.to)];
  const ends = [...spans.map((span) => span.from), to];
  return starts.map((start, index) => ({ from: start, to: ends[index] ?? to })).filter((span) => span.from < span.to);
}

const asCounted = (period: Span, spans: readonly Span[]): CountedPeriod => ({
  counted: spans.map(({ from }) => from),
  rest: restOf(period, spans),
});

/** SQL: whether a time is in a part that was not counted. */
export const isInRest = (column: Sql, { rest }: CountedPeriod): Sql =>
  rest.length === 0
    ? sql`false`
    : sql`(${join(
        rest.map((span) => isWithin(column, span)),
        ' or ',
      )})`;

/** SQL: whether `column` is the start of a counted day or month. */
export const isCounted = (column: Sql, { counted }: CountedPeriod): Sql => sql`${column} = any (${counted.map(toRfc3339)}::timestamptz[])`;

const DayRow = rowType({ day: col.timestamp });

/** A day with a change since it was counted is read from the orders. */
export async function splitByDays(db: Queryable, period: Span): Promise<CountedPeriod> {
  const rows = await db.many(
    DayRow,
    sql`
    select d.day from figure_days d where ${isWithin(sql`d.day`, period)}
      and not exists (select from figure_changes c where c.day = d.day) order by d.day`,
  );
  return asCounted(
    period,
    rows.map(({ day }) => ({ from: day.getTime(), to: day.getTime() + DAY_MS })),
  );
}

const MonthRow = rowType({ month: col.timestamp, until: col.timestamp });

/** SQL: the start of the month after `month`. */
export const monthEnd = (month: Sql): Sql => sql`date_trunc('month', ${month} + interval '32 days', 'Europe/Moscow')`;

export async function splitByMonths(db: Queryable, period: Span): Promise<CountedPeriod> {
  const until = monthEnd(sql`m.month`);
  const rows = await db.many(
    MonthRow,
    sql`
    select m.month, ${until} as until from figure_months m
    where m.month >= ${new Date(period.from)} and ${until} <= ${new Date(period.to)}
      and not exists (select from figure_changes c where c.day >= m.month and c.day < ${until}) order by m.month`,
  );
  return asCounted(
    period,
    rows.map(({ month, until: end }) => ({ from: month.getTime(), to: end.getTime() })),
  );
}
