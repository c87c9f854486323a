import * as z from 'zod/mini';
import type { PricePoint } from '#core/crypto-stats/chart-points.ts';
import { HISTORY_PERIODS, type HistoryPeriod } from '#core/history/period.ts';
import type { Instant } from '#core/time.ts';
import type { CoinStats } from '#server/adapters/market-stats/port.ts';
import { col, type Queryable, type RowOf, rowType, sql, type Tx } from '#server/platform/db/db.ts';

const SourceRow = rowType({
  began_at: col.nullable(col.timestamp),
  asked_at: col.nullable(col.timestamp),
  answered_at: col.nullable(col.timestamp),
  failures: col.number,
  last_error: col.nullable(col.text),
  last_error_at: col.nullable(col.timestamp),
  back_off_until: col.nullable(col.timestamp),
  calls_day: col.nullable(col.text),
  calls: col.number,
  top_asked_at: col.nullable(col.timestamp),
  top_etag: col.nullable(col.text),
  ours_asked_at: col.nullable(col.timestamp),
  ours_etag: col.nullable(col.text),
});
export type SourceRow = RowOf<typeof SourceRow>;

/** State of the provider, shared by all processes. */
export const findSource = (db: Queryable): Promise<SourceRow> => db.one(SourceRow, sql`select ${SourceRow.list} from crypto_stats_source`);

/** Claims the provider for this process until a moment; undefined: another process holds the claim. */
export const claimSource = (
  db: Queryable,
  { now, until }: { readonly now: Instant; readonly until: Instant },
): Promise<SourceRow | undefined> =>
  db.maybe(
    SourceRow,
    sql`update crypto_stats_source set claimed_until = ${new Date(until)}, began_at = coalesce(began_at, ${new Date(now)})
      where claimed_until is null or claimed_until <= ${new Date(now)} returning ${SourceRow.list}`,
  );

export const releaseSource = (db: Queryable): Promise<number> => db.run(sql`update crypto_stats_source set claimed_until = null`);

/** The UTC day that calls are counted in. */
export const dayOf = (now: Instant): string => new Date(now).toISOString().slice(0, 10);

/** Counts a call before it is made, so that a crash during the call does not lose the count. The count restarts with each UTC day. */
export const countCall = (db: Queryable, now: Instant): Promise<number> =>
  db.run(sql`update crypto_stats_source set asked_at = ${new Date(now)},
    calls = case when calls_day = ${dayOf(now)}::date then calls + 1 else 1 end, calls_day = ${dayOf(now)}::date`);

/** Records an answer of any content: the provider works. */
export const saveSuccess = (tx: Tx, now: Instant): Promise<number> =>
  tx.run(sql`update crypto_stats_source set answered_at = ${new Date(now)}, failures = 0, back_off_until = null`);

/** Records the time and ETag of a list request; `etag` undefined: the stored ETag stays. */
export const saveListRequest = (
  tx: Tx,
  list: 'top' | 'ours',
  { now, etag }: { readonly now: Instant; readonly etag: string | null | undefined },
): Promise<number> => {
  const setEtag = etag === undefined ? sql`` : list === 'top' ? sql`, top_etag = ${etag}` : sql`, ours_etag = ${etag}`;
  const requestedAt = list === 'top' ? sql`top_asked_at` : sql`ours_asked_at`;
  return tx.run(sql`update crypto_stats_source set ${requestedAt} = ${new Date(now)}${setEtag}`);
};

export const saveFailure = (
  db: Queryable,
  { now, error, until }: { readonly now: Instant; readonly error: string; readonly until: Instant },
): Promise<number> =>
  db.run(sql`update crypto_stats_source set failures = failures + 1, last_error = ${error}, last_error_at = ${new Date(now)},
    back_off_until = ${new Date(until)}`);

/** Makes both lists due in the next turn, and ends any back-off. */
export const makeListsDue = (tx: Tx): Promise<number> =>
  tx.run(sql`update crypto_stats_source set back_off_until = null, top_asked_at = null, ours_asked_at = null`);

const CoinRow = rowType({
  symbol: col.text,
  coin_id: col.text,
  name: col.text,
  rank: col.nullable(col.number),
  price_usd: col.text,
  change_1h: col.nullable(col.text),
  change_24h: col.nullable(col.text),
  change_7d: col.nullable(col.text),
  market_cap_usd: col.nullable(col.text),
  volume_24h_usd: col.nullable(col.text),
  week: col.json(z.array(z.string())),
  as_of: col.timestamp,
  is_demo: col.bool,
});

/** A coin from the last answer of the provider. */
export interface StoredCoin extends CoinStats {
  readonly isDemo: boolean;
}

const toCoin = (row: RowOf<typeof CoinRow>): StoredCoin => ({
  symbol: row.symbol,
  coinId: row.coin_id,
  name: row.name,
  rank: row.rank,
  priceUsd: row.price_usd,
  change1h: row.change_1h,
  change24h: row.change_24h,
  change7d: row.change_7d,
  marketCapUsd: row.market_cap_usd,
  volume24hUsd: row.volume_24h_usd,
  week: row.week,
  asOf: row.as_of.getTime(),
  isDemo: row.is_demo,
});

/** All coins, largest first, unranked ones last. */
export async function listCoins(db: Queryable): Promise<readonly StoredCoin[]> {
  const rows = await db.many(
    CoinRow,
    sql`select symbol, coin_id, name, rank, price_usd, change_1h, change_24h, change_7d, market_cap_usd, volume_24h_usd, week, as_of,
      is_demo
      from crypto_stats_coins order by rank nulls last, market_cap_usd desc nulls last, symbol`,
  );
  return rows.map(toCoin);
}

