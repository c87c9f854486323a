import { compare, fromPpm, multiply, add, ONE, type Fraction } from '#core/money/fraction.ts';
import { SECOND_MS, type Instant } from '#core/time.ts';

/** The currency of all prices. Its own price is one and needs no source. */
export const BASE_SYMBOL = 'USD';
/** Symbols that others are crossed through, in this order, where they have no dollar quote (domain 2). */
export const CROSS_BASES = ['USDT', 'EUR', 'RUB', 'BTC'] as const;

/** A `market` is live trading. A `reference` is a rate published daily, which is used if too few markets quote. */
export const SOURCE_KINDS = ['market', 'reference'] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** One source's quote of one pair. */
export interface Reading {
  readonly source: string;
  readonly kind: SourceKind;
  readonly base: string;
  readonly quote: string;
  /** Units of `quote` for one of `base`. A source with a single price gives it as bid and ask. */
  readonly bid: Fraction;
  readonly ask: Fraction;
  /** Traded in a day; null: the source does not report it. */
  readonly volume: Fraction | null;
  readonly at: Instant;
  /** The age from which the source's own reading is stale. */
  readonly maxAgeMs: number;
}

/** Why a reading or candidate was dropped. */
export const DROP_REASONS = [
  /** Zero is not a price. */
  'not_positive',
  /** Bid above ask: the order book is broken. */
  'crossed_book',
  /** Spread so wide that the middle is meaningless. */
  'wide_spread',
  /** No trades. */
  'no_volume',
  'stale',
  /** In the future. */
  'ahead',
  /** Excluded by the symbol's rule. */
  'not_allowed',
  /** Too far from the other sources. */
  'outside_band',
  /** Enough markets quote: reference rates are not needed. */
  'reference_not_needed',
] as const;
export type DropReason = (typeof DROP_REASONS)[number];

/** A reading may be ahead of our clock by this much. */
const MAX_AHEAD_MS = 5 * SECOND_MS;
const MAX_SPREAD = add(ONE, fromPpm(50_000));

/** Why a reading cannot be used, seen by itself; null if it can. `maxAgeMs`: a stricter limit of the symbol's rule. */
export function readingFault(reading: Reading, now: Instant, maxAgeMs: number | null): DropReason | null {
  const { bid, ask, volume, at } = reading;
  if (bid.num === 0n || ask.num === 0n) return 'not_positive';
  if (compare(bid, ask) > 0) return 'crossed_book';
  if (compare(ask, multiply(bid, MAX_SPREAD)) > 0) return 'wide_spread';
  if (volume?.num === 0n) return 'no_volume';
  if (now - at > Math.min(reading.maxAgeMs, maxAgeMs ?? Infinity)) return 'stale';
  return at - now > MAX_AHEAD_MS ? 'ahead' : null;
}
