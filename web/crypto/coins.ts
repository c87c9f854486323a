import type { CryptoStatsAttributes } from '#contract/crypto-stats.ts';
import type { PaymentSystemAttributes } from '#contract/payment-systems.ts';
import { compare, type Fraction, fractionFromDecimal } from '#core/money/fraction.ts';

/** How a coin is drawn: as the system that we exchange it by, else as any coin. */
export interface CoinMark {
  readonly monogram: string;
  readonly tint: string;
}

export interface Coin extends CryptoStatsAttributes {
  readonly mark: CoinMark;
}

/** A coin that is none of ours. */
const STRANGER_TINT = 'slate';
const MONOGRAM_CHARS = 3;

type Systems = readonly { readonly attributes: PaymentSystemAttributes }[];

/** A coin's own mark; of several systems of one coin the first. */
export function markOf(symbol: string, systems: Systems): CoinMark {
  const own = systems.find(({ attributes }) => attributes.kind === 'crypto' && attributes.currency_iso_code === symbol);
  return own?.attributes.mark ?? { monogram: symbol.slice(0, MONOGRAM_CHARS), tint: STRANGER_TINT };
}

/** What the list can be put in order by, by its column. */
export const SORTS = ['rank', 'price', 'change_1h', 'change_24h', 'change_7d', 'cap', 'volume'] as const;
export type SortKey = (typeof SORTS)[number];
export interface Sort {
  readonly key: SortKey;
  readonly isDown: boolean;
}

export const BY_RANK: Sort = { key: 'rank', isDown: false };

/** The order that an address names (`price`, `-price`); by rank where it names none. */
export function sortIn(search: string): Sort {
  const named = new URLSearchParams(search).get('sort') ?? '';
  const key = SORTS.find((one) => one === named.replace(/^-/, ''));
  return key === undefined ? BY_RANK : { key, isDown: named.startsWith('-') };
}

/** What pressing a column's head leads to: large first, and the other way when it was so already. */
export function nextSort(now: Sort, key: SortKey): Sort {
  if (now.key === key) return { key, isDown: !now.isDown };
  return { key, isDown: key !== 'rank' };
}

/** The query of an order; none for the usual one. */
export const searchOf = ({ key, isDown }: Sort): string => (key === 'rank' && !isDown ? '' : `?sort=${isDown ? '-' : ''}${key}`);

const VALUES: Readonly<Record<SortKey, (coin: CryptoStatsAttributes) => string | null>> = {
  rank: ({ rank }) => (rank === null ? null : String(rank)),
  price: (coin) => coin.price_usd,
  change_1h: (coin) => coin.change_1h,
  change_24h: (coin) => coin.change_24h,
  change_7d: (coin) => coin.change_7d,
  cap: (coin) => coin.market_cap_usd,
  volume: (coin) => coin.volume_24h_usd,
};

interface Signed {
  readonly isBelow: boolean;
  readonly size: Fraction;
}

function signed(text: string | null): Signed | null {
  const size = text === null ? undefined : fractionFromDecimal(text.replace(/^-/, ''));
  return size === undefined ? null : { isBelow: text?.startsWith('-') === true, size };
}

function compareSigned(a: Signed, b: Signed): number {
  if (a.isBelow !== b.isBelow) return a.isBelow ? -1 : 1;
  return a.isBelow ? compare(b.size, a.size) : compare(a.size, b.size);
}

/** Coins in an order; those of which nothing is known there stand last, whichever way it goes. */
export function sorted<C extends CryptoStatsAttributes>(coins: readonly C[], { key, isDown }: Sort): readonly C[] {
  const valued = coins.map((coin) => ({ coin, value: signed(VALUES[key](coin)) }));
  const known = valued.flatMap(({ coin, value }) => (value === null ? [] : [{ coin, value }]));
  const ordered = known.toSorted((a, b) => compareSigned(a.value, b.value) * (isDown ? -1 : 1));
  return [...ordered.map(({ coin }) => coin), ...valued.filter(({ value }) => value === null).map(({ coin }) => coin)];
}

/**
 * What came anew, where the coins before stand: nothing moves under somebody's eyes. Where other coins are told than before, the list
 * is another one.
 */
export function inPlace(shown: readonly Coin[], told: readonly CryptoStatsAttributes[]): readonly Coin[] {
  const bySymbol = new Map(told.map((coin) => [coin.symbol, coin]));
  return shown.map((coin) => ({ ...coin, ...bySymbol.get(coin.symbol) }));
}
