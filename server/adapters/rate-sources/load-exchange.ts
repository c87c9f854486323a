import { callOutside } from '#server/platform/outbound.ts';

/** How each exchange is kept to its spot markets: derivatives are other prices, and other megabytes. */
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

/** Lists of all pairs of an exchange are long; they are asked for a few times a day. */
const MAX_BYTES = 32 * 1024 * 1024;

/** The little of a ccxt exchange that is used. */
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

/** Its own word for what it is; only that it is there at all is checked. */
function isCcxtModule(module: unknown): module is CcxtModule {
  return typeof module === 'object' && module !== null && 'default' in module && typeof module.default === 'function';
}

/** Every address of an exchange at another origin, with the same paths. */
function moved(addresses: unknown, to: URL): unknown {
  if (typeof addresses !== 'string')
    return Object.fromEntries(Object.entries(addresses ?? {}).map(([key, value]) => [key, moved(value, to)]));
  // A host may be a template (`https://{hostname}`), which is no URL
  const path = addresses.replace(/^https?:\/\/[^/]+/, '');
  return to.origin + to.pathname.replace(/\/$/, '') + path;
}

/** ccxt's calls go through the same door as all others: a deadline, a size limit, no redirect. */
const fetchThrough = (deadlineMs: number) => async (url: string, request: { readonly headers?: Record<string, string> }) => {
  const answer = await callOutside({ url, deadlineMs, maxBytes: MAX_BYTES, headers: request.headers ?? {} });
  return new Response(answer.status === 204 ? null : new Uint8Array(answer.bytes), { status: answer.status, headers: answer.headers });
};

/** Its own way to keep numbers as they are written, which it takes only where it sees a risk; undefined is its word for no JSON. */
function parseExactly(made: CcxtExchange, text: string): unknown {
  try {
    return JSON.parse(made.onJsonResponse(text));
  } catch {
    return undefined;
  }
}

/** One exchange of ccxt, alone: the whole package costs a process 60 MB more. Its numbers are texts, as the exchange wrote them. */
export async function loadExchange(
  id: ExchangeName,
  { url, deadlineMs }: { readonly url: string | undefined; readonly deadlineMs: number },
): Promise<LoadedExchange> {
  // The package lets only the whole of itself be imported by name
  const file = new URL(`src/${id}.js`, import.meta.resolve('ccxt'));
  const module: unknown = await import(file.href);
  if (!isCcxtModule(module)) throw new Error(`ccxt has no exchange in ${id}.js`);
  const Exchange = module.default;
  // Its brake is not needed: a source has its own pace
  const made = new Exchange({ options: SPOT_ONLY[id], timeout: deadlineMs, enableRateLimit: false });
  made.number = String;
  made.has['fetchCurrencies'] = false;
  made.parseJson = (text) => parseExactly(made, text);
  // One exchange lists its derivatives whatever it is told
  made.fetchSwapMarkets = async () => [];
  made.fetchImplementation = fetchThrough(deadlineMs);
  if (url !== undefined) made.urls.api = moved(made.urls.api, new URL(url));
  return made;
}
