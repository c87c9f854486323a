import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';

const code = z.string().check(z.minLength(1), z.maxLength(64));

export const BoardLineAttributes = z.object({
  income_payment_system_id: z.string(),
  outcome_payment_system_id: z.string(),
  /** Effective outcome per income unit, all fees included, for an exchange of about 500 dollars; `inverse_rate`: its inverse. */
  rate: z.string(),
  inverse_rate: z.string(),
  /** Change of the market rate within 24 hours, per cent; null: no trustworthy price then. */
  change_24h: z.nullable(z.string()),
  inverse_change_24h: z.nullable(z.string()),
  /** Promised minutes; `median_minutes`: recent median of similar exchanges, null: too few. */
  eta_minutes: z.number(),
  median_minutes: z.nullable(z.number()),
  /** Available for payout now. */
  reserve: z.string(),
  /** The price was invented by the demo source. */
  is_demo: z.boolean(),
});
export type BoardLineAttributes = z.output<typeof BoardLineAttributes>;

export const getBoard = endpoint({
  name: 'getBoard',
  summary: 'Lists the open directions of one payment system, given or received, with rate, 24 h change and minutes',
  method: 'GET',
  path: '/api/v1/board',
  action: 'browse',
  /** At least one is required. */
  query: z.object({ income_payment_system_id: z.optional(code), outcome_payment_system_id: z.optional(code) }),
  reply: { kind: 'collection', type: 'board_lines', attributes: BoardLineAttributes },
  refusals: ['not_found', 'required'],
  cache: 'public',
  maxAgeSeconds: 5,
});

export const ShopFactsAttributes = z.object({
  /** Median time from detected payment to payout in the last 30 days, minutes; null: too few. */
  median_payout_minutes: z.nullable(z.number()),
  /** The same of today (Moscow); null: too few. */
  median_today_minutes: z.nullable(z.number()),
  /** Completed exchanges of the day (Moscow), or of a week where a day has too few; null: too few in a week. */
  completed: z.nullable(z.object({ count: z.number(), period: z.enum(['today', 'week']) })),
  /** Available for payout in all currencies together, in whole units of one; null: none, or no trustworthy price. */
  reserve: z.nullable(z.object({ amount: z.string(), currency_iso_code: z.string() })),
  /** Time of the first completed exchange; null within the first ninety days. */
  working_since: z.nullable(z.string()),
  /** Aggregates of published reviews (decision 0065); null: fewer than five. */
  rated: z.nullable(z.object({ average: z.string(), count: z.number() })),
});
export type ShopFactsAttributes = z.output<typeof ShopFactsAttributes>;

export const getShopFacts = endpoint({
  name: 'getShopFacts',
  summary: 'Returns measured figures of the shop; null where there is not enough data',
  method: 'GET',
  path: '/api/v1/shop_facts',
  action: 'browse',
  reply: { kind: 'resource', type: 'shop_facts', attributes: ShopFactsAttributes, status: 200 },
  refusals: [],
  cache: 'public',
  maxAgeSeconds: 30,
});
