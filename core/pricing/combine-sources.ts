import { pow10 } from '#core/money/decimals.ts';
import { add, compare, fraction, fromPpm, multiply, ONE, subtract, type Fraction } from '#core/money/fraction.ts';
import { MINUTE_MS, SECOND_MS, type Instant } from '#core/time.ts';
import { significantDown } from './plain-decimal.ts';

/** Prices are counted in this currency: its own price is one, from no source. */
export const BASE_SYMBOL = 'USD';

/** One source's word on one symbol, US dollars for one unit. */
export interface Reading {
  readonly source: string;
  readonly symbol: string;
  readonly usd: Fraction;
  readonly at: Instant;
  /** Older than this it does not count. */
  readonly maxAgeMs: number;
}

export interface MarketPrice {
  readonly usd: Fraction;
  /** The readings it was made from; none for the base currency. */
  readonly sources: readonly { readonly name: string; readonly usd: Fraction; readonly at: Instant }[];
}

/** A symbol without a trustworthy price: its directions close and an operator is told (domain 2). */
export interface MissingPrice {
  readonly symbol: string;
  readonly reason: 'too_few_sources' | 'jump';
  /** Sources that answered and were not believed. */
  readonly dropped: readonly string[];
}

export interface CombineRules {
  readonly minSources: number;
  readonly maxAgeMs: number;
  /** A reading may be ahead of our clock by this much. */
  readonly maxAheadMs: number;
  /** Half width of the band around the median, parts per million. */
  readonly bandPpm: number;
  /** Largest believable move between two published prices. */
  readonly jumpPpm: number;
  /** After this time without a published price, the new level is believed. */
  readonly jumpWindowMs: number;
}

export const DEFAULT_RULES: CombineRules = {
  minSources: 2,
  maxAgeMs: 30 * SECOND_MS,
  maxAheadMs: 5 * SECOND_MS,
  bandPpm: 30_000,
  jumpPpm: 100_000,
  jumpWindowMs: 5 * MINUTE_MS,
};

/** Published prices keep this many significant digits: far finer than any market, and fractions stay short. */
const PRICE_DIGITS = 15;

const distance = (a: Fraction, b: Fraction): Fraction => (compare(a, b) >= 0 ? subtract(a, b) : subtract(b, a));
const isWithin = (value: Fraction, center: Fraction, ppm: number): boolean =>
  compare(distance(value, center), multiply(center, fromPpm(ppm))) <= 0;

/** Middle value, or the mean of the two middle ones; undefined of nothing. */
export function median(values: readonly Fraction[]): Fraction | undefined {
  const sorted = values.toSorted(compare);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  if (!(upper && lower)) return undefined;
  return multiply(add(lower, upper), fraction(1n, 2n));
}

function published(usd: Fraction): Fraction {
  const { digits, decimals } = significantDown(usd.num, usd.den, PRICE_DIGITS);
  return fraction(digits, pow10(decimals));
}

export interface CombineInput {
  readonly symbols: readonly string[];
  readonly readings: readonly Reading[];
  /** What was published last, with its time; guards against jumps. */
  readonly previous: ReadonlyMap<string, { readonly usd: Fraction; readonly at: Instant }>;
  readonly now: Instant;
  readonly rules: CombineRules;
}

function combineSymbol(symbol: string, input: CombineInput): MarketPrice | MissingPrice {
  const { rules, now } = input;
  const answered = input.readings.filter((reading) => reading.symbol === symbol);
  const live = answered.filter(
    (reading) => reading.usd.num > 0n && now - reading.at <= reading.maxAgeMs && reading.at - now <= rules.maxAheadMs,
  );
  const center = median(live.map((reading) => reading.usd));
  const believed = center ? live.filter((reading) => isWithin(reading.usd, center, rules.bandPpm)) : [];
  const usd = median(believed.map((reading) => reading.usd));
  const dropped = answered.filter((reading) => !believed.includes(reading)).map((reading) => reading.source);
  if (!usd || believed.length < rules.minSources) return { symbol, reason: 'too_few_sources', dropped };
  const before = input.previous.get(symbol);
  const isGuarded = before !== undefined && now - before.at <= rules.jumpWindowMs;
  if (isGuarded && !isWithin(usd, before.usd, rules.jumpPpm)) return { symbol, reason: 'jump', dropped };
  return { usd: published(usd), sources: believed.map((reading) => ({ name: reading.source, usd: reading.usd, at: reading.at })) };
}

/**
 * Market prices from several sources (domain 2): drops what is older than its limit, zero or ahead of time, then what leaves the band around the median,
 * and takes the median of the rest. A symbol with too few sources left or a jump beyond the guard has no price: no price is better than a wrong one.
 */
export function combineSources(input: CombineInput): {
  readonly prices: ReadonlyMap<string, MarketPrice>;
  readonly missing: readonly MissingPrice[];
} {
  const prices = new Map<string, MarketPrice>();
  const missing: MissingPrice[] = [];
  for (const symbol of new Set(input.symbols)) {
    const found = symbol === BASE_SYMBOL ? { usd: ONE, sources: [] } : combineSymbol(symbol, input);
    if ('usd' in found) prices.set(symbol, found);
    else missing.push(found);
  }
  return { prices, missing };
}
