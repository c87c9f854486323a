import { compare, fromPpm, multiply, add, ONE, type Fraction } from '#core/money/fraction.ts';
import { SECOND_MS, type Instant } from '#core/time.ts';

/** Prices are counted in this currency: its own price is one, from no source. */
export const BASE_SYMBOL = 'USD';
/** A symbol that is quoted against none but these is crossed through them, in this order (domain 2). */
export const CROSS_BASES = ['USDT', 'EUR', 'RUB', 'BTC'] as const;

/** `market`: where people trade now; `reference`: a number published once a day, which speaks where too few markets do. */
export const SOURCE_KINDS = ['market', 'reference'] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** One source's word on one pair. */
export interface Reading {
  readonly source: string;
  readonly kind: SourceKind;
  readonly base: string;
  readonly quote: string;
  /** Units of `quote` for one of `base`: what buyers bid, what sellers ask. Who knows one number says it twice. */
  readonly bid: Fraction;
  readonly ask: Fraction;
  /** What was traded in a day; null: the source does not tell. */
  readonly volume: Fraction | null;
  readonly at: Instant;
  /** Older than this it does not count. */
  readonly maxAgeMs: number;
}

/** Why a word of a source was not believed. */
export const DROP_REASONS = [
  /** Zero is no price. */
  'not_positive',
  /** Buyers bid more than sellers ask: the book is broken. */
  'crossed_book',
  /** So far apart that the middle means nothing. */
  'wide_spread',
  /** Nobody trades there. */
  'no_volume',
  'stale',
  /** From the future. */
  'ahead',
  /** The symbol's rule names other sources. */
  'not_allowed',
  /** Too far from what the others say. */
  'outside_band',
  /** Enough markets speak: a number of the day is not asked. */
  'reference_not_needed',
] as const;
export type DropReason = (typeof DROP_REASONS)[number];

/** A reading may be ahead of our clock by this much. */
const MAX_AHEAD_MS = 5 * SECOND_MS;
const MAX_SPREAD = add(ONE, fromPpm(50_000));

/** What is wrong with a reading by itself, whatever the others say; null: nothing. `maxAgeMs` is a rule's own limit. */
export function faultOf(reading: Reading, now: Instant, maxAgeMs: number | null): DropReason | null {
  const { bid, ask, volume, at } = reading;
  if (bid.num === 0n || ask.num === 0n) return 'not_positive';
  if (compare(bid, ask) > 0) return 'crossed_book';
  if (compare(ask, multiply(bid, MAX_SPREAD)) > 0) return 'wide_spread';
  if (volume?.num === 0n) return 'no_volume';
  if (now - at > Math.min(reading.maxAgeMs, maxAgeMs ?? Infinity)) return 'stale';
  return at - now > MAX_AHEAD_MS ? 'ahead' : null;
}
