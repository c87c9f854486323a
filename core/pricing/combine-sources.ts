import { divide, type Fraction, multiply, ONE } from '#core/money/fraction.ts';
import type { Instant } from '#core/time.ts';
import { believe, type PriceOrigin } from './believe.ts';
import { crossSource, type Candidate } from './cross.ts';
import { afterJumpGuard, type Confirmation, type PriceMemory } from './jump-guard.ts';
import { shortPrice } from './median.ts';
import { BASE_SYMBOL, CROSS_BASES, faultOf, type DropReason, type Reading, type SourceKind } from './reading.ts';
import { ruleOf, type RuleChange } from './symbol-rules.ts';

/** A word of a source about a symbol that was not even crossed. */
export interface Refused {
  readonly source: string;
  readonly pair: string;
  readonly at: Instant;
  readonly dropped: DropReason;
}

interface Evidence {
  readonly candidates: readonly Candidate[];
  readonly refused: readonly Refused[];
}

export interface MarketPrice extends Evidence {
  readonly usd: Fraction;
  readonly origin: PriceOrigin;
}

/** A symbol without a trustworthy price: its directions close and an operator is told (domain 2). */
export interface MissingPrice extends Evidence {
  readonly symbol: string;
  readonly reason: 'too_few_sources' | 'jump';
  /** What it would cost if it were believed: what an owner is asked to confirm. */
  readonly level: Fraction | null;
}

/** A price set by hand: units of `quote` for one of `base`, one of them the symbol. */
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
  readonly memory: ReadonlyMap<string, PriceMemory>;
  readonly now: Instant;
}

export interface Combined {
  readonly prices: ReadonlyMap<string, MarketPrice>;
  readonly missing: readonly MissingPrice[];
  /** What the next combination must know of this one, by symbol. */
  readonly memory: ReadonlyMap<string, PriceMemory>;
}

type Usd = (symbol: string) => Fraction | undefined;

/** What every source says of a symbol, and what of it was refused at once. */
function hear(symbol: string, input: CombineInput, usdOf: Usd): Evidence {
  const rule = ruleOf(symbol, input.rules);
  const candidates: Candidate[] = [];
  const refused: Refused[] = [];
  for (const { name, kind } of input.sources) {
    const said = input.readings.filter(({ source }) => source === name);
    const own = said.filter((reading) => faultOf(reading, input.now, rule.maxAgeMs) === null);
    for (const reading of said) {
      const { base, quote, source, at } = reading;
      const dropped = base === symbol || quote === symbol ? faultOf(reading, input.now, rule.maxAgeMs) : null;
      if (dropped !== null) refused.push({ source, pair: `${base}/${quote}`, at, dropped });
    }
    const found = crossSource(symbol, own, usdOf);
    if (found?.usd.num === 0n || !found) continue;
    const isAllowed = rule.sources?.includes(name) ?? true;
    candidates.push({ ...found, kind, dropped: isAllowed ? null : 'not_allowed' });
  }
  return { candidates, refused };
}

const isAllowed = ({ dropped }: Candidate): boolean => dropped === null;

/** Before anything is crossed: what the numbers of the day alone say of the bases. Only to tell whether a peg holds. */
function daily(input: CombineInput): Usd {
  const tables = { ...input, sources: input.sources.filter(({ kind }) => kind === 'reference') };
  const found = new Map(
    CROSS_BASES.map((base) => [
      base as string,
      believe(hear(base, tables, () => undefined).candidates.filter(isAllowed), ruleOf(base, input.rules), 0).usd,
    ]),
  );
  return (symbol) => found.get(symbol);
}

function fixedUsd(symbol: string, input: CombineInput, usdOf: Usd): Fraction | undefined {
  const fixed = input.fixed.get(symbol);
  if (!fixed || fixed.until <= input.now) return undefined;
  const isBase = fixed.base === symbol;
  const other = usdOf(isBase ? fixed.quote : fixed.base);
  return other && shortPrice(isBase ? multiply(fixed.price, other) : divide(other, fixed.price));
}

interface Found {
  readonly price: MarketPrice | undefined;
  readonly missing: MissingPrice | undefined;
  readonly memory: PriceMemory;
}

function combineSymbol(symbol: string, input: CombineInput, usdOf: Usd): Found {
  const rule = ruleOf(symbol, input.rules);
  const heard = hear(symbol, input, usdOf);
  const markets = input.sources.filter(({ name, kind }) => kind === 'market' && (rule.sources?.includes(name) ?? true)).length;
  const believed = believe(heard.candidates.filter(isAllowed), rule, markets);
  const evidence: Evidence = {
    candidates: [...believed.candidates, ...heard.candidates.filter((one) => !isAllowed(one))],
    refused: heard.refused,
  };
  const told = believed.usd && shortPrice(believed.usd);
  const guarded = afterJumpGuard(told, {
    memory: input.memory.get(symbol),
    confirmed: input.confirmed.get(symbol),
    rule,
    now: input.now,
  });
  const byHand = fixedUsd(symbol, input, usdOf);
  const usd = byHand ?? guarded.usd;
  const { memory } = guarded;
  if (usd) return { price: { usd, origin: byHand ? 'fixed' : believed.origin, ...evidence }, missing: undefined, memory };
  const reason = told ? 'jump' : 'too_few_sources';
  return { price: undefined, missing: { symbol, reason, level: told ?? null, ...evidence }, memory };
}

/** Bases first: the rest is crossed through them. */
const inOrder = (symbols: readonly string[]): readonly string[] => [
  ...new Set([...CROSS_BASES, ...symbols.filter((symbol) => symbol !== BASE_SYMBOL)]),
];

/**
 * Market prices from several sources (domain 2): drops what is too old, broken or ahead of time, crosses the rest into dollars,
 * drops what leaves the band around the median, and takes the median of what is left. A symbol with too few sources or a jump
 * beyond the guard has no price: no price is better than a wrong one. Bases are priced too, whether or not they are asked for.
 */
export function combineSources(input: CombineInput): Combined {
  const prices = new Map<string, MarketPrice>([[BASE_SYMBOL, { usd: ONE, origin: 'base', candidates: [], refused: [] }]]);
  const missing: MissingPrice[] = [];
  const memory = new Map<string, PriceMemory>();
  const asked = new Set(input.symbols);
  const byDay = daily(input);
  const done = new Set<string>();
  const usdOf: Usd = (symbol) => prices.get(symbol)?.usd ?? (done.has(symbol) ? undefined : byDay(symbol));
  for (const symbol of inOrder(input.symbols)) {
    const found = combineSymbol(symbol, input, usdOf);
    done.add(symbol);
    memory.set(symbol, found.memory);
    if (found.price) prices.set(symbol, found.price);
    // A base that nobody asked for is nobody's loss
    if (found.missing && asked.has(symbol)) missing.push(found.missing);
  }
  return { prices, missing, memory };
}
