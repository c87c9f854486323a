import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as z from 'zod';
import type { Candidate } from '#core/pricing/cross.ts';
import { PRICE_ORIGINS } from '#core/pricing/believe.ts';
import type { Combined, MarketPrice, MissingPrice, Refused } from '#core/pricing/combine-sources.ts';
import { DROP_REASONS, SOURCE_KINDS } from '#core/pricing/reading.ts';
import { toSignificant, type Fraction } from '#core/money/fraction.ts';

/** Digits of what a source said, as people are shown it; the price itself is stored exactly. */
const DIGITS = 12;
const show = (value: Fraction): string => toSignificant(value, DIGITS);

const Said = z.object({
  source: z.string(),
  kind: z.enum(SOURCE_KINDS),
  usd: z.string(),
  bid: z.string(),
  ask: z.string(),
  at: z.number(),
  path: z.array(z.string()),
  dropped: z.nullable(z.enum(DROP_REASONS)),
});
export type Said = z.output<typeof Said>;

const RefusedWord = z.object({ source: z.string(), pair: z.string(), at: z.number(), dropped: z.enum(DROP_REASONS) });

const SymbolEvidence = z.object({
  usd: z.nullable(z.string()),
  origin: z.nullable(z.enum(PRICE_ORIGINS)),
  reason: z.nullable(z.enum(['too_few_sources', 'jump'])),
  /** What it would cost if a jump were believed. */
  level: z.nullable(z.string()),
  said: z.array(Said),
  refused: z.array(RefusedWord),
});
/** What one symbol's price was made of, or why it has none. */
export type SymbolEvidence = z.output<typeof SymbolEvidence>;
const Evidence = z.record(z.string(), SymbolEvidence);

const MAX_UNPACKED_BYTES = 16 * 1024 * 1024;

const saidOf = (candidate: Candidate): Said => ({
  source: candidate.source,
  kind: candidate.kind,
  usd: show(candidate.usd),
  bid: show(candidate.bid),
  ask: show(candidate.ask),
  at: candidate.at,
  path: [...candidate.path],
  dropped: candidate.dropped,
});

const wordsOf = ({ candidates, refused }: { readonly candidates: readonly Candidate[]; readonly refused: readonly Refused[] }) => ({
  said: candidates.map(saidOf),
  refused: refused.map((word) => ({ ...word })),
});

const pricedEvidence = (price: MarketPrice): SymbolEvidence => ({
  usd: show(price.usd),
  origin: price.origin,
  reason: null,
  level: null,
  ...wordsOf(price),
});

const missingEvidence = (missing: MissingPrice): SymbolEvidence => ({
  usd: null,
  origin: null,
  reason: missing.reason,
  level: missing.level && show(missing.level),
  ...wordsOf(missing),
});

/** What a set of prices was made of, packed: sources, times, paths, and what was dropped and why (domain 2). */
export function packEvidence({ prices, missing }: Combined): Buffer {
  const all: Record<string, SymbolEvidence> = Object.fromEntries([
    ...Array.from(prices, ([symbol, price]) => [symbol, pricedEvidence(price)] as const),
    ...missing.map((one) => [one.symbol, missingEvidence(one)] as const),
  ]);
  return deflateRawSync(JSON.stringify(all));
}

/** Packed evidence, read; throws on anything `packEvidence` does not write. */
export const unpackEvidence = (packed: Buffer): Readonly<Record<string, SymbolEvidence>> =>
  Evidence.parse(JSON.parse(inflateRawSync(packed, { maxOutputLength: MAX_UNPACKED_BYTES }).toString('utf8')));
