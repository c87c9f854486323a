import * as z from 'zod';
import { readDecimal } from '#core/money/fraction.ts';
import { BASE_SYMBOL, CROSS_BASES } from '#core/pricing/reading.ts';
import { HOUR_MS, type Instant, MINUTE_MS, SECOND_MS } from '#core/time.ts';
import { callOutside } from '#server/platform/outbound.ts';
import type { RateSource, SourceOptions, SourceQuote } from './port.ts';

/** Options that limit each exchange to its spot markets: derivatives have other prices and megabytes more data. */
const SPOT_ONLY = {
  binance: { fetchMarkets: { types: ['spot'] } },
  bybit: { fetchMarkets: { types: ['spot'] }, defaultType: 'spot' },
  okx: { fetchMarkets: { types: ['spot'] } },
  kraken: {},
  kucoin: { fetchMarkets: { types: ['spot'], fetchTickersFees: false } },
  gate: { fetchMarkets: { types: ['spot'] } },
  htx: { fetchMarkets: { types: { spot: true, linear: false, inverse: false } } },
  mexc: { fetchMarkets: { types: { spot: true, swap: { linear: false, inverse: false } } } },
} as const satisfies Record<string, object>;
type ExchangeName = keyof typeof SPOT_ONLY;

/** Lists of all pairs of an exchange are long; they are loaded a few times a day. */
const MAX_BYTES = 32 * 1024 * 1024;

/** The part of a ccxt exchange that we use. */
interface LoadedExchange {
  readonly markets: Readonly<Record<string, { readonly spot?: boolean; readonly active?: boolean } | undefined>>;
  loadMarkets(reload: boolean): Promise<unknown>;
  fetchTickers(symbols: string[]): Promise<unknown>;
}

interface CcxtExchange extends LoadedExchange {
  number: unknown;
  urls: { api: unknown };
  has: Record<string, unknown>;
  timeout: number;
  fetchImplementation: unknown;
  fetchSwapMarkets: unknown;
  parseJson(text: string): unknown;
  onJsonResponse(text: string): string;
}

interface CcxtModule {
  readonly default: new (settings: object) => CcxtExchange;
}

/** Checks only that the module has a constructor. */
function isCcxtModule(module: unknown): module is CcxtModule {
  return typeof module === 'object' && module !== null && 'default' in module && typeof module.default === 'function';
}

/** Every URL of an exchange moved to another origin, with the same paths. */
function withOrigin(urls: unknown, origin: URL): unknown {
  if (typeof urls !== 'string')
    return Object.fromEntries(Object.entries(urls ?? {}).map(([key, value]) => [key, withOrigin(value, origin)]));
  // A host may be a template (`https://{hostname}`), which is no URL
  const path = urls.replace(/^https?:\/\/[^/]+/, '');
  return origin.origin + origin.pathname.replace(/\/$/, '') + path;
}

/** ccxt's requests use our HTTP client: a deadline, a size limit, no redirect. */
const fetchThrough = (deadlineMs: number) => async (url: string, request: { readonly headers?: Record<string, string> }) => {
  const response = await callOutside({ url, deadlineMs, maxBytes: MAX_BYTES, headers: request.headers ?? {} });
  return new Response(response.status === 204 ? null : new Uint8Array(response.bytes), {
    status: response.status,
    headers: response.headers,
  });
};

/** ccxt's own exact parser for numbers, which it uses only for some responses; undefined means no JSON to ccxt. */
function parseExactly(exchange: CcxtExchange, text: string): unknown {
  try {
    return JSON.parse(exchange.onJsonResponse(text));
  } catch {
    return undefined;
  }
}

/** One exchange of ccxt: the whole package costs a process 60 MB more. Its numbers are texts, as the exchange wrote them. */
async function loadExchange(
  id: ExchangeName,
  { url, deadlineMs }: { readonly url: string | undefined; readonly deadlineMs: number },
): Promise<LoadedExchange> {
  // The package exports only its whole by name
  const file = new URL(`src/${id}.js`, import.meta.resolve('ccxt'));
  const module: unknown = await import(file.href);
  if (!isCcxtModule(module)) throw new Error(`ccxt has no exchange in ${id}.js`);
  const Exchange = module.default;
  // No rate limit: a source has its own interval
  const exchange = new Exchange({ options: SPOT_ONLY[id], timeout: deadlineMs, enableRateLimit: false });
  exchange.number = String;
  exchange.has['fetchCurrencies'] = false;
  exchange.parseJson = (text) => parseExactly(exchange, text);
  // One exchange lists its derivatives in spite of its options
  exchange.fetchSwapMarkets = async () => [];
  exchange.fetchImplementation = fetchThrough(deadlineMs);
  if (url !== undefined) exchange.urls.api = withOrigin(exchange.urls.api, new URL(url));
  return exchange;
}

const text = z.string().nullish().catch(null);
const Ticker = z.object({ bid: text, ask: text, baseVolume: text, timestamp: z.number().nullish().catch(null) });
const Tickers = z.record(z.string(), Ticker);

/** A ticker's own time counts only if it differs more than this from the time of the response; between trades a ticker is current. */
const MAX_LAG_MS = 2 * MINUTE_MS;
const MAX_LEAD_MS = 5 * SECOND_MS;

function timeOf(tickerTime: number | null | undefined, now: Instant): Instant {
  if (tickerTime == null) return now;
  return now - tickerTime > MAX_LAG_MS || tickerTime - now > MAX_LEAD_MS ? tickerTime : now;
}

/** ccxt's tickers to quotes: exact decimals, bid and ask. Tickers without either are skipped; throws if none is left. */
function translateTickers(tickers: unknown, query: { readonly pairs: ReadonlySet<string>; readonly now: Instant }): readonly SourceQuote[] {
  const { now } = query;
  const quotes = Object.entries(Tickers.parse(tickers)).flatMap(([pair, ticker]) => {
    const [base, quote] = pair.split('/');
    const [bid, ask] = [readDecimal(ticker.bid), readDecimal(ticker.ask)];
    if (!query.pairs.has(pair) || base === undefined || quote === undefined || !bid || !ask) return [];
    return [{ base, quote, bid, ask, volume: readDecimal(ticker.baseVolume) ?? null, at: timeOf(ticker.timestamp, now) }];
  });
  if (quotes.length === 0) throw new Error('no ticker among the answers');
  return quotes;
}

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
