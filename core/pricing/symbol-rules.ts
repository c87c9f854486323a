import { MINUTE_MS } from '#core/time.ts';

/** What makes the price of a symbol reliable (domain 2 and 10); data, edited in the office. */
export interface SymbolRule {
  /** Markets that must agree; never more than are configured, so that a single one suffices. */
  readonly minSources: number;
  /** Reference rates that suffice where fewer markets quote; 0: never. */
  readonly minReferences: number;
  /** Half width of the band around the median, parts per million. */
  readonly bandPpm: number;
  /** Largest accepted move between two published prices, parts per million. */
  readonly jumpPpm: number;
  /** How long a new level beyond `jumpPpm` must be confirmed. */
  readonly jumpWindowMs: number;
  /** Maximum age, where stricter than the sources' own; null: theirs. */
  readonly maxAgeMs: number | null;
  /** Only these sources are used; null: all. */
  readonly sources: readonly string[] | null;
  /**
   * Stablecoin: within this distance of one dollar, ppm, one market suffices; without markets the price is one dollar while prices through
   * other currencies agree. Null: no peg.
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

/** Most exchanges quote everything in USDT and USDT in nothing: without its peg they would have no prices at all. */
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
