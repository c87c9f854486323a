import * as z from 'zod/mini';
import { HISTORY_PERIODS } from '#core/history/period.ts';
import { idParams, recordId } from '#contract/document-parts.ts';
import { endpoint } from '#contract/endpoint.ts';

/** The provider is called at most once a minute, so 15 s of caching loses nothing. */
const MAX_AGE_SECONDS = 15;

const period = z.object({ period: z.optional(z.enum(HISTORY_PERIODS)) });

/** Members of all statistics. */
const about = {
  /** Whether the data was invented by the demo source. */
  is_demo: z.boolean(),
  /** Older than an hour: the provider has failed since. */
  is_stale: z.boolean(),
};

export const CryptoStatsAttributes = z.object({
  symbol: z.string(),
  name: z.string(),
  /** Decimal text. */
  price_usd: z.string(),
  /** Per cent with sign; null: not supplied by the provider. */
  change_1h: z.nullable(z.string()),
  change_24h: z.nullable(z.string()),
  change_7d: z.nullable(z.string()),
  market_cap_usd: z.nullable(z.string()),
  volume_24h_usd: z.nullable(z.string()),
  /** Rank by market capitalisation; null: not supplied by the provider. */
  rank: z.nullable(z.number()),
  /** When the provider took the price. */
  as_of: z.string(),
  ...about,
  /** Prices of the last seven days at equal intervals, oldest first. */
  week: z.array(z.string()),
});
export type CryptoStatsAttributes = z.output<typeof CryptoStatsAttributes>;

const top = (count: 10 | 15) =>
  endpoint({
    name: `listTop${count}`,
    summary: `Crypto statistics: the ${count} largest coins, largest first; empty before the first response of the provider, or if switched off`,
    method: 'GET',
    path: `/api/v1/crypto_stats/top_${count}`,
    action: 'browse',
    reply: { kind: 'collection', type: 'crypto_stats', attributes: CryptoStatsAttributes },
    refusals: [],
    cache: 'public',
    maxAgeSeconds: MAX_AGE_SECONDS,
  });
export const listTop10 = top(10);
export const listTop15 = top(15);

export const getCryptoInfo = endpoint({
  name: 'getCryptoInfo',
  summary: 'Crypto statistics of one coin, by symbol (`btc`) or by a payment system of the coin (`USDTTRC20`)',
  method: 'GET',
  path: '/api/v1/crypto_stats/info/{id}',
  action: 'browse',
  params: idParams,
  reply: { kind: 'resource', type: 'crypto_stats', attributes: CryptoStatsAttributes, status: 200 },
  refusals: ['not_found'],
  cache: 'public',
  maxAgeSeconds: MAX_AGE_SECONDS,
});

export const CryptoChartAttributes = z.object({
  period: z.enum(HISTORY_PERIODS),
  /** `[time, price]`, ascending: US dollars for a coin; outcome units per income unit for a pair. */
  points: z.array(z.tuple([z.string(), z.string()])),
  /** Time of the newest price; null: none. */
  as_of: z.nullable(z.string()),
  /** Median distance between points, ms. */
  step_ms: z.number(),
  ...about,
});
export type CryptoChartAttributes = z.output<typeof CryptoChartAttributes>;

/** Chart of a pair: the market rate, and our own rate for the smallest amounts where known. */
export const PairChartAttributes = z.extend(CryptoChartAttributes, { ours: z.array(z.tuple([z.string(), z.string()])) });
export type PairChartAttributes = z.output<typeof PairChartAttributes>;

const chart = { kind: 'resource', type: 'charts', attributes: CryptoChartAttributes, status: 200 } as const;

export const getCryptoChart = endpoint({
  name: 'getCryptoChart',
  summary: 'Returns the price of one coin in US dollars over a period (default `day`): at most 400 points',
  method: 'GET',
  path: '/api/v1/crypto_stats/charts/{id}',
  action: 'browse',
  params: idParams,
  query: period,
  reply: chart,
  refusals: ['not_found'],
  cache: 'public',
  maxAgeSeconds: MAX_AGE_SECONDS,
});

export const getPairChart = endpoint({
  name: 'getPairChart',
  summary: 'Returns the market rate of two payment systems over a period (default `day`), from our own history: at most 400 points',
  method: 'GET',
  path: '/api/v1/crypto_stats/charts/{income_id}/{outcome_id}',
  action: 'browse',
  params: z.object({ income_id: recordId, outcome_id: recordId }),
  query: period,
  reply: { ...chart, attributes: PairChartAttributes },
  refusals: ['not_found'],
  cache: 'public',
  maxAgeSeconds: MAX_AGE_SECONDS,
});

export const CryptoDirectionAttributes = z.object({
  income_payment_system_id: z.string(),
  outcome_payment_system_id: z.string(),
  /** Outcome units per income unit, margin included, for the smallest amounts. */
  rate: z.string(),
});
export type CryptoDirectionAttributes = z.output<typeof CryptoDirectionAttributes>;

export const listCryptoDirections = endpoint({
  name: 'listCryptoDirections',
  summary: 'Lists open directions that give or receive a coin, each with its current rate',
  method: 'GET',
  path: '/api/v1/crypto_stats/directions/{id}',
  action: 'browse',
  params: idParams,
  reply: { kind: 'collection', type: 'directions', attributes: CryptoDirectionAttributes },
  refusals: ['not_found'],
  cache: 'public',
});

export const MarketStatsAttributes = z.object({
  /** Null: switched off. */
  name: z.nullable(z.string()),
  is_demo: z.boolean(),
  /** `off`: not used; `waiting`: no response yet; `live`: responds; `failing`: fails, data is recent; `lost`: fails, data is old. */
  health: z.enum(['off', 'waiting', 'live', 'failing', 'lost']),
  asked_at: z.nullable(z.string()),
  answered_at: z.nullable(z.string()),
  /** Age of the oldest price among the largest coins, ms; null: none. */
  data_age_ms: z.nullable(z.number()),
  failures: z.number(),
  last_error: z.nullable(z.string()),
  last_error_at: z.nullable(z.string()),
  /** No calls until then; null: no pause. */
  back_off_until: z.nullable(z.string()),
  /** Calls of this UTC day. */
  calls_today: z.number(),
  daily_calls: z.number(),
  /** Interval between list requests, ms. */
  list_every_ms: z.number(),
  coins: z.number(),
});
export type MarketStatsAttributes = z.output<typeof MarketStatsAttributes>;

export const officeGetMarketStats = endpoint({
  name: 'officeGetMarketStats',
  summary: 'Returns the state of the crypto statistics provider: last response, failures, pause, calls of the day',
  method: 'GET',
  path: '/api/office/v1/market/statistics',
  action: 'read_prices',
  reply: { kind: 'resource', type: 'market_statistics', attributes: MarketStatsAttributes, status: 200 },
  refusals: [],
});

export const officeAskMarketStats = endpoint({
  name: 'officeAskMarketStats',
  summary: 'Calls the crypto statistics provider within seconds, regardless of its pause',
  method: 'POST',
  path: '/api/office/v1/market/statistics/ask',
  action: 'change_prices',
  body: z.object({}),
  bodyType: 'market_statistics',
  reply: { kind: 'resource', type: 'market_statistics', attributes: MarketStatsAttributes, status: 200 },
  refusals: ['not_found'],
});
