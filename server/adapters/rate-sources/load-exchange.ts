import { callOutside } from '#server/platform/outbound.ts';

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
export type ExchangeName = keyof typeof SPOT_ONLY;

/** Lists of all pairs of an exchange are long; they are loaded a few times a day. */
const MAX_BYTES = 32 * 1024 * 1024;

/** The part of a ccxt exchange that we use. */
export interface LoadedExchange {
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
export async function loadExchange(
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
