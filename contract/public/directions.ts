import * as z from 'zod/mini';
import { MAX_REASONS, MIN_REASONS } from '#core/pricing/limit-reasons.ts';
import { endpoint } from '#contract/endpoint.ts';
import { RefundTerms } from './rate-calculations.ts';

const id = z.string().check(z.minLength(1), z.maxLength(64));

/** What can be said of a direction before anybody names an amount (ours). */
export const DirectionAttributes = z.object({
  income_payment_system_id: z.string(),
  outcome_payment_system_id: z.string(),
  /** `open`: an order can be made; `unpriced`: nobody is believed about its price now; `closed`: it is switched off, by hand, by its hours or by a system. */
  state: z.enum(['open', 'unpriced', 'closed']),
  rate_type: z.enum(['fixed', 'floating']),
  /** Numbers of now; null where it is not open. */
  price: z.nullable(
    z.object({
      /** Units of the outcome for one of the income, for the smallest amounts, without fees that are sums. */
      rate: z.string(),
      inverse_rate: z.string(),
      reference_rate: z.string(),
      deviation_percent: z.string(),
      /** Better rates from an amount on, ascending. */
      steps: z.array(z.object({ from_income_amount: z.string(), rate: z.string() })),
      /** Sums that are taken of every exchange. */
      income_fee: z.string(),
      outcome_fee: z.string(),
      network_fee: z.string(),
      min_income_amount: z.string(),
      max_income_amount: z.string(),
      min_outcome_amount: z.string(),
      max_outcome_amount: z.string(),
      limit_reasons: z.object({ min: z.enum(MIN_REASONS), max: z.enum(MAX_REASONS) }),
      /** When the market's price was taken. */
      as_of: z.string(),
      is_demo: z.boolean(),
    }),
  ),
  reserve: z.string(),
  /** What is promised. */
  eta_minutes: z.number(),
  /** Of late completed orders from payment to payout: half took at most so long, nine in ten at most so long (it is promised then); null where there were too few. */
  median_minutes: z.nullable(z.number()),
  slow_minutes: z.nullable(z.number()),
  payment_minutes: z.number(),
  /** From which amount on the card that is paid from is asked for; null: never. */
  card_above: z.nullable(z.string()),
  conditions: z.nullable(z.object({ ru: z.string(), en: z.string() })),
  refund_terms: RefundTerms,
  denied_countries: z.array(z.string()),
});
export type DirectionAttributes = z.output<typeof DirectionAttributes>;

export const getDirection = endpoint({
  name: 'getDirection',
  summary: 'One direction: its rate, limits with their reasons, fees, reserve and measured times, open or not (ours)',
  method: 'GET',
  path: '/api/v1/directions/{income_payment_system_id}/{outcome_payment_system_id}',
  action: 'browse',
  scope: 'rates:read',
  params: z.object({ income_payment_system_id: id, outcome_payment_system_id: id }),
  reply: { kind: 'resource', type: 'directions', attributes: DirectionAttributes, status: 200 },
  refusals: ['not_found'],
  cache: 'public',
});

export const listDirections = endpoint({
  name: 'listDirections',
  summary: 'Directions that are open now and give or get one payment system (ours)',
  method: 'GET',
  path: '/api/v1/directions',
  action: 'browse',
  scope: 'rates:read',
  query: z.object({ payment_system_id: id }),
  reply: { kind: 'collection', type: 'directions', attributes: DirectionAttributes },
  refusals: ['not_found'],
  cache: 'public',
});

export const DirectionChangeAttributes = z.object({
  income_payment_system_id: z.string(),
  outcome_payment_system_id: z.string(),
  /** When the terms of the direction or of one of its systems were last changed; null: not since anybody writes it down. */
  changed_at: z.nullable(z.string()),
});
export type DirectionChangeAttributes = z.output<typeof DirectionChangeAttributes>;

export const listDirectionChanges = endpoint({
  name: 'listDirectionChanges',
  summary: 'Every direction that is open now with the day its terms were last changed, for who keeps a copy (ours)',
  method: 'GET',
  path: '/api/v1/direction_changes',
  action: 'browse',
  reply: { kind: 'collection', type: 'direction_changes', attributes: DirectionChangeAttributes },
  refusals: [],
  cache: 'public',
  maxAgeSeconds: 300,
});
