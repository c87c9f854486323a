import type { HistoryPeriod } from '#core/history/period.ts';
import { DAY_MS, SECOND_MS, type Instant } from '#core/time.ts';
import { COINGECKO_IDS } from '#core/crypto-stats/coingecko-ids.ts';
import { callOutside, type OutboundResponse, OutboundError } from '#server/platform/outbound.ts';
import { parseChart, parseCoins } from './parse-coingecko.ts';
import { type MarketStats, type StatsResult, type StatsQuery, StatsUnavailable } from './port.ts';

const BASE_URL = 'https://api.coingecko.com/api/v3';
const DEADLINE_MS = 10 * SECOND_MS;
/** Twenty coins with a week of prices take 100 kB, thirteen years of days 400 kB. */
const MAX_BYTES = 2 * 1024 * 1024;
/** More than the top list shows: some entries may be unreadable. */
const TOP_COUNT = 25;
const MAX_RETRY_AFTER_MS = DAY_MS;
const MAX_ETAG_CHARS = 200;

/** Values of `days`; the free plan has at most one year. */
const DAYS = { day: '1', week: '7', month: '30', year: '365', all: 'max' } as const satisfies Readonly<Record<HistoryPeriod, string>>;
/** Statuses with which the provider refuses data of a paid plan. */
const PAID_PLAN_STATUSES = new Set([400, 401, 403]);

/** URL builder: the provider's base URL, a bare origin with the same path, or a full base URL; its query (a key) is added to each request. */
function createUrlBuilder(url: string | undefined) {
  const base = new URL(url ?? BASE_URL);
  const path = url !== undefined && base.pathname === '/' ? new URL(BASE_URL).pathname : base.pathname.replace(/\/+$/, '');
  return (endpoint: string, query: Readonly<Record<string, string>>): URL => {
    const requestUrl = new URL(base);
    requestUrl.pathname = path + endpoint;
    for (const [name, value] of Object.entries(query)) requestUrl.searchParams.set(name, value);
    return requestUrl;
  };
}

/** `Retry-After` in seconds or as a date (RFC 9110). */
function retryAfterOf(response: OutboundResponse, now: Instant): number | null {
  const header = response.headers.get('retry-after')?.trim() ?? '';
  const ms = /^\d{1,9}$/.test(header) ? Number(header) * SECOND_MS : Date.parse(header) - now;
  return Number.isFinite(ms) && ms >= 0 ? Math.min(ms, MAX_RETRY_AFTER_MS) : null;
}

async function request(requestUrl: URL, { etag }: StatsQuery): Promise<OutboundResponse> {
  const headers = { accept: 'application/json', ...(etag === null ? {} : { 'if-none-match': etag }) };
  try {
    return await callOutside({ url: requestUrl.href, headers, deadlineMs: DEADLINE_MS, maxBytes: MAX_BYTES });
  } catch (error) {
    if (error instanceof OutboundError) throw new StatsUnavailable(error.message);
    throw error;
  }
}

/** A response read by `parse`; throws on any other response, with the time to wait if given. */
function read<T>(response: OutboundResponse, { host }: URL, now: Instant, parse: (body: string) => T): StatsResult<T> {
  if (response.status === 304) return { kind: 'unchanged' };
  if (response.status !== 200) throw new StatsUnavailable(`${host}: HTTP ${response.status}`, retryAfterOf(response, now));
  const etag = response.headers.get('etag');
  try {
    return { kind: 'changed', value: parse(response.text), etag: etag !== null && etag.length <= MAX_ETAG_CHARS ? etag : null };
  } catch {
    throw new StatsUnavailable(`${host}: nonsense`);
  }
}

const LIST_QUERY = {
  vs_currency: 'usd',
  order: 'market_cap_desc',
  page: '1',
  sparkline: 'true',
  price_change_percentage: '1h,24h,7d',
  precision: 'full',
} as const;

/** CoinGecko's public API, version 3: lists of coins and price charts. `url`: another base URL with the same API. */
export function coingecko({ url }: { readonly url: string | undefined }): MarketStats {
  const urlOf = createUrlBuilder(url);
  /** True after a refusal of older years. Per process: costs one extra request. */
  let isYearOnly = false;
  return {
    name: 'coingecko',
    isDemo: false,
    supports: (symbol) => Object.hasOwn(COINGECKO_IDS, symbol),
    async top({ ourSymbols, ...query }) {
      const requestUrl = urlOf('/coins/markets', { ...LIST_QUERY, per_page: String(TOP_COUNT) });
      return read(await request(requestUrl, query), requestUrl, query.now, (body) => parseCoins(body, ourSymbols, query.now));
    },
    async coins({ symbols, ...query }) {
      const ids = [...new Set([...symbols].flatMap((symbol) => COINGECKO_IDS[symbol] ?? []))].toSorted();
      if (ids.length === 0) return { kind: 'changed', value: [], etag: null };
      const requestUrl = urlOf('/coins/markets', { ...LIST_QUERY, per_page: String(ids.length), ids: ids.join(',') });
      return read(await request(requestUrl, query), requestUrl, query.now, (body) => parseCoins(body, symbols, query.now));
    },
    async chart({ coinId, period, ...query }) {
      const requestUrl = urlOf(`/coins/${encodeURIComponent(coinId)}/market_chart`, {
        vs_currency: 'usd',
        days: period === 'all' && isYearOnly ? DAYS.year : DAYS[period],
        precision: 'full',
      });
      let response = await request(requestUrl, query);
      if (period === 'all' && !isYearOnly && PAID_PLAN_STATUSES.has(response.status)) {
        isYearOnly = true;
        requestUrl.searchParams.set('days', DAYS.year);
        response = await request(requestUrl, query);
      }
      return response.status === 404 ? undefined : read(response, requestUrl, query.now, (body) => parseChart(body, query.now));
    },
  };
}
