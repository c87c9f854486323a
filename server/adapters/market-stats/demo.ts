import type { HistoryPeriod } from '#core/history/period.ts';
import { type Fraction, fraction, multiply, toSignificant } from '#core/money/fraction.ts';
import { deviationPercent } from '#core/money/percent.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, type Instant } from '#core/time.ts';
import type { RateSource } from '#server/adapters/rate-sources/port.ts';
import type { CoinStats, MarketStats, StatsPoint } from './port.ts';

/** Name, total supply in millions and daily volume in thousands of coins. Invented but plausible. */
const COINS: Readonly<Record<string, readonly [name: string, millions: bigint, dailyThousands: bigint]>> = {
  BTC: ['Bitcoin', 20n, 420n],
  ETH: ['Ethereum', 120n, 6_900n],
  USDT: ['Tether', 184_000n, 92_000_000n],
  XRP: ['XRP', 60_100n, 1_900_000n],
  BNB: ['BNB', 138n, 2_100n],
  SOL: ['Solana', 553n, 29_000n],
  USDC: ['USDC', 75_000n, 12_000_000n],
  DOGE: ['Dogecoin', 151_000n, 8_700_000n],
  TRX: ['TRON', 94_700n, 2_300_000n],
  ADA: ['Cardano', 36_500n, 1_400_000n],
  BCH: ['Bitcoin Cash', 20n, 700n],
  XMR: ['Monero', 18n, 340n],
  ZEC: ['Zcash', 16n, 1_900n],
  LTC: ['Litecoin', 76n, 5_400n],
  GRAM: ['Toncoin', 2_500n, 51_000n],
  TON: ['Toncoin', 2_500n, 51_000n],
  DAI: ['Dai', 5_360n, 130_000n],
  ETC: ['Ethereum Classic', 153n, 4_900n],
  DASH: ['Dash', 12n, 1_100n],
};

/** Distance and number of points per period. */
const POINTS = {
  day: { everyMs: 5 * MINUTE_MS, count: 288 },
  week: { everyMs: HOUR_MS, count: 168 },
  month: { everyMs: 2 * HOUR_MS, count: 360 },
  year: { everyMs: DAY_MS, count: 365 },
  all: { everyMs: 2 * DAY_MS, count: 365 },
} as const satisfies Readonly<Record<HistoryPeriod, { readonly everyMs: number; readonly count: number }>>;

const PRICE_DIGITS = 12;
const THOUSAND = 1_000n;
const MILLION = 1_000_000n;

async function priceAt(prices: RateSource, symbol: string, at: Instant): Promise<Fraction | undefined> {
  const [quote] = (await prices.read(new Set([symbol]), at)) ?? [];
  return quote?.bid;
}

/** Multiples of the step up to now, oldest first. */
const timesOf = (period: HistoryPeriod, now: Instant): readonly Instant[] => {
  const { everyMs, count } = POINTS[period];
  const last = now - (now % everyMs);
  return Array.from({ length: count }, (_, i) => last - (count - 1 - i) * everyMs);
};

async function pointsOf(prices: RateSource, symbol: string, period: HistoryPeriod, now: Instant): Promise<readonly StatsPoint[]> {
  const priced = await Promise.all(timesOf(period, now).map(async (at) => ({ at, price: await priceAt(prices, symbol, at) })));
  return priced.flatMap(({ at, price }) => (price === undefined ? [] : [{ at, price: toSignificant(price, PRICE_DIGITS) }]));
}

/** Change of a price in per cent. */
const changeText = (from: Fraction | undefined, to: Fraction): string | null => (from === undefined ? null : deviationPercent(to, from));

const integerText = ({ num, den }: Fraction): string => (num / den).toString();

async function coinOf(prices: RateSource, symbol: string, now: Instant): Promise<(CoinStats & { readonly cap: bigint }) | undefined> {
  const coin = Object.hasOwn(COINS, symbol) ? COINS[symbol] : undefined;
  const price = await priceAt(prices, symbol, now);
  if (coin === undefined || price === undefined) return undefined;
  const [name, millions, dailyThousands] = coin;
  const [hourAgo, dayAgo, weekAgo] = await Promise.all([HOUR_MS, DAY_MS, 7 * DAY_MS].map((ms) => priceAt(prices, symbol, now - ms)));
  const cap = multiply(price, fraction(millions * MILLION, 1n));
  return {
    symbol,
    coinId: symbol.toLowerCase(),
    name,
    rank: null,
    priceUsd: toSignificant(price, PRICE_DIGITS),
    change1h: changeText(hourAgo, price),
    change24h: changeText(dayAgo, price),
    change7d: changeText(weekAgo, price),
    marketCapUsd: integerText(cap),
    volume24hUsd: integerText(multiply(price, fraction(dailyThousands * THOUSAND, 1n))),
    week: (await pointsOf(prices, symbol, 'week', now)).map((point) => point.price),
    asOf: now,
    cap: cap.num / cap.den,
  };
}

/** All coins, largest first; if two symbols name one coin, the shop's symbol, else the first. */
async function rankedCoins(prices: RateSource, ourSymbols: ReadonlySet<string>, now: Instant): Promise<readonly CoinStats[]> {
  const symbols = Object.keys(COINS).toSorted((a, b) => Number(ourSymbols.has(b)) - Number(ourSymbols.has(a)));
  const uniqueSymbols = [...new Map(symbols.toReversed().map((symbol) => [COINS[symbol]?.[0], symbol])).values()];
  const coins = (await Promise.all(uniqueSymbols.map((symbol) => coinOf(prices, symbol, now)))).filter((coin) => coin !== undefined);
  return coins.toSorted((a, b) => (a.cap < b.cap ? 1 : a.cap > b.cap ? -1 : 0)).map(({ cap: _, ...coin }, i) => ({ ...coin, rank: i + 1 }));
}

/** Statistics derived from demo prices: a pure function of symbol and time. Works offline. */
export const demoStats = ({ prices }: { readonly prices: RateSource }): MarketStats => ({
  name: 'demo',
  isDemo: true,
  supports: (symbol) => Object.hasOwn(COINS, symbol),
  top: async ({ ourSymbols, now }) => ({ kind: 'changed', value: await rankedCoins(prices, ourSymbols, now), etag: null }),
  coins: async ({ symbols, now }) => ({
    kind: 'changed',
    value: (await rankedCoins(prices, symbols, now)).filter(({ symbol }) => symbols.has(symbol)),
    etag: null,
  }),
  chart: async ({ symbol, period, now }) => ({ kind: 'changed', value: await pointsOf(prices, symbol, period, now), etag: null }),
});