/** Saves coins; a stored coin with a later `as_of` stays, unless it is demo data. */
export async function saveCoins(tx: Tx, coins: readonly CoinStats[], { isDemo }: { readonly isDemo: boolean }): Promise<void> {
  for (const coin of coins) {
    await tx.run(sql`
      insert into crypto_stats_coins (symbol, coin_id, name, rank, price_usd, change_1h, change_24h, change_7d, market_cap_usd,
        volume_24h_usd, week, as_of, is_demo)
      values (${coin.symbol}, ${coin.coinId}, ${coin.name}, ${coin.rank}, ${coin.priceUsd}, ${coin.change1h}, ${coin.change24h},
        ${coin.change7d},
        ${coin.marketCapUsd}, ${coin.volume24hUsd}, ${JSON.stringify(coin.week)}::jsonb, ${new Date(coin.asOf)}, ${isDemo})
      on conflict (symbol) do update set coin_id = excluded.coin_id, name = excluded.name, rank = excluded.rank,
        price_usd = excluded.price_usd,
        change_1h = excluded.change_1h, change_24h = excluded.change_24h, change_7d = excluded.change_7d,
        market_cap_usd = excluded.market_cap_usd, volume_24h_usd = excluded.volume_24h_usd, week = excluded.week, as_of = excluded.as_of,
        is_demo = excluded.is_demo
        where crypto_stats_coins.as_of <= excluded.as_of or crypto_stats_coins.is_demo`);
  }
}

/** Deletes coins with other symbols than these, and their charts. */
export async function deleteOtherCoins(tx: Tx, symbols: readonly string[]): Promise<void> {
  await tx.run(sql`delete from crypto_stats_coins where not symbol = any(${[...symbols]}::text[])`);
  await tx.run(sql`delete from crypto_stats_charts where not symbol = any(${[...symbols]}::text[])`);
}

/** Deletes demo coins and charts. */
export async function deleteDemoData(tx: Tx): Promise<void> {
  await tx.run(sql`delete from crypto_stats_coins where is_demo`);
  await tx.run(sql`delete from crypto_stats_charts where is_demo`);
}

const ChartRow = rowType({
  symbol: col.text,
  period: col.oneOf(HISTORY_PERIODS),
  points: col.json(z.array(z.tuple([z.number(), z.string()]))),
  as_of: col.nullable(col.timestamp),
  etag: col.nullable(col.text),
  wanted_at: col.nullable(col.timestamp),
  is_demo: col.bool,
});

/** A chart from the last answer of the provider. */
export interface StoredChart {
  readonly points: readonly PricePoint[];
  readonly asOf: Instant | null;
  readonly etag: string | null;
  readonly wantedAt: Instant | null;
  readonly isDemo: boolean;
}

interface ChartKey {
  readonly symbol: string;
  readonly period: HistoryPeriod;
}

export async function findChart(db: Queryable, { symbol, period }: ChartKey): Promise<StoredChart | undefined> {
  const row = await db.maybe(
    ChartRow,
    sql`select symbol, period, points, as_of, etag, wanted_at, is_demo from crypto_stats_charts
      where symbol = ${symbol} and period = ${period}`,
  );
  return (
    row && {
      points: row.points.map(([at, price]) => ({ at, price })),
      asOf: row.as_of?.getTime() ?? null,
      etag: row.etag,
      wantedAt: row.wanted_at?.getTime() ?? null,
      isDemo: row.is_demo,
    }
  );
}

const ChartStateRow = rowType({
  symbol: col.text,
  period: col.oneOf(HISTORY_PERIODS),
  asked_at: col.nullable(col.timestamp),
  wanted_at: col.nullable(col.timestamp),
});

/** When each chart was requested from the provider and viewed by a reader, without points. */
export const listChartStates = (db: Queryable): Promise<RowOf<typeof ChartStateRow>[]> =>
  db.many(ChartStateRow, sql`select symbol, period, asked_at, wanted_at from crypto_stats_charts`);

export async function saveChart(
  tx: Tx,
  { symbol, period }: ChartKey,
  chart: {
    readonly points: readonly PricePoint[];
    readonly asOf: Instant;
    readonly etag: string | null;
    readonly now: Instant;
    readonly isDemo: boolean;
  },
): Promise<void> {
  const points = JSON.stringify(chart.points.map(({ at, price }) => [at, price]));
  await tx.run(sql`
    insert into crypto_stats_charts (symbol, period, points, as_of, etag, asked_at, is_demo)
    values (${symbol}, ${period}, ${points}::jsonb, ${new Date(chart.asOf)}, ${chart.etag}, ${new Date(chart.now)}, ${chart.isDemo})
    on conflict (symbol, period) do update set points = excluded.points, as_of = excluded.as_of, etag = excluded.etag,
      asked_at = excluded.asked_at, is_demo = excluded.is_demo`);
}

/** Records that a chart was requested from the provider, before its answer. */
export const markChartRequested = (db: Queryable, { symbol, period }: ChartKey, now: Instant): Promise<number> =>
  db.run(sql`
    insert into crypto_stats_charts (symbol, period, asked_at) values (${symbol}, ${period}, ${new Date(now)})
    on conflict (symbol, period) do update set asked_at = excluded.asked_at`);

/** Records that a reader views a chart, which gives this chart precedence in fetching. */
export const markChartWanted = (db: Queryable, { symbol, period }: ChartKey, now: Instant): Promise<number> =>
  db.run(sql`
    insert into crypto_stats_charts (symbol, period, wanted_at) values (${symbol}, ${period}, ${new Date(now)})
    on conflict (symbol, period) do update set wanted_at = excluded.wanted_at`);
