import type { CryptoChartAttributes, CryptoStatsAttributes } from '#contract/public/crypto-stats.ts';
import { pointsOfWeek, type PricePoint, sparklineOf, thinPoints, medianStepMs, withNewest } from '#core/crypto-stats/chart-points.ts';
import { STALE_STATS_MS } from '#core/crypto-stats/next-call.ts';
import { candlesFor, type HistoryPeriod } from '#core/history/period.ts';
import type { Locale } from '#core/locale.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { HOUR_MS, type Instant, MINUTE_MS, SECOND_MS, toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { createShortCache } from '#server/history/short-cache.ts';
import { findChart, type StoredChart, type StoredCoin, listCoins, markChartWanted } from './store.ts';

type ReadDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'catalogue'>;

/** How long reads of the database are cached, whatever the number of readers. */
const CACHE_MS = 5 * SECOND_MS;
/** Shortest time between two marks that a chart is viewed. */
const MARK_EVERY_MS = MINUTE_MS;
/** Enough for a sparkline. */
const SPARK_POINTS = 42;
/** A stored chart that ends this long before the list's data is replaced by the list's seven days. */
const BEHIND_MS = { day: HOUR_MS, week: 3 * HOUR_MS } as const;

const isStale = (asOf: Instant, now: Instant): boolean => now - asOf > STALE_STATS_MS;

/** Name of the payment system that is the coin itself; without one, the provider's name. */
const nameOf = ({ symbol, name }: StoredCoin, systems: readonly PaymentSystem[], locale: Locale): string =>
  systems.find(({ kind, asset, marketSymbol }) => kind === 'crypto' && asset === symbol && marketSymbol === symbol)?.name[locale] ?? name;

interface PresentContext {
  readonly systems: readonly PaymentSystem[];
  readonly locale: Locale;
  readonly now: Instant;
}

/** A coin for the response (contract 4). */
export const presentCoin = (coin: StoredCoin, { systems, locale, now }: PresentContext): CryptoStatsAttributes => ({
  symbol: coin.symbol,
  name: nameOf(coin, systems, locale),
  price_usd: coin.priceUsd,
  change_1h: coin.change1h,
  change_24h: coin.change24h,
  change_7d: coin.change7d,
  market_cap_usd: coin.marketCapUsd,
  volume_24h_usd: coin.volume24hUsd,
  rank: coin.rank,
  as_of: toRfc3339(coin.asOf),
  is_demo: coin.isDemo,
  is_stale: isStale(coin.asOf, now),
  week: [...sparklineOf(coin.week, SPARK_POINTS)],
});

/** Points of the stored chart, or of the list's week where those are missing or far behind. */
function pointsFor(coin: StoredCoin, stored: StoredChart | undefined, period: HistoryPeriod): readonly PricePoint[] {
  const storedPoints = stored?.isDemo === coin.isDemo ? stored.points : [];
  if (period !== 'day' && period !== 'week') return storedPoints;
  const isBehind = coin.asOf - (storedPoints.at(-1)?.at ?? 0) > BEHIND_MS[period];
  return isBehind && coin.week.length > 1 ? pointsOfWeek(coin.week, coin.asOf, period) : storedPoints;
}

function presentChart(coin: StoredCoin, stored: StoredChart | undefined, period: HistoryPeriod, now: Instant): CryptoChartAttributes {
  const newest = { at: coin.asOf, price: coin.priceUsd };
  const { from } = candlesFor(period, coin.asOf);
  const points = withNewest(thinPoints(pointsFor(coin, stored, period)), newest).filter(({ at }) => at >= from);
  const asOf = points.at(-1)?.at;
  return {
    period,
    step_ms: medianStepMs(points),
    as_of: asOf === undefined ? null : toRfc3339(asOf),
    is_demo: coin.isDemo,
    is_stale: isStale(coin.asOf, now),
    points: points.map(({ at, price }): [string, string] => [toRfc3339(at), price]),
  };
}

/** Reads stored statistics; readers never wait for the provider. */
export function createStatsReader(deps: ReadDeps) {
  const cachedCoins = createShortCache<readonly StoredCoin[]>(deps, CACHE_MS);
  const cachedCharts = createShortCache<StoredChart | undefined>(deps, CACHE_MS);
  const coins = () => cachedCoins('coins', () => listCoins(deps.db));

  function markWanted(symbol: string, period: HistoryPeriod, stored: StoredChart | undefined): void {
    const now = deps.clock.now();
    if (stored?.wantedAt != null && now - stored.wantedAt < MARK_EVERY_MS) return;
    markChartWanted(deps.db, { symbol, period }, now).catch((error: unknown) => deps.log.warn({ error }, 'chart_not_marked'));
  }

  return {
    coins,
    /** Finds a coin by symbol or by code of its payment system, case-insensitive. */
    async coinOf(id: string): Promise<StoredCoin | undefined> {
      const symbolOrCode = id.toUpperCase();
      const symbolOfSystem = deps.catalogue.paymentSystem(symbolOrCode)?.marketSymbol;
      const all = await coins();
      return all.find(({ symbol }) => symbol === symbolOrCode) ?? all.find(({ symbol }) => symbol === symbolOfSystem);
    },
    async chartOf(coin: StoredCoin, period: HistoryPeriod): Promise<CryptoChartAttributes> {
      const { symbol } = coin;
      const stored = await cachedCharts(`${symbol} ${period}`, async () => {
        const found = await findChart(deps.db, { symbol, period });
        markWanted(symbol, period, found);
        return found;
      });
      return presentChart(coin, stored, period, deps.clock.now());
    },
  };
}
