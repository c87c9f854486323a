import * as z from 'zod/mini';
import { PRICE_ORIGINS } from '#core/pricing/consensus-price.ts';
import { DROP_REASONS, SOURCE_KINDS } from '#core/pricing/reading.ts';
import { rowVersion } from '#contract/document-parts.ts';
import { endpoint } from '#contract/endpoint.ts';

const symbolId = z.string().check(z.minLength(1), z.maxLength(20));

/** One source's quote of a symbol, US dollars per unit. */
const SourceQuote = z.object({
  source: z.string(),
  kind: z.enum(SOURCE_KINDS),
  usd: z.string(),
  bid: z.string(),
  ask: z.string(),
  at: z.string(),
  /** Pairs and bases it was crossed through: `['BTC/USDT', 'USDT']`. */
  path: z.array(z.string()),
  /** Why it was dropped; null: used. */
  dropped: z.nullable(z.enum(DROP_REASONS)),
});

/** A quote that was dropped before crossing. */
const DroppedQuote = z.object({ source: z.string(), pair: z.string(), at: z.string(), dropped: z.enum(DROP_REASONS) });

const evidence = {
  symbol: z.string(),
  /** US dollars per unit; null: no trustworthy price, directions are closed. */
  usd: z.nullable(z.string()),
  origin: z.nullable(z.enum(PRICE_ORIGINS)),
  reason: z.nullable(z.enum(['too_few_sources', 'jump'])),
  /** Level after a price jump, not trusted yet; can be confirmed. */
  level: z.nullable(z.string()),
  said: z.array(SourceQuote),
  refused: z.array(DroppedQuote),
};

/** A symbol's rule in force. */
const Rule = z.object({
  min_sources: z.number(),
  min_references: z.number(),
  band_ppm: z.number(),
  jump_ppm: z.number(),
  jump_window_ms: z.number(),
  max_age_ms: z.nullable(z.number()),
  sources: z.nullable(z.array(z.string())),
  peg_ppm: z.nullable(z.number()),
});

export const MarketPriceAttributes = z.object({
  ...evidence,
  snapshot_id: z.string(),
  taken_at: z.string(),
  is_demo: z.boolean(),
  sources_used: z.number(),
  sources_dropped: z.number(),
  rule: Rule,
  /** Names of the members of `rule` that differ from the defaults. */
  rule_changed: z.array(z.string()),
  /** A price set by hand until its end: units of `quote` per `base`. */
  fixed: z.nullable(z.object({ base: z.string(), quote: z.string(), price: z.string(), until: z.string() })),
});
export type MarketPriceAttributes = z.output<typeof MarketPriceAttributes>;

export const officeListMarketPrices = endpoint({
  name: 'officeListMarketPrices',
  summary: 'Lists market prices of all symbols with their sources and rules (domain 2)',
  method: 'GET',
  path: '/api/office/v1/market/prices',
  action: 'read_prices',
  reply: { kind: 'collection', type: 'market_prices', attributes: MarketPriceAttributes },
  refusals: [],
});

export const officeGetMarketPrice = endpoint({
  name: 'officeGetMarketPrice',
  summary: 'Returns the market price of one symbol with its evidence',
  method: 'GET',
  path: '/api/office/v1/market/prices/{symbol}',
  action: 'read_prices',
  params: z.object({ symbol: symbolId }),
  reply: { kind: 'resource', type: 'market_prices', attributes: MarketPriceAttributes, status: 200 },
  refusals: ['not_found'],
});

export const officeConfirmPrice = endpoint({
  name: 'officeConfirmPrice',
  summary: 'Confirms the level of a price jump, so that directions open before the sources have confirmed it for the window',
  method: 'POST',
  path: '/api/office/v1/market/prices/{symbol}/confirm',
  action: 'change_prices',
  params: z.object({ symbol: symbolId }),
  body: z.object({
    /** Level shown to the operator. */
    level: z.string().check(z.maxLength(60)),
    note: z.string().check(z.maxLength(2000)),
  }),
  bodyType: 'price_confirmations',
  reply: { kind: 'resource', type: 'market_prices', attributes: MarketPriceAttributes, status: 200 },
  refusals: ['not_found', 'required', 'invalid_format', 'edit_conflict'],
});

