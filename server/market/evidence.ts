import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as z from 'zod';
import type { Candidate } from '#core/pricing/cross.ts';
import { PRICE_ORIGINS } from '#core/pricing/consensus-price.ts';
import type { Combined, MarketPrice, MissingPrice, RejectedReading } from '#core/pricing/combine-sources.ts';
import { DROP_REASONS, SOURCE_KINDS } from '#core/pricing/reading.ts';
import { toSignificant, type Fraction } from '#core/money/fraction.ts';

/** Significant digits in evidence, for display; the price itself is stored exactly. */
const DIGITS = 12;
const toDisplay = (value: Fraction): string => toSignificant(value, DIGITS);

const CandidateEvidence = z.object({
  source: z.string(),
  kind: z.enum(SOURCE_KINDS),
  usd: z.string(),
  bid: z.string(),
  ask: z.string(),
  at: z.number(),
  path: z.array(z.string()),
  dropped: z.nullable(z.enum(DROP_REASONS)),
});
export type CandidateEvidence = z.output<typeof CandidateEvidence>;

const RefusedEvidence = z.object({ source: z.string(), pair: z.string(), at: z.number(), dropped: z.enum(DROP_REASONS) });

const SymbolEvidence = z.object({
  usd: z.nullable(z.string()),
  origin: z.nullable(z.enum(PRICE_ORIGINS)),
  reason: z.nullable(z.enum(['too_few_sources', 'jump'])),
  /** US dollars for one unit if the jump were accepted. */
  level: z.nullable(z.string()),
  said: z.array(CandidateEvidence),
  refused: z.array(RefusedEvidence),
});
/** The readings behind one symbol's price, or why the symbol has no price. */
export type SymbolEvidence = z.output<typeof SymbolEvidence>;
const Evidence = z.record(z.string(), SymbolEvidence);

const MAX_UNPACKED_BYTES = 16 * 1024 * 1024;

const candidateEvidenceOf = (candidate: Candidate): CandidateEvidence => ({
  source: candidate.source,
  kind: candidate.kind,
  usd: toDisplay(candidate.usd),
  bid: toDisplay(candidate.bid),
  ask: toDisplay(candidate.ask),
  at: candidate.at,
  path: [...candidate.path],
  dropped: candidate.dropped,
});

const readingsOf = ({
  candidates,
  rejected,
}: {
  readonly candidates: readonly Candidate[];
  readonly rejected: readonly RejectedReading[];
}) => ({
  said: candidates.map(candidateEvidenceOf),
  refused: rejected.map((reading) => ({ ...reading })),
});

const pricedEvidence = (price: MarketPrice): SymbolEvidence => ({
  usd: toDisplay(price.usd),
  origin: price.origin,
  reason: null,
  level: null,
  ...readingsOf(price),
});

const missingEvidence = (missing: MissingPrice): SymbolEvidence => ({
  usd: null,
  origin: null,
  reason: missing.reason,
  level: missing.level && toDisplay(missing.level),
  ...readingsOf(missing),
});

/** Evidence of a snapshot, compressed: sources, times, paths, and which readings were dropped and why (domain 2). */
export function packEvidence({ prices, missing }: Combined): Buffer {
  const all: Record<string, SymbolEvidence> = Object.fromEntries([
    ...Array.from(prices, ([symbol, price]) => [symbol, pricedEvidence(price)] as const),
    ...missing.map((price) => [price.symbol, missingEvidence(price)] as const),
  ]);
  return deflateRawSync(JSON.stringify(all));
}

/** Packed evidence -> evidence; throws on anything `packEvidence` does not write. */
export const unpackEvidence = (packed: Buffer): Readonly<Record<string, SymbolEvidence>> =>
  Evidence.parse(JSON.parse(inflateRawSync(packed, { maxOutputLength: MAX_UNPACKED_BYTES }).toString('utf8')));
