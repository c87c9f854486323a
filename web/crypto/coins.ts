import type { CryptoStatsAttributes } from '#contract/public/crypto-stats.ts';
import type { PaymentSystemAttributes } from '#contract/public/payment-systems.ts';
import { oneOf } from '#core/closed-list.ts';
import { compare, type Fraction, fractionFromDecimal } from '#core/money/fraction.ts';

/** How a coin is drawn: like the payment system we exchange it by, else generically. */
export interface CoinMark {
  readonly monogram: string;
  readonly tint: string;
}

export interface Coin extends CryptoStatsAttributes {
  readonly mark: CoinMark;
}

/** Tint of a coin without a payment system. */
const DEFAULT_TINT = 'slate';
const MONOGRAM_CHARS = 3;

type Systems = readonly { readonly attributes: PaymentSystemAttributes }[];

/** The mark of the coin's first payment system, else a generic one. */
export function markOf(symbol: string, systems: Systems): CoinMark {
  const system = systems.find(({ attributes }) => attributes.kind === 'crypto' && attributes.currency_iso_code === symbol);
  return system?.attributes.mark ?? { monogram: symbol.slice(0, MONOGRAM_CHARS), tint: DEFAULT_TINT };
}

/** What the list can be sorted by. */
export const SORTS = ['rank', 'price', 'change_1h', 'change_24h', 'change_7d', 'cap', 'volume'] as const;
export type SortKey = (typeof SORTS)[number];
export interface Sort {
  readonly key: SortKey;
  readonly isDescending: boolean;
}

export const BY_RANK: Sort = { key: 'rank', isDescending: false };

/** The sorting of an address (`price`, `-price`); by rank without a valid one. */
export function sortIn(search: string): Sort {
  const param = new URLSearchParams(search).get('sort') ?? '';
  const key = oneOf(SORTS, param.replace(/^-/, ''));
  return key === undefined ? BY_RANK : { key, isDescending: param.startsWith('-') };
}

/** The sorting after a press on a column head: descending first, then reversed. */
export function nextSort(current: Sort, key: SortKey): Sort {
  if (current.key === key) return { key, isDescending: !current.isDescending };
  return { key, isDescending: key !== 'rank' };
}

/** Query string of a sorting; empty for the default. */
export const searchOf = ({ key, isDescending }: Sort): string =>
  key === 'rank' && !isDescending ? '' : `?sort=${isDescending ? '-' : ''}${key}`;

const VALUES: Readonly<Record<SortKey, (coin: CryptoStatsAttributes) => string | null>> = {
  rank: ({ rank }) => (rank === null ? null : String(rank)),
  price: (coin) => coin.price_usd,
  change_1h: (coin) => coin.change_1h,
  change_24h: (coin) => coin.change_24h,
  change_7d: (coin) => coin.change_7d,
  cap: (coin) => coin.market_cap_usd,
  volume: (coin) => coin.volume_24h_usd,
};

interface SignedNumber {
  readonly isNegative: boolean;
  readonly magnitude: Fraction;
}

function parseSigned(text: string | null): SignedNumber | null {
  const magnitude = text === null ? undefined : fractionFromDecimal(text.replace(/^-/, ''));
  return magnitude === undefined ? null : { isNegative: text?.startsWith('-') === true, magnitude };
}

function compareSigned(a: SignedNumber, b: SignedNumber): number {
  if (a.isNegative !== b.isNegative) return a.isNegative ? -1 : 1;
  return a.isNegative ? compare(b.magnitude, a.magnitude) : compare(a.magnitude, b.magnitude);
}

/** Sorts coins; those without the figure come last, in both directions. */
export function sorted<C extends CryptoStatsAttributes>(coins: readonly C[], { key, isDescending }: Sort): readonly C[] {
  const values = new Map(coins.map((coin) => [coin, parseSigned(VALUES[key](coin))]));
  return coins.toSorted((a, b) => {
    const [first, second] = [values.get(a) ?? null, values.get(b) ?? null];
    if (first === null || second === null) return Number(first === null) - Number(second === null);
    return compareSigned(first, second) * (isDescending ? -1 : 1);
  });
}

/** Updates the figures of the rows shown. Rows do not move, and coins that are not shown are ignored. */
export function updateInPlace(current: readonly Coin[], updates: readonly CryptoStatsAttributes[]): readonly Coin[] {
  const bySymbol = new Map(updates.map((coin) => [coin.symbol, coin]));
  return current.map((coin) => ({ ...coin, ...bySymbol.get(coin.symbol) }));
}
