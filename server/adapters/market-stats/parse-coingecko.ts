import { compare, type Fraction, fraction, toSignificant } from '#core/money/fraction.ts';
import { HOUR_MS, type Instant } from '#core/time.ts';
import * as z from 'zod';
import { COINGECKO_IDS } from '#core/crypto-stats/coingecko-ids.ts';
import { parseExactJson, readDecimal } from '#core/money/read-decimal.ts';
import type { CoinStats, StatsPoint } from './port.ts';

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
