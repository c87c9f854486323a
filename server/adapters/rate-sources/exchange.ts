import { HOUR_MS, SECOND_MS, type Instant } from '#core/time.ts';
import { BASE_SYMBOL, CROSS_BASES } from '#core/pricing/reading.ts';
import { type ExchangeName, type LoadedExchange, loadExchange } from './load-exchange.ts';
import type { RateSource, SourceOptions } from './port.ts';
import { translateTickers } from './translate-tickers.ts';

const EVERY_MS = 3 * SECOND_MS;
const DEADLINE_MS = 5 * SECOND_MS;
/** Two answers may fail to come; then the source is dead, and its directions are closed within ten seconds (R26). */
const MAX_AGE_MS = 9 * SECOND_MS;
/** Pairs come and go by the month. */
const MARKETS_EVERY_MS = 6 * HOUR_MS;

/** Every pair that could be of use: a symbol against the dollar or a base, either way round. */
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
    const known = [...new Set(pairsOf(symbols))].filter((pair) => {
      const market = exchange.markets[pair];
      return market?.spot === true && market.active !== false;
    });
    if (known.length === 0) throw new Error(`${id}: none of our pairs is traded there`);
    // A page instead of a list gives no pairs, and is no list for hours
    marketsAt ??= now;
    return translateTickers(await exchange.fetchTickers(known), { pairs: new Set(known), now });
  };
}

/** Spot markets of one exchange through ccxt, which is loaded only when the source is used. */
export const exchange =
  (id: ExchangeName) =>
  ({ name, url }: SourceOptions): RateSource => ({
    name,
    isDemo: false,
    kind: 'market',
    everyMs: EVERY_MS,
    deadlineMs: DEADLINE_MS,
    maxAgeMs: MAX_AGE_MS,
    read: createReader(id, url),
  });
