import { type Candle, CANDLE_STEP_NAMES, type CandleStep } from '#core/history/candle.ts';
import type { RatioChange } from '#core/history/own-rate.ts';
import { type Fraction, fractionFromDecimal, toSignificant } from '#core/money/fraction.ts';
import type { Instant } from '#core/time.ts';
import { AnyRow, col, type Queryable, type RowOf, rowType, sql, type Tx } from '#server/platform/db/db.ts';

/** Significant digits of stored prices: a fraction may have no finite decimal, and charts need no more digits. */
const DIGITS = 20;

const CandleRow = rowType({
  symbol: col.text,
  step: col.oneOf(CANDLE_STEP_NAMES),
  at: col.timestamp,
  open: col.text,
  high: col.text,
  low: col.text,
  close: col.text,
  opened_at: col.timestamp,
  closed_at: col.timestamp,
  is_demo: col.bool,
});

function priceOf(text: string): Fraction {
  const price = fractionFromDecimal(text);
  if (price === undefined || price.num === 0n) throw new Error('a candle without a price');
  return price;
}

const toCandle = (row: RowOf<typeof CandleRow>): Candle => ({
  symbol: row.symbol,
  step: row.step,
  at: row.at.getTime(),
  open: priceOf(row.open),
  high: priceOf(row.high),
  low: priceOf(row.low),
  close: priceOf(row.close),
  openedAt: row.opened_at.getTime(),
  closedAt: row.closed_at.getTime(),
  isDemo: row.is_demo,
});

/** Candles of symbols from a moment on, ascending; one index range. */
export async function findCandles(
  db: Queryable,
  { symbols, step, from }: { readonly symbols: readonly string[]; readonly step: CandleStep; readonly from: Instant },
): Promise<readonly Candle[]> {
  const rows = await db.many(
    CandleRow,
    sql`select symbol, step, at, open, high, low, close, opened_at, closed_at, is_demo from candles
      where symbol = any(${[...symbols]}) and step = ${step} and at >= ${new Date(from)} order by at`,
  );
  return rows.map(toCandle);
}

/** First candle of each symbol that began between `from` and `until`, both included. */
export async function findFirstCloses(
  db: Queryable,
  {
    symbols,
    step,
    from,
    until,
  }: { readonly symbols: readonly string[]; readonly step: CandleStep; readonly from: Instant; readonly until: Instant },
): Promise<readonly Candle[]> {
  const rows = await db.many(
    CandleRow,
    sql`select distinct on (symbol) symbol, step, at, open, high, low, close, opened_at, closed_at, is_demo from candles
      where symbol = any(${[...symbols]}) and step = ${step} and at between ${new Date(from)} and ${new Date(until)} order by symbol, at`,
  );
  return rows.map(toCandle);
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Inserts candles or merges them into stored ones: the earlier price opens, the later one closes. Repeated calls in any order give the same
 * result.
 */
export async function saveCandles(db: Queryable, unordered: readonly Candle[]): Promise<void> {
  // Sorted, so that concurrent writers lock rows in the same order and never deadlock
  const candles = unordered.toSorted((a, b) => compareText(a.step, b.step) || compareText(a.symbol, b.symbol) || a.at - b.at);
  const texts = (of: (candle: Candle) => string) => candles.map(of);
  const prices = (of: (candle: Candle) => Fraction) => candles.map((candle) => toSignificant(of(candle), DIGITS));
  const moments = (of: (candle: Candle) => Instant) => candles.map((candle) => new Date(of(candle)));
  await db.run(sql`
    insert into candles as c (symbol, step, at, open, high, low, close, opened_at, closed_at, is_demo)
    select * from unnest(${texts(({ symbol }) => symbol)}::text[], ${texts(({ step }) => step)}::text[],
      ${moments(({ at }) => at)}::timestamptz[], ${prices(({ open }) => open)}::numeric[], ${prices(({ high }) => high)}::numeric[],
      ${prices(({ low }) => low)}::numeric[], ${prices(({ close }) => close)}::numeric[],
      ${moments(({ openedAt }) => openedAt)}::timestamptz[], ${moments(({ closedAt }) => closedAt)}::timestamptz[],
      ${candles.map(({ isDemo }) => isDemo)}::boolean[])
    on conflict (symbol, step, at) do update set
      open = case when excluded.opened_at < c.opened_at then excluded.open else c.open end,
      opened_at = least(c.opened_at, excluded.opened_at),
      close = case when excluded.closed_at > c.closed_at then excluded.close else c.close end,
      closed_at = greatest(c.closed_at, excluded.closed_at),
      high = greatest(c.high, excluded.high),
      low = least(c.low, excluded.low),
      is_demo = c.is_demo or excluded.is_demo`);
}

const ProgressRow = rowType({ written_to: col.timestamp });

/** Locks the progress row until the transaction ends; returns the moment up to which candles are written, undefined when another process holds the lock. */
export async function lockProgress(tx: Tx): Promise<Instant | undefined> {
  const row = await tx.maybe(ProgressRow, sql`select written_to from candle_progress for update skip locked`);
  return row?.written_to.getTime();
}

/** Moment up to which candles are written, without a lock. */
export const findProgress = async (db: Queryable): Promise<Instant> =>
  (await db.one(ProgressRow, sql`select written_to from candle_progress`)).written_to.getTime();

export const saveProgress = (tx: Tx, writtenTo: Instant): Promise<number> =>
  tx.run(sql`update candle_progress set written_to = ${new Date(writtenTo)}`);

const OldestRow = rowType({ at: col.nullable(col.timestamp) });

/** Day of the oldest candle; null: no candles. */
export const findOldestDay = async (db: Queryable): Promise<Instant | null> =>
  (await db.one(OldestRow, sql`select min(at) as at from candles where step = 'day'`)).at?.getTime() ?? null;

/** Creates the partition for candles of this moment unless present. */
export const createPartition = async (db: Queryable, step: CandleStep, at: Instant): Promise<void> =>
  void (await db.many(AnyRow, sql`select make_candle_part(${step}, ${new Date(at)})::text as made`));

const DroppedRow = rowType({ dropped: col.number });

/** Drops partitions that end before a moment; returns their number. */
export const dropPartitions = async (db: Queryable, step: CandleStep, before: Instant): Promise<number> =>
  (await db.one(DroppedRow, sql`select drop_candle_parts(${step}, ${new Date(before)}) as dropped`)).dropped;

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

/** Deletes rows between `from` and `until` that have a later row of the same UTC day and direction; returns the number deleted. */
export const thinRatios = async (db: Queryable, { from, until }: { readonly from: Instant; readonly until: Instant }): Promise<number> =>
  await db.run(sql`
    delete from direction_ratios old where old.at >= ${new Date(from)} and old.at < ${new Date(until)} and exists (
      select 1 from direction_ratios r where r.income_code = old.income_code and r.outcome_code = old.outcome_code and r.at > old.at
        and r.at < (date_trunc('day', old.at at time zone 'UTC') + interval '1 day') at time zone 'UTC')`);
