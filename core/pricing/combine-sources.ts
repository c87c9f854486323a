import { divide, type Fraction, multiply, ONE } from '#core/money/fraction.ts';
import type { Instant } from '#core/time.ts';
import { consensusPrice, type PriceOrigin } from './consensus-price.ts';
import { crossSource, type Candidate } from './cross.ts';
import { applyJumpGuard, type Confirmation, type PriceState } from './jump-guard.ts';
import { roundPrice } from './median.ts';
import { BASE_SYMBOL, CROSS_BASES, readingFault, type DropReason, type Reading, type SourceKind } from './reading.ts';
import { ruleOf, type RuleChange } from './symbol-rules.ts';

/** A reading of a symbol that was rejected before crossing. */
export interface RejectedReading {
  readonly source: string;
  readonly pair: string;
  readonly at: Instant;
  readonly dropped: DropReason;
}

interface Evidence {
  readonly candidates: readonly Candidate[];
  readonly rejected: readonly RejectedReading[];
}

export interface MarketPrice extends Evidence {
  readonly usd: Fraction;
  readonly origin: PriceOrigin;
}

/** A symbol without a reliable price: its directions close and an alarm is raised (domain 2). */
export interface MissingPrice extends Evidence {
  readonly symbol: string;
  readonly reason: 'too_few_sources' | 'jump';
  /** The price that the sources suggest, which an owner may confirm. */
  readonly level: Fraction | null;
}

/** A price set by an operator: units of `quote` for one of `base`; one of them is the symbol. */
export interface FixedPrice {
  readonly base: string;
  readonly quote: string;
  readonly price: Fraction;
  readonly until: Instant;
}

export interface CombineInput {
  readonly symbols: readonly string[];
  readonly readings: readonly Reading[];
  readonly sources: readonly { readonly name: string; readonly kind: SourceKind }[];
  readonly rules: ReadonlyMap<string, RuleChange>;
  readonly fixed: ReadonlyMap<string, FixedPrice>;
  readonly confirmed: ReadonlyMap<string, Confirmation>;
  readonly memory: ReadonlyMap<string, PriceState>;
  readonly now: Instant;
}

export interface Combined {
  readonly prices: ReadonlyMap<string, MarketPrice>;
  readonly missing: readonly MissingPrice[];
  /** Input of the next combination, by symbol. */
  readonly memory: ReadonlyMap<string, PriceState>;
}

type UsdLookup = (symbol: string) => Fraction | undefined;

/** The candidates of every source for a symbol, and the readings that were rejected before crossing. */
function collectEvidence(symbol: string, input: CombineInput, usdOf: UsdLookup): Evidence {
  const rule = ruleOf(symbol, input.rules);
  const candidates: Candidate[] = [];
  const rejected: RejectedReading[] = [];
  for (const { name, kind } of input.sources) {
    const sourceReadings = input.readings.filter(({ source }) => source === name);
    const usableReadings = sourceReadings.filter((reading) => readingFault(reading, input.now, rule.maxAgeMs) === null);
    for (const reading of sourceReadings) {
      const { base, quote, source, at } = reading;
      const dropped = base === symbol || quote === symbol ? readingFault(reading, input.now, rule.maxAgeMs) : null;
      if (dropped !== null) rejected.push({ source, pair: `${base}/${quote}`, at, dropped });
    }
    const crossed = crossSource(symbol, usableReadings, usdOf);
    if (crossed === undefined || crossed.usd.num === 0n) continue;
    const isSourceAllowed = rule.sources?.includes(name) ?? true;
    candidates.push({ ...crossed, kind, dropped: isSourceAllowed ? null : 'not_allowed' });
  }
  return { candidates, rejected };
}

const isAllowed = ({ dropped }: Candidate): boolean => dropped === null;

