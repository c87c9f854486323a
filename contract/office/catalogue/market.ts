import * as z from 'zod/mini';
import { PRICE_ORIGINS } from '#core/pricing/consensus-price.ts';
import { DROP_REASONS, SOURCE_KINDS } from '#core/pricing/reading.ts';
import { rowVersion } from '#contract/document-parts.ts';
import { endpoint } from '#contract/endpoint.ts';

const symbolId = z.string().check(z.minLength(1), z.maxLength(20));

/** What one source said of a symbol, in US dollars for one unit. */
const Said = z.object({
  source: z.string(),
  kind: z.enum(SOURCE_KINDS),
  usd: z.string(),
  bid: z.string(),
  ask: z.string(),
  at: z.string(),
  /** Pairs and bases it was crossed through: `['BTC/USDT', 'USDT']`. */
  path: z.array(z.string()),
  /** Why it was not believed; null: it was. */
  dropped: z.nullable(z.enum(DROP_REASONS)),
});

/** A word of a source that was not even crossed. */
const RefusedWord = z.object({ source: z.string(), pair: z.string(), at: z.string(), dropped: z.enum(DROP_REASONS) });

const evidence = {
  symbol: z.string(),
  /** US dollars for one unit; null: it has no trustworthy price, its directions are closed. */
  usd: z.nullable(z.string()),
  origin: z.nullable(z.enum(PRICE_ORIGINS)),
  reason: z.nullable(z.enum(['too_few_sources', 'jump'])),
  /** Where the price has jumped to, not believed yet: what may be confirmed. */
  level: z.nullable(z.string()),
  said: z.array(Said),
  refused: z.array(RefusedWord),
};

/** A symbol's rule: what is in force, and what of it is not the default. */
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
  /** A price set by hand: units of `quote` for one of `base`, until its end. */
  fixed: z.nullable(z.object({ base: z.string(), quote: z.string(), price: z.string(), until: z.string() })),
});
export type MarketPriceAttributes = z.output<typeof MarketPriceAttributes>;

export const officeListMarketPrices = endpoint({
  name: 'officeListMarketPrices',
  summary: 'The market price of every symbol of the shop, with what it was made of and its rule (domain 2)',
  method: 'GET',
  path: '/api/office/v1/market/prices',
  action: 'read_prices',
  reply: { kind: 'collection', type: 'market_prices', attributes: MarketPriceAttributes },
  refusals: [],
});

export const officeGetMarketPrice = endpoint({
  name: 'officeGetMarketPrice',
  summary: 'The market price of one symbol with its evidence',
  method: 'GET',
  path: '/api/office/v1/market/prices/{symbol}',
  action: 'read_prices',
  params: z.object({ symbol: symbolId }),
  reply: { kind: 'resource', type: 'market_prices', attributes: MarketPriceAttributes, status: 200 },
  refusals: ['not_found'],
});

export const officeConfirmPrice = endpoint({
  name: 'officeConfirmPrice',
  summary: 'Confirms the level that a price has jumped to, so that its directions open before the sources have confirmed it for the window',
  method: 'POST',
  path: '/api/office/v1/market/prices/{symbol}/confirm',
  action: 'change_prices',
  params: z.object({ symbol: symbolId }),
  body: z.object({
    /** The level as it was shown. */
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
  /** `live`: it answers; `failing`: it does not, its last words still count; `lost`: nothing of it counts. */
  health: z.enum(['live', 'failing', 'lost']),
  chosen_by: z.enum(['environment', 'office']),
  every_ms: z.number(),
  max_age_ms: z.number(),
  asked_at: z.nullable(z.string()),
  answered_at: z.nullable(z.string()),
  /** Since its last answer; null: it has given none. */
  age_ms: z.nullable(z.number()),
  failures: z.number(),
  last_error: z.nullable(z.string()),
  last_error_at: z.nullable(z.string()),
  /** Pairs in its last answer. */
  quotes: z.number(),
  /** Share of its words that were believed lately, parts per million. */
  used_ppm: z.nullable(z.number()),
});
export type RateSourceAttributes = z.output<typeof RateSourceAttributes>;

const choice = {
  /** `binance`, `cbr` ..., or `name=https://...` for a list of the owner's own. */
  names: z.array(z.string().check(z.maxLength(500))).check(z.maxLength(30)),
  /** Other addresses of known sources, by name. */
  urls: z.record(z.string(), z.string().check(z.maxLength(500))),
  /** Of the choice that was shown: another one's meanwhile is a conflict. 0: nobody has chosen yet. */
  version: rowVersion,
};

export const RateSourceChoiceAttributes = z.object({
  ...choice,
  /** Sources there are. */
  known: z.array(z.string()),
});
export type RateSourceChoiceAttributes = z.output<typeof RateSourceChoiceAttributes>;

export const officeListRateSources = endpoint({
  name: 'officeListRateSources',
  summary: 'How every chosen source of prices is: health, age, last error, share of its words that are believed',
  method: 'GET',
  path: '/api/office/v1/market/sources',
  action: 'read_prices',
  reply: { kind: 'collection', type: 'rate_sources', attributes: RateSourceAttributes },
  refusals: [],
});

export const officeGetRateSourceChoice = endpoint({
  name: 'officeGetRateSourceChoice',
  summary:
    'Which sources the office has chosen (those that are asked, until it has), and which there are; `RATE_SOURCES` of the environment wins over it',
  method: 'GET',
  path: '/api/office/v1/market/source_choice',
  action: 'read_prices',
  reply: { kind: 'resource', type: 'rate_source_choices', attributes: RateSourceChoiceAttributes, status: 200 },
  refusals: [],
});

export const officeChooseRateSources = endpoint({
  name: 'officeChooseRateSources',
  summary: 'Chooses the sources of prices; they are asked within seconds, without a restart',
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
  summary: 'What the prices of one moment were made of: quotes and orders name it by `snapshot_id`',
  method: 'GET',
  path: '/api/office/v1/market/evidence/{snapshot_id}',
  action: 'read_prices',
  params: z.object({ snapshot_id: z.string().check(z.minLength(1), z.maxLength(64)) }),
  reply: { kind: 'resource', type: 'rate_evidence', attributes: RateEvidenceAttributes, status: 200 },
  refusals: ['not_found'],
});
