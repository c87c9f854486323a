import { MINUTE_MS } from '#core/time.ts';

/** What makes the price of a symbol reliable (domain 2 and 10). The rules are data that the office edits. */
export interface SymbolRule {
  /** How many markets must agree. Never more than are configured, so that a single one suffices. */
  readonly minSources: number;
  /** How many reference rates suffice if fewer markets quote; 0 means never. */
  readonly minReferences: number;
  /** Half width of the band around the median, parts per million. */
  readonly bandPpm: number;
  /** Largest accepted move between two published prices, parts per million. */
  readonly jumpPpm: number;
  /** How long sources must stay at a new level beyond `jumpPpm`. */
  readonly jumpWindowMs: number;
  /** Maximum age of a reading, if stricter than the source's own; null if not. */
  readonly maxAgeMs: number | null;
  /** The only sources that are used; null for all. */
  readonly sources: readonly string[] | null;
  /**
   * For a stablecoin: the distance from one dollar, ppm, within which one market suffices. Without markets the price is one dollar while
   * other prices agree.
   */
  readonly pegPpm: number | null;
}

const DEFAULT_RULE: SymbolRule = {
  minSources: 2,
  minReferences: 1,
  bandPpm: 30_000,
  jumpPpm: 100_000,
  jumpWindowMs: 5 * MINUTE_MS,
  maxAgeMs: null,
  sources: null,
  pegPpm: null,
};

/** Most markets quote everything in USDT, but do not quote USDT. Without its peg they would give no prices at all. */
const SYMBOL_DEFAULTS: Readonly<Record<string, Partial<SymbolRule>>> = { USDT: { pegPpm: 20_000 } };

/** The rule of a symbol without changes. */
export const defaultRule = (symbol: string): SymbolRule => ({
  ...DEFAULT_RULE,
  ...(Object.hasOwn(SYMBOL_DEFAULTS, symbol) ? SYMBOL_DEFAULTS[symbol] : {}),
});

/** Changes of a symbol's rule over its defaults. */
export type RuleChange = Partial<SymbolRule>;

export const ruleOf = (symbol: string, changes: ReadonlyMap<string, RuleChange>): SymbolRule => ({
  ...defaultRule(symbol),
  ...changes.get(symbol),
});