/** Prices of the bases from daily reference rates alone. Before the bases are priced, they show whether a peg holds. */
function referencePrices(input: CombineInput): UsdLookup {
  const referenceInput = { ...input, sources: input.sources.filter(({ kind }) => kind === 'reference') };
  const referencePrice = (base: string): Fraction | undefined => {
    const { candidates } = collectEvidence(base, referenceInput, () => undefined);
    return consensusPrice(candidates.filter(isAllowed), ruleOf(base, input.rules), 0).usd;
  };
  const prices = new Map<string, Fraction | undefined>(CROSS_BASES.map((base) => [base, referencePrice(base)]));
  return (symbol) => prices.get(symbol);
}

function fixedUsd(symbol: string, input: CombineInput, usdOf: UsdLookup): Fraction | undefined {
  const fixed = input.fixed.get(symbol);
  if (!fixed || fixed.until <= input.now) return undefined;
  const isBase = fixed.base === symbol;
  const otherUsd = usdOf(isBase ? fixed.quote : fixed.base);
  return otherUsd && roundPrice(isBase ? multiply(fixed.price, otherUsd) : divide(otherUsd, fixed.price));
}

interface SymbolResult {
  readonly price: MarketPrice | undefined;
  readonly missing: MissingPrice | undefined;
  readonly memory: PriceState;
}

function combineSymbol(symbol: string, input: CombineInput, usdOf: UsdLookup): SymbolResult {
  const rule = ruleOf(symbol, input.rules);
  const collected = collectEvidence(symbol, input, usdOf);
  const markets = input.sources.filter(({ name, kind }) => kind === 'market' && (rule.sources?.includes(name) ?? true)).length;
  const consensus = consensusPrice(collected.candidates.filter(isAllowed), rule, markets);
  const evidence: Evidence = {
    candidates: [...consensus.candidates, ...collected.candidates.filter((candidate) => !isAllowed(candidate))],
    rejected: collected.rejected,
  };
  const consensusUsd = consensus.usd && roundPrice(consensus.usd);
  const guarded = applyJumpGuard(consensusUsd, {
    memory: input.memory.get(symbol),
    confirmed: input.confirmed.get(symbol),
    rule,
    now: input.now,
  });
  const fixedPrice = fixedUsd(symbol, input, usdOf);
  const usd = fixedPrice ?? guarded.usd;
  const { memory } = guarded;
  if (usd) return { price: { usd, origin: fixedPrice ? 'fixed' : consensus.origin, ...evidence }, missing: undefined, memory };
  const reason = consensusUsd ? 'jump' : 'too_few_sources';
  return { price: undefined, missing: { symbol, reason, level: consensusUsd ?? null, ...evidence }, memory };
}

/** The symbols in the order of pricing. The bases come first, as other symbols are crossed through them. */
const basesFirst = (symbols: readonly string[]): readonly string[] => [
  ...new Set([...CROSS_BASES, ...symbols.filter((symbol) => symbol !== BASE_SYMBOL)]),
];

/**
 * Market prices in US dollars (domain 2). Drops unusable readings, crosses the rest into dollars and takes the median. No price with too
 * few sources or after a jump.
 */
export function combineSources(input: CombineInput): Combined {
  const prices = new Map<string, MarketPrice>([[BASE_SYMBOL, { usd: ONE, origin: 'base', candidates: [], rejected: [] }]]);
  const missing: MissingPrice[] = [];
  const memory = new Map<string, PriceState>();
  const requested = new Set(input.symbols);
  const referenceUsd = referencePrices(input);
  const priced = new Set<string>();
  const usdOf: UsdLookup = (symbol) => prices.get(symbol)?.usd ?? (priced.has(symbol) ? undefined : referenceUsd(symbol));
  for (const symbol of basesFirst(input.symbols)) {
    const result = combineSymbol(symbol, input, usdOf);
    priced.add(symbol);
    memory.set(symbol, result.memory);
    if (result.price) prices.set(symbol, result.price);
    // A missing base that was not requested closes no direction
    if (result.missing && requested.has(symbol)) missing.push(result.missing);
  }
  return { prices, missing, memory };
}