export const RateSourceAttributes = z.object({
  name: z.string(),
  kind: z.enum(SOURCE_KINDS),
  /** `live`: responds; `failing`: fails, last quotes still count; `lost`: no quotes count. */
  health: z.enum(['live', 'failing', 'lost']),
  chosen_by: z.enum(['environment', 'office']),
  every_ms: z.number(),
  max_age_ms: z.number(),
  asked_at: z.nullable(z.string()),
  answered_at: z.nullable(z.string()),
  /** Age of the last response, ms; null: none. */
  age_ms: z.nullable(z.number()),
  failures: z.number(),
  last_error: z.nullable(z.string()),
  last_error_at: z.nullable(z.string()),
  /** Pairs in the last response. */
  quotes: z.number(),
  /** Recent share of quotes used, parts per million. */
  used_ppm: z.nullable(z.number()),
});
export type RateSourceAttributes = z.output<typeof RateSourceAttributes>;

const choice = {
  /** `binance`, `cbr` ..., or `name=https://...` for an own list. */
  names: z.array(z.string().check(z.maxLength(500))).check(z.maxLength(30)),
  /** Alternative URLs of known sources, by name. */
  urls: z.record(z.string(), z.string().check(z.maxLength(500))),
  /** Version shown to the operator: a stale one is refused. 0: no choice yet. */
  version: rowVersion,
};

export const RateSourceChoiceAttributes = z.object({
  ...choice,
  /** Available sources. */
  known: z.array(z.string()),
});
export type RateSourceChoiceAttributes = z.output<typeof RateSourceChoiceAttributes>;

export const officeListRateSources = endpoint({
  name: 'officeListRateSources',
  summary: 'Lists chosen price sources: health, age, last error, share of quotes used',
  method: 'GET',
  path: '/api/office/v1/market/sources',
  action: 'read_prices',
  reply: { kind: 'collection', type: 'rate_sources', attributes: RateSourceAttributes },
  refusals: [],
});

export const officeGetRateSourceChoice = endpoint({
  name: 'officeGetRateSourceChoice',
  summary:
    'Returns the chosen price sources (the default ones before a choice) and the available ones; `RATE_SOURCES` of the environment takes precedence',
  method: 'GET',
  path: '/api/office/v1/market/source_choice',
  action: 'read_prices',
  reply: { kind: 'resource', type: 'rate_source_choices', attributes: RateSourceChoiceAttributes, status: 200 },
  refusals: [],
});

export const officeChooseRateSources = endpoint({
  name: 'officeChooseRateSources',
  summary: 'Chooses the price sources; effective within seconds, without a restart',
  method: 'PUT',
  path: '/api/office/v1/market/source_choice',
  action: 'change_prices',
  body: z.object(choice),
  reply: { kind: 'resource', type: 'rate_source_choices', attributes: RateSourceChoiceAttributes, status: 200 },
  refusals: ['access_denied', 'invalid_format', 'edit_conflict'],
});

export const RateEvidenceAttributes = z.object({
  taken_at: z.string(),
  is_demo: z.boolean(),
  prices: z.array(z.object(evidence)),
});
export type RateEvidenceAttributes = z.output<typeof RateEvidenceAttributes>;

export const officeGetRateEvidence = endpoint({
  name: 'officeGetRateEvidence',
  summary: 'Returns the evidence of one price set; quotes and orders refer to it by `snapshot_id`',
  method: 'GET',
  path: '/api/office/v1/market/evidence/{snapshot_id}',
  action: 'read_prices',
  params: z.object({ snapshot_id: z.string().check(z.minLength(1), z.maxLength(64)) }),
  reply: { kind: 'resource', type: 'rate_evidence', attributes: RateEvidenceAttributes, status: 200 },
  refusals: ['not_found'],
});
