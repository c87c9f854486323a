import { MINUTE_MS } from '#core/time.ts';

/** How much it takes to believe a price of one symbol (domain 2 and 10); all of it data, edited in the office. */
export interface SymbolRule {
  /** Markets that must agree; never more than there are chosen, so that a lone one is believed. */
  readonly minSources: number;
  /** Published numbers that are enough where fewer markets speak; 0: they never are. */
  readonly minReferences: number;
  /** Half width of the band around the median, parts per million. */
  readonly bandPpm: number;
  /** Largest believable move between two published prices, parts per million. */
  readonly jumpPpm: number;
  /** A new level beyond `jumpPpm` is believed once it has been confirmed for so long. */
  readonly jumpWindowMs: number;
  /** Stricter than the sources' own limits; null: theirs. */
  readonly maxAgeMs: number | null;
  /** Only these are asked about the symbol; null: all. */
  readonly sources: readonly string[] | null;
  /**
   * A coin that is made to cost a dollar: this far from it, one market alone is believed, and without any it costs a dollar as
   * long as what is known of it through other currencies says so; null: a coin like any other.
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

/** Most exchanges quote everything in USDT and USDT in nothing: without its peg nothing there had a price. */
const OWN_DEFAULTS: Readonly<Record<string, Partial<SymbolRule>>> = { USDT: { pegPpm: 20_000 } };

/** The rule of a symbol where nobody has changed anything. */
export const defaultRule = (symbol: string): SymbolRule => ({
  ...DEFAULT_RULE,
  ...(Object.hasOwn(OWN_DEFAULTS, symbol) ? OWN_DEFAULTS[symbol] : {}),
});

/** What has been changed of a symbol's rule over its defaults. */
export type RuleChange = Partial<SymbolRule>;

export const ruleOf = (symbol: string, changes: ReadonlyMap<string, RuleChange>): SymbolRule => ({
  ...defaultRule(symbol),
  ...changes.get(symbol),
});
