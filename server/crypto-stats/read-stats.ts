import type { CryptoChartAttributes, CryptoStatsAttributes } from '#contract/crypto-stats.ts';
import { pointsOfWeek, type PricePoint, sparkOf, thinPoints, usualStepMs, withNewest } from '#core/crypto-stats/chart-points.ts';
import { STALE_STATS_MS } from '#core/crypto-stats/next-call.ts';
import { candlesFor, type HistoryPeriod } from '#core/history/period.ts';
import type { Locale } from '#core/locale.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { HOUR_MS, type Instant, MINUTE_MS, SECOND_MS, toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { createAskedLately } from '#server/history/asked-lately.ts';
import { findChart, type KeptChart, type KeptCoin, listCoins, markChartWanted } from './store.ts';

type ReadDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'catalogue'>;

/** The same for all who ask within a moment: however many read, the database is asked so often. */
const STANDS_MS = 5 * SECOND_MS;
/** A chart that is looked at is marked so often. */
const MARK_EVERY_MS = MINUTE_MS;
/** A small line needs no more. */
const SPARK_POINTS = 42;
/** A kept chart that ends so long before the list does gives way to the list's own seven days. */
const BEHIND_MS = { day: HOUR_MS, week: 3 * HOUR_MS } as const;

const isStale = (asOf: Instant, now: Instant): boolean => now - asOf > STALE_STATS_MS;

/** A coin has one name here, the one that it is exchanged by; the market's own where no system is that coin itself. */
const nameOf = ({ symbol, name }: KeptCoin, systems: readonly PaymentSystem[], locale: Locale): string =>
  systems.find(({ kind, asset, marketSymbol }) => kind === 'crypto' && asset === symbol && marketSymbol === symbol)?.name[locale] ?? name;

interface Shown {
  readonly systems: readonly PaymentSystem[];
  readonly locale: Locale;
  readonly now: Instant;
}

/** A coin as the wire shows it (contract 4). */
export const presentCoin = (coin: KeptCoin, { systems, locale, now }: Shown): CryptoStatsAttributes => ({
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
  week: [...sparkOf(coin.week, SPARK_POINTS)],
});

/** The points to show: the kept ones, or the list's own where those are missing or far behind. */
function pointsFor(coin: KeptCoin, kept: KeptChart | undefined, period: HistoryPeriod): readonly PricePoint[] {
  const own = kept?.isDemo === coin.isDemo ? kept.points : [];
  if (period !== 'day' && period !== 'week') return own;
  const isBehind = coin.asOf - (own.at(-1)?.at ?? 0) > BEHIND_MS[period];
  return isBehind && coin.week.length > 1 ? pointsOfWeek(coin.week, coin.asOf, period) : own;
}

function presentChart(coin: KeptCoin, kept: KeptChart | undefined, period: HistoryPeriod, now: Instant): CryptoChartAttributes {
  const newest = { at: coin.asOf, price: coin.priceUsd };
  const { from } = candlesFor(period, coin.asOf);
  const points = withNewest(thinPoints(pointsFor(coin, kept, period)), newest).filter(({ at }) => at >= from);
  const asOf = points.at(-1)?.at;
  return {
    period,
    step_ms: usualStepMs(points),
    as_of: asOf === undefined ? null : toRfc3339(asOf),
    is_demo: coin.isDemo,
    is_stale: isStale(coin.asOf, now),
    points: points.map(({ at, price }): [string, string] => [toRfc3339(at), price]),
  };
}

/** What readers are told, from what is kept; nobody of them waits for the provider. */
export function createStatsReader(deps: ReadDeps) {
  const coinsLately = createAskedLately<readonly KeptCoin[]>(deps, STANDS_MS);
  const chartsLately = createAskedLately<KeptChart | undefined>(deps, STANDS_MS);
  const coins = () => coinsLately('coins', () => listCoins(deps.db));

  function markWanted(symbol: string, period: HistoryPeriod, kept: KeptChart | undefined): void {
    const now = deps.clock.now();
    if (kept?.wantedAt != null && now - kept.wantedAt < MARK_EVERY_MS) return;
    markChartWanted(deps.db, { symbol, period }, now).catch((error: unknown) => deps.log.warn({ error }, 'chart_not_marked'));
  }

  return {
    coins,
    /** By its symbol, or by a payment system that holds it; in any case. */
    async coinOf(id: string): Promise<KeptCoin | undefined> {
      const wanted = id.toUpperCase();
      const held = deps.catalogue.paymentSystem(wanted)?.marketSymbol;
      const all = await coins();
      return all.find(({ symbol }) => symbol === wanted) ?? all.find(({ symbol }) => symbol === held);
    },
    async chartOf(coin: KeptCoin, period: HistoryPeriod): Promise<CryptoChartAttributes> {
      const { symbol } = coin;
      const kept = await chartsLately(`${symbol} ${period}`, async () => {
        const found = await findChart(deps.db, { symbol, period });
        markWanted(symbol, period, found);
        return found;
      });
      return presentChart(coin, kept, period, deps.clock.now());
    },
  };
}
