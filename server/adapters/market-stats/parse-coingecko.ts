import { compare, type Fraction, fraction, toSignificant } from '#core/money/fraction.ts';
import { HOUR_MS, type Instant } from '#core/time.ts';
import * as z from 'zod';
import { COINGECKO_IDS } from '#core/crypto-stats/coingecko-ids.ts';
import { parseExactJson, readDecimal } from '#core/money/read-decimal.ts';
import type { CoinStats, StatsPoint } from './port.ts';

const PRICE_DIGITS = 12;
const CHANGE_DIGITS = 6;
const SUM_DIGITS = 15;
/** What lies outside is no price, whatever the text says. */
const LEAST = fraction(1n, 10n ** 18n);
const MOST = fraction(10n ** 18n, 1n);
const NAME_CHARS = 60;
const SYMBOL = /^[A-Z0-9]{1,20}$/;
const COIN_ID = /^[a-z0-9][a-z0-9._-]{0,99}$/i;
/** An hourly week has 168, and one more. */
const MOST_OF_WEEK = 200;
/** What a chart may have before it is thinned: thirty years of days. */
const MOST_POINTS = 12_000;
/** Signs that would move, hide or turn the words around them. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

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
  value !== undefined && compare(value, LEAST) >= 0 && compare(value, MOST) <= 0;

function priceText(said: unknown): string | undefined {
  const value = readDecimal(said);
  return isPrice(value) ? toSignificant(value, PRICE_DIGITS) : undefined;
}

function sumText(said: unknown): string | null {
  const value = readDecimal(said);
  return isPrice(value) ? toSignificant(value, SUM_DIGITS) : null;
}

/** A signed per cent; null where it is none. */
function changeText(said: unknown): string | null {
  if (typeof said !== 'string') return null;
  const isBelow = said.startsWith('-');
  const value = readDecimal(isBelow ? said.slice(1) : said);
  if (value === undefined || compare(value, MOST) > 0) return null;
  const shown = toSignificant(value, CHANGE_DIGITS);
  return isBelow && shown !== '0' ? `-${shown}` : shown;
}

function momentOf(said: string | null | undefined, now: Instant): Instant {
  const at = said == null ? Number.NaN : Date.parse(said);
  return Number.isFinite(at) && at > 0 ? Math.min(at, now) : now;
}

/** Our symbol for each coin of the provider; of two the one that the shop speaks. */
function symbolsOf(ours: ReadonlySet<string>): ReadonlyMap<string, string> {
  const entries = Object.entries(COINGECKO_IDS).map(([symbol, id]) => [id, symbol] as const);
  return new Map([...entries.toReversed(), ...entries.filter(([, symbol]) => ours.has(symbol))]);
}

function coinOf(said: unknown, known: ReadonlyMap<string, string>, now: Instant): CoinStats | undefined {
  const parsed = Coin.safeParse(said);
  if (!parsed.success) return undefined;
  const coin = parsed.data;
  const symbol = known.get(coin.id) ?? coin.symbol.toUpperCase();
  const priceUsd = priceText(coin.current_price);
  const name = coin.name.replaceAll(UNSEEN, '').trim().slice(0, NAME_CHARS);
  if (!SYMBOL.test(symbol) || priceUsd === undefined || name === '') return undefined;
  // Somebody else's coin that calls itself like one of ours is not told at all
  if (!known.has(coin.id) && Object.hasOwn(COINGECKO_IDS, symbol)) return undefined;
  const rank = /^[1-9]\d{0,5}$/.test(coin.market_cap_rank ?? '') ? Number(coin.market_cap_rank) : null;
  const week = (coin.sparkline_in_7d?.price ?? []).slice(-MOST_OF_WEEK).flatMap((price) => priceText(price) ?? []);
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
    asOf: momentOf(coin.last_updated, now),
  };
}

/** `/coins/markets` to coins, in its order; throws on what is no such answer or says nothing readable. A coin of nonsense is left out, and so is a second one of the same symbol. */
export function parseCoins(body: string, ours: ReadonlySet<string>, now: Instant): readonly CoinStats[] {
  const known = symbolsOf(ours);
  const said = Coins.parse(parseExactJson(body));
  const coins = said.flatMap((one) => coinOf(one, known, now) ?? []);
  if (said.length > 0 && coins.length === 0) throw new Error('no coin of it can be read');
  const first = new Map<string, CoinStats>();
  for (const coin of coins) if (!first.has(coin.symbol)) first.set(coin.symbol, coin);
  return [...first.values()];
}

/** `/coins/{id}/market_chart` to points, ascending, each moment once; throws on what is no such answer. */
export function parseChart(body: string, now: Instant): readonly StatsPoint[] {
  const said = Chart.parse(parseExactJson(body)).prices.slice(-MOST_POINTS);
  const points = said.flatMap(([moment, value]): readonly StatsPoint[] => {
    const at = Math.trunc(Number(moment));
    const price = priceText(value);
    return price === undefined || !Number.isSafeInteger(at) || at <= 0 || at > now + HOUR_MS ? [] : [{ at: Math.min(at, now), price }];
  });
  if (said.length > 0 && points.length === 0) throw new Error('no point of it can be read');
  const byMoment = new Map(points.map((point) => [point.at, point]));
  return [...byMoment.values()].toSorted((a, b) => a.at - b.at);
}
