import type { MarketPriceAttributes, RateEvidenceAttributes, RateSourceAttributes } from '#contract/office/catalogue/market.ts';
import { toSignificant } from '#core/money/fraction.ts';
import { ruleOf, type SymbolRule } from '#core/pricing/symbol-rules.ts';
import { toRfc3339, type Instant } from '#core/time.ts';
import type { SymbolEvidence } from './evidence.ts';
import type { MarketSettings, SourceStateRow } from './store.ts';
import type { EvidenceRow } from './queries.ts';

type Evidence = RateEvidenceAttributes['prices'][number];

/** Evidence of one symbol's price for the response. */
export const presentEvidence = (symbol: string, evidence: SymbolEvidence): Evidence => ({
  symbol,
  usd: evidence.usd,
  origin: evidence.origin,
  reason: evidence.reason,
  level: evidence.level,
  said: evidence.said.map((reading) => ({ ...reading, at: toRfc3339(reading.at) })),
  refused: evidence.refused.map((reading) => ({ ...reading, at: toRfc3339(reading.at) })),
});

const RULE_NAMES = {
  minSources: 'min_sources',
  minReferences: 'min_references',
  bandPpm: 'band_ppm',
  jumpPpm: 'jump_ppm',
  jumpWindowMs: 'jump_window_ms',
  maxAgeMs: 'max_age_ms',
  sources: 'sources',
  pegPpm: 'peg_ppm',
} as const satisfies Record<keyof SymbolRule, string>;

function presentRule(symbol: string, settings: MarketSettings): Pick<MarketPriceAttributes, 'rule' | 'rule_changed'> {
  const rule = ruleOf(symbol, settings.rules);
  return {
    rule: {
      min_sources: rule.minSources,
      min_references: rule.minReferences,
      band_ppm: rule.bandPpm,
      jump_ppm: rule.jumpPpm,
      jump_window_ms: rule.jumpWindowMs,
      max_age_ms: rule.maxAgeMs,
      sources: rule.sources && [...rule.sources],
      peg_ppm: rule.pegPpm,
    },
    rule_changed: Object.keys(settings.rules.get(symbol) ?? {}).map((name) => RULE_NAMES[name as keyof SymbolRule]),
  };
}

const FIXED_DIGITS = 30;

/** A symbol's price with its evidence, rule and fixed price for the response. */
export function presentPrice(
  symbol: string,
  evidence: SymbolEvidence,
  context: { readonly row: EvidenceRow; readonly settings: MarketSettings; readonly now: Instant },
): MarketPriceAttributes {
  const { row, settings } = context;
  const fixed = settings.fixed.get(symbol);
  const usedCount = evidence.said.filter(({ dropped }) => dropped === null).length;
  const isFixed = fixed !== undefined && fixed.until > context.now;
  return {
    ...presentEvidence(symbol, evidence),
    snapshot_id: row.id,
    taken_at: toRfc3339(row.taken_at.getTime()),
    is_demo: row.is_demo,
    sources_used: usedCount,
    sources_dropped: evidence.said.length - usedCount + evidence.refused.length,
    ...presentRule(symbol, settings),
    fixed: isFixed
      ? { base: fixed.base, quote: fixed.quote, price: toSignificant(fixed.price, FIXED_DIGITS), until: toRfc3339(fixed.until) }
      : null,
  };
}

const timeText = (at: Date | null): string | null => at && toRfc3339(at.getTime());

function healthOf(row: SourceStateRow, now: Instant): RateSourceAttributes['health'] {
  if (row.answered_at === null) return row.failures > 0 ? 'lost' : 'failing';
  // A daily table may be days old, but a source without a recent answer still counts as lost
  const isOld = now - row.answered_at.getTime() > Number(row.max_age_ms);
  return isOld ? 'lost' : row.failures > 0 ? 'failing' : 'live';
}

export const presentSource = (row: SourceStateRow, now: Instant): RateSourceAttributes => ({
  name: row.name,
  kind: row.kind,
  health: healthOf(row, now),
  chosen_by: row.chosen_by,
  every_ms: row.every_ms,
  max_age_ms: Number(row.max_age_ms),
  asked_at: timeText(row.asked_at),
  answered_at: timeText(row.answered_at),
  age_ms: row.answered_at && Math.max(0, now - row.answered_at.getTime()),
  failures: row.failures,
  last_error: row.last_error,
  last_error_at: timeText(row.last_error_at),
  quotes: row.quotes,
  used_ppm: row.used_ppm,
});
