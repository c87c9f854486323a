import type { RatioChange } from '#core/history/own-rate.ts';
import type { Instant } from '#core/time.ts';
import { col, type Queryable, rowType, sql } from '#server/platform/db/db.ts';

/** Ratio of our rate to the market rate of one direction, from a moment on. */
export interface RatioRow extends RatioChange {
  readonly incomeCode: string;
  readonly outcomeCode: string;
  readonly isDemo: boolean;
}

const LastRow = rowType({ income_code: col.text, outcome_code: col.text, at: col.timestamp, ratio_ppm: col.nullable(col.number) });

/** Newest ratio by direction (`INCOME>OUTCOME`): one index lookup for each direction. */
export async function findLastRatios(db: Queryable): Promise<ReadonlyMap<string, RatioChange>> {
  const rows = await db.many(
    LastRow,
    sql`
    select last.income_code, last.outcome_code, last.at, last.ratio_ppm from directions d
    cross join lateral (
      select * from direction_ratios r where r.income_code = d.income_code and r.outcome_code = d.outcome_code order by r.at desc limit 1
    ) last`,
  );
  return new Map(rows.map((row) => [`${row.income_code}>${row.outcome_code}`, { at: row.at.getTime(), ppm: row.ratio_ppm }]));
}

/** Adds rows; a row that another process has written for the same moment stays. Returns the number added. */
export async function addRatios(db: Queryable, rows: readonly RatioRow[]): Promise<number> {
  if (rows.length === 0) return 0;
  return await db.run(sql`
    insert into direction_ratios (income_code, outcome_code, at, ratio_ppm, is_demo)
    select * from unnest(${rows.map((row) => row.incomeCode)}::text[], ${rows.map((row) => row.outcomeCode)}::text[],
      ${rows.map((row) => new Date(row.at))}::timestamptz[], ${rows.map((row) => row.ppm)}::int[],
        ${rows.map((row) => row.isDemo)}::boolean[])
    on conflict do nothing`);
}

const Row = rowType({ at: col.timestamp, ratio_ppm: col.nullable(col.number) });

/** Ratios from a moment on, ascending, with the one in force at that moment. */
export async function findRatios(
  db: Queryable,
  { incomeCode, outcomeCode, from }: { readonly incomeCode: string; readonly outcomeCode: string; readonly from: Instant },
): Promise<readonly RatioChange[]> {
  const rows = await db.many(
    Row,
    sql`
    select at, ratio_ppm from direction_ratios where income_code = ${incomeCode} and outcome_code = ${outcomeCode} and at >= coalesce(
      (select max(at) from direction_ratios
        where income_code = ${incomeCode} and outcome_code = ${outcomeCode} and at <= ${new Date(from)}),
      ${new Date(from)})
    order by at`,
  );
  return rows.map((row) => ({ at: row.at.getTime(), ppm: row.ratio_ppm }));
}

/** Keeps only the last row of each UTC day and direction between `from` and `until`; returns the number deleted. */
export const thinRatios = async (db: Queryable, { from, until }: { readonly from: Instant; readonly until: Instant }): Promise<number> =>
  await db.run(sql`
    delete from direction_ratios old where old.at >= ${new Date(from)} and old.at < ${new Date(until)} and exists (
      select 1 from direction_ratios r where r.income_code = old.income_code and r.outcome_code = old.outcome_code and r.at > old.at
        and r.at < (date_trunc('day', old.at at time zone 'UTC') + interval '1 day') at time zone 'UTC')`);
