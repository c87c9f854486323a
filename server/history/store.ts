import * as z from 'zod/mini';
import sql from 'sql-template-tag';
import { type Candle, CANDLE_STEP_NAMES, type CandleStep } from '#core/history/candle.ts';
import { fractionFromDecimal, toSignificant, type Fraction } from '#core/money/fraction.ts';
import type { Instant } from '#core/time.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { AnyRow } from '#server/platform/db/row.ts';

/** A price is kept as a decimal: of one third there is no end, and nobody pays by the twentieth digit of what was. */
const DIGITS = 20;

const CandleRow = z.object({
  symbol: z.string(),
  step: z.enum(CANDLE_STEP_NAMES),
  at: z.date(),
  open: z.string(),
  high: z.string(),
  low: z.string(),
  close: z.string(),
  opened_at: z.date(),
  closed_at: z.date(),
  is_demo: z.boolean(),
});

function priceOf(text: string): Fraction {
  const price = fractionFromDecimal(text);
  if (price === undefined || price.num === 0n) throw new Error('a candle without a price');
  return price;
}

const toCandle = (row: z.output<typeof CandleRow>): Candle => ({
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

/** Candles of symbols from a moment on, ascending: one read of the key, a year of days too. */
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

/** Of each symbol the first candle that began within a stretch of time, its ends included. */
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

/** Writes candles or adds to those that stand; written twice or out of turn, they are what they would be. */
export async function saveCandles(db: Queryable, made: readonly Candle[]): Promise<void> {
  // In one order, so that two who write wait for each other and never in a circle
  const candles = made.toSorted((a, b) => compareText(a.step, b.step) || compareText(a.symbol, b.symbol) || a.at - b.at);
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

const ProgressRow = z.object({ written_to: z.date() });

/** Up to where candles are written, held until the transaction ends; undefined: another process is at it. */
export async function lockProgress(tx: Tx): Promise<Instant | undefined> {
  const row = await tx.maybe(ProgressRow, sql`select written_to from candle_progress for update skip locked`);
  return row?.written_to.getTime();
}

/** Up to where candles were written when last somebody was done. */
export const findProgress = async (db: Queryable): Promise<Instant> =>
  (await db.one(ProgressRow, sql`select written_to from candle_progress`)).written_to.getTime();

export const saveProgress = (tx: Tx, writtenTo: Instant): Promise<number> =>
  tx.run(sql`update candle_progress set written_to = ${new Date(writtenTo)}`);

const BeginningRow = z.object({ at: z.nullable(z.date()) });

/** The day of the oldest candle; null: there is none. */
export const findBeginning = async (db: Queryable): Promise<Instant | null> =>
  (await db.one(BeginningRow, sql`select min(at) as at from candles where step = 'day'`)).at?.getTime() ?? null;

/** The part of the table that holds a moment's candles, made where there is none. */
export const makePart = async (db: Queryable, step: CandleStep, at: Instant): Promise<void> =>
  void (await db.many(AnyRow, sql`select make_candle_part(${step}, ${new Date(at)})::text as made`));

const DroppedRow = z.object({ dropped: z.number() });

/** Drops what lies wholly before a moment; how many parts that were. */
export const dropParts = async (db: Queryable, step: CandleStep, before: Instant): Promise<number> =>
  (await db.one(DroppedRow, sql`select drop_candle_parts(${step}, ${new Date(before)}) as dropped`)).dropped;
