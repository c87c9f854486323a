import { HOUR_MS, SECOND_MS, type Instant } from '#core/time.ts';
import { BASE_SYMBOL, CROSS_BASES } from '#core/pricing/reading.ts';
import { type ExchangeName, type LoadedExchange, loadExchange } from './load-exchange.ts';
import type { RateSource, SourceOptions } from './port.ts';
import { translateTickers } from './translate-tickers.ts';

const EVERY_MS = 3 * SECOND_MS;
const DEADLINE_MS = 5 * SECOND_MS;
/** Two responses may be lost; then the source counts as down, and its directions are closed within ten seconds (R26). */
const MAX_AGE_MS = 9 * SECOND_MS;
/** Pairs change rarely. */
const MARKETS_EVERY_MS = 6 * HOUR_MS;

/** All useful pairs: a symbol against the dollar or a base, in both directions. */
function pairsOf(symbols: ReadonlySet<string>): readonly string[] {
  const anchors = [BASE_SYMBOL, ...CROSS_BASES];
  return [...symbols].flatMap((symbol) =>
    anchors.flatMap((anchor) => (anchor === symbol ? [] : [`${symbol}/${anchor}`, `${anchor}/${symbol}`])),
  );
}

function createReader(id: ExchangeName, url: string | undefined) {
  let loaded: Promise<LoadedExchange> | undefined;
  let marketsAt: Instant | undefined;
  return async (symbols: ReadonlySet<string>, now: Instant) => {
    loaded ??= loadExchange(id, { url, deadlineMs: DEADLINE_MS });
    const exchange = await loaded;
    if (marketsAt === undefined || now - marketsAt > MARKETS_EVERY_MS) {
      marketsAt = undefined;
      await exchange.loadMarkets(true);
    }
    const pairs = [...new Set(pairsOf(symbols))].filter((pair) => {
      const market = exchange.markets[pair];
      return market?.spot === true && market.active !== false;
    });
    if (pairs.length === 0) throw new Error(`${id}: none of our pairs is traded there`);
    // An error page has no pairs: it must not be cached for hours
    marketsAt ??= now;
    return translateTickers(await exchange.fetchTickers(pairs), { pairs: new Set(pairs), now });
  };
}

/** Spot markets of one exchange through ccxt, which is loaded only if the source is used. */
export const exchange =
  (id: ExchangeName) =>
  ({ name, url }: SourceOptions): RateSource => ({
    name,
    isDemo: false,
    kind: 'market',
    intervalMs: EVERY_MS,
    deadlineMs: DEADLINE_MS,
    maxAgeMs: MAX_AGE_MS,
    read: createReader(id, url),
  });
