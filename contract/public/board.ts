import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';

const code = z.string().check(z.minLength(1), z.maxLength(64));

export const BoardLineAttributes = z.object({
  income_payment_system_id: z.string(),
  outcome_payment_system_id: z.string(),
  /** What one really gets for one unit given, all fees taken, in an exchange of about 500 dollars; the other way round beside it. */
  rate: z.string(),
  inverse_rate: z.string(),
  /** How the market rate has moved within 24 hours, per cent; null: there is no trustworthy price from then. */
  change_24h: z.nullable(z.string()),
  inverse_change_24h: z.nullable(z.string()),
  /** What is promised, and what half of exchanges like this one took at most lately; the latter null where too few say. */
  eta_minutes: z.number(),
  median_minutes: z.nullable(z.number()),
  /** What can be paid out now. */
  reserve: z.string(),
  /** The price was invented by the demo source. */
  is_demo: z.boolean(),
});
export type BoardLineAttributes = z.output<typeof BoardLineAttributes>;

export const getBoard = endpoint({
  name: 'getBoard',
  summary: 'The board: every open direction of one payment system, given or got, with its rate, 24 h change and minutes (ours)',
  method: 'GET',
  path: '/api/v1/board',
  action: 'browse',
  /** At least one of them. */
  query: z.object({ income_payment_system_id: z.optional(code), outcome_payment_system_id: z.optional(code) }),
  reply: { kind: 'collection', type: 'board_lines', attributes: BoardLineAttributes },
  refusals: ['not_found', 'required'],
  cache: 'public',
  maxAgeSeconds: 5,
});

export const ShopFactsAttributes = z.object({
  /** From the payment seen to the payout done, in the middle of the last 30 days; null: too few exchanges say. */
  median_payout_minutes: z.nullable(z.number()),
  /** Completed exchanges of the shop's own day, or of a week where a day has too few; null: a week has too few. */
  completed: z.nullable(z.object({ count: z.number(), period: z.enum(['today', 'week']) })),
  /** What can be paid out now in all currencies together, in whole units of one; null: there is none, or no trustworthy price. */
  reserve: z.nullable(z.object({ amount: z.string(), currency_iso_code: z.string() })),
  /** When the first exchange was completed; null within the first ninety days. */
  working_since: z.nullable(z.string()),
  /** What published reviews say together (decision 0065); null: fewer than five. */
  rated: z.nullable(z.object({ average: z.string(), count: z.number() })),
});
export type ShopFactsAttributes = z.output<typeof ShopFactsAttributes>;

export const getShopFacts = endpoint({
  name: 'getShopFacts',
  summary: 'What the shop has really done lately: measured, or null (ours)',
  method: 'GET',
  path: '/api/v1/shop_facts',
  action: 'browse',
  reply: { kind: 'resource', type: 'shop_facts', attributes: ShopFactsAttributes, status: 200 },
  refusals: [],
  cache: 'public',
  maxAgeSeconds: 30,
});
