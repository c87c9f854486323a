import { ONE, type Fraction } from '#core/money/fraction.ts';
import type { Candidate } from './cross.ts';
import { isWithin, median } from './median.ts';
import type { DropReason } from './reading.ts';
import type { SymbolRule } from './symbol-rules.ts';

/** How a price was determined. */
export const PRICE_ORIGINS = [
  /** The US dollar itself. */
  'base',
  /** Enough markets agree. */
  'markets',
  /** Too few markets: from daily reference rates. */
  'references',
  /** A stablecoin, and nothing contradicts its peg. */
  'peg',
  /** Set by an operator until its end. */
  'fixed',
] as const;
export type PriceOrigin = (typeof PRICE_ORIGINS)[number];

export interface ConsensusPrice {
  /** Undefined: too few sources agree. */
  readonly usd: Fraction | undefined;
  readonly origin: PriceOrigin;
  /** All candidates, each with the reason why it was dropped. */
  readonly candidates: readonly Candidate[];
}

const markDropped = (all: readonly Candidate[], why: DropReason, shouldDrop: (candidate: Candidate) => boolean): readonly Candidate[] =>
  all.map((candidate) => (shouldDrop(candidate) ? { ...candidate, dropped: why } : candidate));

/** The median of the candidates within a band around their median. Undefined if fewer than `minCount` are left. */
function medianWithinBand(all: readonly Candidate[], minCount: number, bandPpm: number): Pick<ConsensusPrice, 'usd' | 'candidates'> {
  const center = median(all.map(({ usd }) => usd));
  if (!center) return { usd: undefined, candidates: all };
  const marked = markDropped(all, 'outside_band', ({ usd }) => !isWithin(usd, center, bandPpm));
  const accepted = marked.filter(({ dropped }) => dropped === null);
  return { usd: accepted.length >= minCount ? median(accepted.map(({ usd }) => usd)) : undefined, candidates: marked };
}

/** The price of a pegged coin. Only its dollar markets make the price; prices through other currencies show whether the peg holds. */
function pegConsensus(markets: readonly Candidate[], minCount: number, rule: SymbolRule & { readonly pegPpm: number }): ConsensusPrice {
  const isOnPeg = (usd: Fraction): boolean => isWithin(usd, ONE, rule.pegPpm);
  const direct = markets.filter(({ path }) => path.length === 1);
  const crossed = markets.filter(({ path }) => path.length > 1);
  const directPrice = medianWithinBand(direct, minCount, rule.bandPpm);
  const candidates = [...directPrice.candidates, ...crossed];
  if (directPrice.usd) return { usd: directPrice.usd, origin: 'markets', candidates };
  const nearPeg = markDropped(direct, 'outside_band', ({ usd }) => !isOnPeg(usd));
  const priceNearPeg = median(nearPeg.filter(({ dropped }) => dropped === null).map(({ usd }) => usd));
  if (priceNearPeg) return { usd: priceNearPeg, origin: 'peg', candidates: [...nearPeg, ...crossed] };
  const marketMedian = median(markets.map(({ usd }) => usd));
  return {
    usd: marketMedian === undefined || isOnPeg(marketMedian) ? ONE : undefined,
    origin: 'peg',
    candidates: [...nearPeg, ...crossed],
  };
}

/**
 * A symbol's price: the median of markets if enough agree, else of reference rates (domain 2). `markets`: how many configured markets may
 * quote it.
 */
export function consensusPrice(candidates: readonly Candidate[], rule: SymbolRule, markets: number): ConsensusPrice {
  // A single configured market suffices
  const minCount = Math.max(1, Math.min(rule.minSources, markets));
  const marketCandidates = candidates.filter(({ kind }) => kind === 'market');
  const references = candidates.filter(({ kind }) => kind === 'reference');
  const { pegPpm } = rule;
  const result: ConsensusPrice =
    pegPpm === null
      ? { ...medianWithinBand(marketCandidates, minCount, rule.bandPpm), origin: 'markets' }
      : pegConsensus(marketCandidates, minCount, { ...rule, pegPpm });
  if (result.usd || references.length === 0 || rule.minReferences === 0)
    return { ...result, candidates: [...result.candidates, ...markDropped(references, 'reference_not_needed', () => true)] };
  const reference = medianWithinBand(references, rule.minReferences, rule.bandPpm);
  return { usd: reference.usd, origin: 'references', candidates: [...result.candidates, ...reference.candidates] };
}
