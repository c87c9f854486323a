import * as z from 'zod/mini';
import { HISTORY_PERIODS } from '#core/history/period.ts';
import { endpoint } from '#contract/endpoint.ts';

/** The provider is asked every minute at most: nobody misses anything by a quarter of it. */
const MAX_AGE_SECONDS = 15;

const id = z.string().check(z.minLength(1), z.maxLength(64));
const period = z.object({ period: z.optional(z.enum(HISTORY_PERIODS)) });

/** What all of them say of themselves (ours). */
const about = {
  /** Whether it is invented by the demo source. */
  is_demo: z.boolean(),
  /** Older than an hour: the provider has not answered since. */
  is_stale: z.boolean(),
};

export const CryptoStatsAttributes = z.object({
  symbol: z.string(),
  name: z.string(),
  /** Decimal text, as all amounts. */
  price_usd: z.string(),
  /** Per cent, negative where it fell; null: the provider does not tell. */
  change_1h: z.nullable(z.string()),
  change_24h: z.nullable(z.string()),
  change_7d: z.nullable(z.string()),
  market_cap_usd: z.nullable(z.string()),
  volume_24h_usd: z.nullable(z.string()),
  /** By market capitalisation; null: the provider does not tell. */
  rank: z.nullable(z.number()),
  /** When the provider took the price. */
  as_of: z.string(),
  ...about,
  /** Prices of the last seven days at even distances, oldest first, for a small line (ours). */
  week: z.array(z.string()),
});
export type CryptoStatsAttributes = z.output<typeof CryptoStatsAttributes>;

const top = (count: 10 | 15) =>
  endpoint({
    name: `listTop${count}`,
    summary: `Crypto statistics: the ${count} largest coins, largest first; none while the provider has told nothing yet or is switched off`,
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
  summary: 'Crypto statistics of one coin: by its symbol (`btc`) or the id of a payment system that holds it (`USDTTRC20`)',
  method: 'GET',
  path: '/api/v1/crypto_stats/info/{id}',
  action: 'browse',
  params: z.object({ id }),
  reply: { kind: 'resource', type: 'crypto_stats', attributes: CryptoStatsAttributes, status: 200 },
  refusals: ['not_found'],
  cache: 'public',
  maxAgeSeconds: MAX_AGE_SECONDS,
});

export const CryptoChartAttributes = z.object({
  period: z.enum(HISTORY_PERIODS),
  /** `[time, price]`, ascending: of a coin in US dollars, of a pair units of the outcome for one of the income. */
  points: z.array(z.tuple([z.string(), z.string()])),
  /** When the newest price was taken; null: there is none. */
  as_of: z.nullable(z.string()),
  /** How far apart the points commonly stand (ours). */
  step_ms: z.number(),
  ...about,
});
export type CryptoChartAttributes = z.output<typeof CryptoChartAttributes>;

/** The chart of a pair: our own rate beside the market's (ours), for the smallest amounts, where it is known. */
export const PairChartAttributes = z.extend(CryptoChartAttributes, { ours: z.array(z.tuple([z.string(), z.string()])) });
export type PairChartAttributes = z.output<typeof PairChartAttributes>;

const chart = { kind: 'resource', type: 'charts', attributes: CryptoChartAttributes, status: 200 } as const;

export const getCryptoChart = endpoint({
  name: 'getCryptoChart',
  summary: 'What one coin cost in US dollars over a period (`day` unless told): at most 400 points',
  method: 'GET',
  path: '/api/v1/crypto_stats/charts/{id}',
  action: 'browse',
  params: z.object({ id }),
  query: period,
  reply: chart,
  refusals: ['not_found'],
  cache: 'public',
  maxAgeSeconds: MAX_AGE_SECONDS,
});

export const getPairChart = endpoint({
  name: 'getPairChart',
  summary: 'What the market rate of two payment systems was over a period (`day` unless told), from our own history: at most 400 points',
  method: 'GET',
  path: '/api/v1/crypto_stats/charts/{income_id}/{outcome_id}',
  action: 'browse',
  params: z.object({ income_id: id, outcome_id: id }),
  query: period,
  reply: { ...chart, attributes: PairChartAttributes },
  refusals: ['not_found'],
  cache: 'public',
  maxAgeSeconds: MAX_AGE_SECONDS,
});

export const CryptoDirectionAttributes = z.object({
  income_payment_system_id: z.string(),
  outcome_payment_system_id: z.string(),
  /** Units of the outcome for one of the income, our margin in it, for the smallest amounts. */
  rate: z.string(),
});
export type CryptoDirectionAttributes = z.output<typeof CryptoDirectionAttributes>;

export const listCryptoDirections = endpoint({
  name: 'listCryptoDirections',
  summary: 'Directions that are open now and give or get a coin, each with its present rate (ours)',
  method: 'GET',
  path: '/api/v1/crypto_stats/directions/{id}',
  action: 'browse',
  params: z.object({ id }),
  reply: { kind: 'collection', type: 'directions', attributes: CryptoDirectionAttributes },
  refusals: ['not_found'],
  cache: 'public',
});

export const MarketStatsAttributes = z.object({
  /** Null: switched off. */
  name: z.nullable(z.string()),
  is_demo: z.boolean(),
  /** `off`: nobody asks; `waiting`: its first answer is still to come; `live`: it answers; `failing`: it does not, what is shown is young enough; `lost`: what is shown is old. */
  health: z.enum(['off', 'waiting', 'live', 'failing', 'lost']),
  asked_at: z.nullable(z.string()),
  answered_at: z.nullable(z.string()),
  /** Of the oldest price among the largest coins; null: there is none. */
  data_age_ms: z.nullable(z.number()),
  failures: z.number(),
  last_error: z.nullable(z.string()),
  last_error_at: z.nullable(z.string()),
  /** It is left alone until then; null: it is not. */
  back_off_until: z.nullable(z.string()),
  /** Of this UTC day. */
  calls_today: z.number(),
  daily_calls: z.number(),
  /** How often the lists are asked for. */
  list_every_ms: z.number(),
  coins: z.number(),
});
export type MarketStatsAttributes = z.output<typeof MarketStatsAttributes>;

export const officeGetMarketStats = endpoint({
  name: 'officeGetMarketStats',
  summary: 'How the provider of crypto statistics is: last answer, failures, until when it is left alone, calls of the day',
  method: 'GET',
  path: '/api/office/v1/market/statistics',
  action: 'read_prices',
  reply: { kind: 'resource', type: 'market_statistics', attributes: MarketStatsAttributes, status: 200 },
  refusals: [],
});

export const officeAskMarketStats = endpoint({
  name: 'officeAskMarketStats',
  summary: 'Has the provider of crypto statistics asked within seconds, whatever it would have been left alone for',
  method: 'POST',
  path: '/api/office/v1/market/statistics/ask',
  action: 'change_prices',
  body: z.object({}),
  bodyType: 'market_statistics',
  reply: { kind: 'resource', type: 'market_statistics', attributes: MarketStatsAttributes, status: 200 },
  refusals: ['not_found'],
});
