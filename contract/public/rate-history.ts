import * as z from 'zod/mini';
import { HISTORY_PERIODS, SYMBOL_PERIODS } from '#core/history/period.ts';
import { recordId } from '#contract/document-parts.ts';
import { endpoint } from '#contract/endpoint.ts';

/** Members of all histories. */
const about = {
  /** Step between two points, ms; a larger gap had no trustworthy price. 0: no points. */
  step_ms: z.number(),
  /** Time of the newest price; null: none. */
  as_of: z.nullable(z.string()),
  /** Whether any point was invented by the demo source. */
  is_demo: z.boolean(),
};

export const RateHistoryAttributes = z.object({
  income_payment_system_id: z.string(),
  outcome_payment_system_id: z.string(),
  period: z.enum(HISTORY_PERIODS),
  ...about,
  /** `[time, rate]`: market rate at the end of the step that began at `time`, outcome units per income unit, without margin. */
  points: z.array(z.tuple([z.string(), z.string()])),
  /** Our own rate at the same moments for the smallest amounts; only where it is known and orders were possible. */
  ours: z.array(z.tuple([z.string(), z.string()])),
});
export type RateHistoryAttributes = z.output<typeof RateHistoryAttributes>;

export const getRateHistory = endpoint({
  name: 'getRateHistory',
  summary: "Returns the history of a pair's market rate: at most about 400 points of a period",
  method: 'GET',
  path: '/api/v1/rate_history/{income_payment_system_id}/{outcome_payment_system_id}',
  action: 'browse',
  scope: 'rates:read',
  params: z.object({ income_payment_system_id: recordId, outcome_payment_system_id: recordId }),
  query: z.object({ period: z.optional(z.enum(HISTORY_PERIODS)) }),
  reply: { kind: 'resource', type: 'rate_histories', attributes: RateHistoryAttributes, status: 200 },
  refusals: ['not_found'],
  cache: 'public',
});

export const PriceHistoryAttributes = z.object({
  symbol: z.string(),
  period: z.enum(SYMBOL_PERIODS),
  ...about,
  /** US dollars per unit in each step. */
  candles: z.array(z.object({ at: z.string(), open: z.string(), high: z.string(), low: z.string(), close: z.string() })),
});
export type PriceHistoryAttributes = z.output<typeof PriceHistoryAttributes>;

export const officeGetPriceHistory = endpoint({
  name: 'officeGetPriceHistory',
  summary: 'Returns the price history of a symbol: open, high, low and close of each step',
  method: 'GET',
  path: '/api/office/v1/market/prices/{symbol}/history',
  action: 'read_prices',
  params: z.object({ symbol: z.string().check(z.minLength(1), z.maxLength(20)) }),
  query: z.object({ period: z.optional(z.enum(SYMBOL_PERIODS)) }),
  reply: { kind: 'resource', type: 'price_histories', attributes: PriceHistoryAttributes, status: 200 },
  refusals: [],
});
