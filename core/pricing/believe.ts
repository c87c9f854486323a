import { ONE, type Fraction } from '#core/money/fraction.ts';
import type { Candidate } from './cross.ts';
import { isWithin, median } from './median.ts';
import type { DropReason } from './reading.ts';
import type { SymbolRule } from './symbol-rules.ts';

/** How a price came about. */
export const PRICE_ORIGINS = [
  /** The dollar itself. */
  'base',
  /** Enough markets agree. */
  'markets',
  /** Too few markets: numbers of the day. */
  'references',
  /** A coin that is made to cost a dollar, and nothing says otherwise. */
  'peg',
  /** Set by hand until its end. */
  'fixed',
] as const;
export type PriceOrigin = (typeof PRICE_ORIGINS)[number];

export interface Believed {
  /** Undefined: too few agree. */
  readonly usd: Fraction | undefined;
  readonly origin: PriceOrigin;
  /** All of them, each with why it was dropped. */
  readonly candidates: readonly Candidate[];
}

const drop = (all: readonly Candidate[], why: DropReason, isDropped: (one: Candidate) => boolean): readonly Candidate[] =>
  all.map((one) => (isDropped(one) ? { ...one, dropped: why } : one));

/** Drops what leaves the band around the median and takes the median of the rest, where enough are left. */
function agree(all: readonly Candidate[], least: number, bandPpm: number): Pick<Believed, 'usd' | 'candidates'> {
  const center = median(all.map(({ usd }) => usd));
  if (!center) return { usd: undefined, candidates: all };
  const marked = drop(all, 'outside_band', ({ usd }) => !isWithin(usd, center, bandPpm));
  const kept = marked.filter(({ dropped }) => dropped === null);
  return { usd: kept.length >= least ? median(kept.map(({ usd }) => usd)) : undefined, candidates: marked };
}

/** A coin with a peg: only its dollar markets make its price; what is known through other currencies tells whether the peg holds. */
function believePegged(markets: readonly Candidate[], least: number, rule: SymbolRule & { readonly pegPpm: number }): Believed {
  const isOnPeg = (usd: Fraction): boolean => isWithin(usd, ONE, rule.pegPpm);
  const direct = markets.filter(({ path }) => path.length === 1);
  const crossed = markets.filter(({ path }) => path.length > 1);
  const agreed = agree(direct, least, rule.bandPpm);
  const candidates = [...agreed.candidates, ...crossed];
  if (agreed.usd) return { usd: agreed.usd, origin: 'markets', candidates };
  const near = drop(direct, 'outside_band', ({ usd }) => !isOnPeg(usd));
  const alone = median(near.filter(({ dropped }) => dropped === null).map(({ usd }) => usd));
  if (alone) return { usd: alone, origin: 'peg', candidates: [...near, ...crossed] };
  const told = median(markets.map(({ usd }) => usd));
  return { usd: told === undefined || isOnPeg(told) ? ONE : undefined, origin: 'peg', candidates: [...near, ...crossed] };
}

/**
 * What a symbol costs by what its sources say: markets where enough of them agree, else numbers of the day (domain 2). `markets`
 * says how many are chosen that may speak of it: a lone one is believed, of several one alone is not.
 */
export function believe(candidates: readonly Candidate[], rule: SymbolRule, markets: number): Believed {
  const least = Math.max(1, Math.min(rule.minSources, markets));
  const spoken = candidates.filter(({ kind }) => kind === 'market');
  const published = candidates.filter(({ kind }) => kind === 'reference');
  const { pegPpm } = rule;
  const found: Believed =
    pegPpm === null ? { ...agree(spoken, least, rule.bandPpm), origin: 'markets' } : believePegged(spoken, least, { ...rule, pegPpm });
  if (found.usd || published.length === 0 || rule.minReferences === 0)
    return { ...found, candidates: [...found.candidates, ...drop(published, 'reference_not_needed', () => true)] };
  const told = agree(published, rule.minReferences, rule.bandPpm);
  return { usd: told.usd, origin: 'references', candidates: [...found.candidates, ...told.candidates] };
}
