import * as z from 'zod';
import { COINGECKO_IDS } from '#core/crypto-stats/coingecko-ids.ts';
import type { HistoryPeriod } from '#core/history/period.ts';
import { compare, type Fraction, fraction, toSignificant, readDecimal } from '#core/money/fraction.ts';
import { parseExactJson } from '#core/text/canonical-json.ts';
import { DAY_MS, HOUR_MS, type Instant, SECOND_MS } from '#core/time.ts';
import { callOutside, OutboundError, type OutboundResponse } from '#server/platform/outbound.ts';
import { type CoinStats, type MarketStats, type StatsPoint, type StatsQuery, type StatsResult, StatsUnavailable } from './port.ts';

const PRICE_DIGITS = 12;
const CHANGE_DIGITS = 6;
const SUM_DIGITS = 15;
/** Values outside these bounds are not plausible prices. */
const MIN_VALUE = fraction(1n, 10n ** 18n);
const MAX_VALUE = fraction(10n ** 18n, 1n);
const MAX_NAME_CHARS = 60;
const SYMBOL = /^[A-Z0-9]{1,20}$/;
const COIN_ID = /^[a-z0-9][a-z0-9._-]{0,99}$/i;
/** Hourly prices of a week are 168, plus one. */
const MAX_WEEK_POINTS = 200;
/** Maximum of chart points before thinning: thirty years of days. */
const MAX_CHART_POINTS = 12_000;
/** Control, formatting and separator characters, which could hide or reorder text. */
const INVISIBLE_CHARS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

const text = z.string().nullish();
const Coin = z.object({
  id: z.string().regex(COIN_ID),
  symbol: z.string(),
  name: z.string(),
  current_price: z.string(),
  market_cap: text,
  market_cap_rank: text,
  total_volume: text,
  price_change_percentage_1h_in_currency: text,
  price_change_percentage_24h_in_currency: text,
  price_change_percentage_24h: text,
  price_change_percentage_7d_in_currency: text,
  sparkline_in_7d: z.object({ price: z.array(text) }).nullish(),
  last_updated: text,
});
const Coins = z.array(z.unknown());
const Chart = z.object({ prices: z.array(z.array(z.unknown())) });

const isPrice = (value: Fraction | undefined): value is Fraction =>
  value !== undefined && compare(value, MIN_VALUE) >= 0 && compare(value, MAX_VALUE) <= 0;

function priceText(raw: unknown): string | undefined {
  const value = readDecimal(raw);
  return isPrice(value) ? toSignificant(value, PRICE_DIGITS) : undefined;
}

function sumText(raw: unknown): string | null {
  const value = readDecimal(raw);
  return isPrice(value) ? toSignificant(value, SUM_DIGITS) : null;
}

/** A signed percentage; null if unreadable. */
function changeText(raw: unknown): string | null {
  if (typeof raw !== 'string') return null;
  const isNegative = raw.startsWith('-');
  const value = readDecimal(isNegative ? raw.slice(1) : raw);
  if (value === undefined || compare(value, MAX_VALUE) > 0) return null;
  const rounded = toSignificant(value, CHANGE_DIGITS);
  return isNegative && rounded !== '0' ? `-${rounded}` : rounded;
}

function timeOf(raw: string | null | undefined, now: Instant): Instant {
  const at = raw == null ? Number.NaN : Date.parse(raw);
  return Number.isFinite(at) && at > 0 ? Math.min(at, now) : now;
}

/** Our symbol for each coin id of the provider; of two symbols the one that the shop uses. */
function symbolsOf(ourSymbols: ReadonlySet<string>): ReadonlyMap<string, string> {
  const entries = Object.entries(COINGECKO_IDS).map(([symbol, id]) => [id, symbol] as const);
  return new Map([...entries.toReversed(), ...entries.filter(([, symbol]) => ourSymbols.has(symbol))]);
}

function coinOf(raw: unknown, symbolById: ReadonlyMap<string, string>, now: Instant): CoinStats | undefined {
  const parsed = Coin.safeParse(raw);
  if (!parsed.success) return undefined;
  const coin = parsed.data;
  const symbol = symbolById.get(coin.id) ?? coin.symbol.toUpperCase();
  const priceUsd = priceText(coin.current_price);
  const name = coin.name.replaceAll(INVISIBLE_CHARS, '').trim().slice(0, MAX_NAME_CHARS);
  if (!SYMBOL.test(symbol) || priceUsd === undefined || name === '') return undefined;
  // A foreign coin with the symbol of one of ours is skipped
  if (!symbolById.has(coin.id) && Object.hasOwn(COINGECKO_IDS, symbol)) return undefined;
  const rank = /^[1-9]\d{0,5}$/.test(coin.market_cap_rank ?? '') ? Number(coin.market_cap_rank) : null;
  const week = (coin.sparkline_in_7d?.price ?? []).slice(-MAX_WEEK_POINTS).flatMap((price) => priceText(price) ?? []);
  return {
    symbol,
    coinId: coin.id,
    name,
    rank,
    priceUsd,
    change1h: changeText(coin.price_change_percentage_1h_in_currency),
    change24h: changeText(coin.price_change_percentage_24h_in_currency ?? coin.price_change_percentage_24h),
    change7d: changeText(coin.price_change_percentage_7d_in_currency),
    marketCapUsd: sumText(coin.market_cap),
    volume24hUsd: sumText(coin.total_volume),
    week,
    asOf: timeOf(coin.last_updated, now),
  };
}

/** `/coins/markets` to coins, in its order; throws on an unreadable response. Unreadable coins and repeated symbols are skipped. */
export function parseCoins(body: string, ourSymbols: ReadonlySet<string>, now: Instant): readonly CoinStats[] {
  const symbolById = symbolsOf(ourSymbols);
  const entries = Coins.parse(parseExactJson(body));
  const coins = entries.flatMap((entry) => coinOf(entry, symbolById, now) ?? []);
  if (entries.length > 0 && coins.length === 0) throw new Error('no coin of it can be read');
  const bySymbol = new Map<string, CoinStats>();
  for (const coin of coins) if (!bySymbol.has(coin.symbol)) bySymbol.set(coin.symbol, coin);
  return [...bySymbol.values()];
}

/** `/coins/{id}/market_chart` to points, ascending, each time once; throws on an unreadable response. */
export function parseChart(body: string, now: Instant): readonly StatsPoint[] {
  const entries = Chart.parse(parseExactJson(body)).prices.slice(-MAX_CHART_POINTS);
  const points = entries.flatMap(([time, value]): readonly StatsPoint[] => {
    const at = Math.trunc(Number(time));
    const price = priceText(value);
    return price === undefined || !Number.isSafeInteger(at) || at <= 0 || at > now + HOUR_MS ? [] : [{ at: Math.min(at, now), price }];
  });
  if (entries.length > 0 && points.length === 0) throw new Error('no point of it can be read');
  const byTime = new Map(points.map((point) => [point.at, point]));
  return [...byTime.values()].toSorted((a, b) => a.at - b.at);
}

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
