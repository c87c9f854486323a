import * as z from 'zod/mini';
import { MAX_REASONS, MIN_REASONS } from '#core/pricing/limit-reasons.ts';
import { recordId } from '#contract/document-parts.ts';
import { endpoint } from '#contract/endpoint.ts';
import { RefundTerms } from './rate-calculations.ts';

/** A direction without a requested amount. */
export const DirectionAttributes = z.object({
  income_payment_system_id: z.string(),
  outcome_payment_system_id: z.string(),
  /** `open`: orders are accepted; `unpriced`: no trustworthy price; `closed`: switched off, by hand, by schedule or by a payment system. */
  state: z.enum(['open', 'unpriced', 'closed']),
  rate_type: z.enum(['fixed', 'floating']),
  /** Current figures; null: not open. */
  price: z.nullable(
    z.object({
      /** Outcome units per income unit, for the smallest amounts, without fixed fees. */
      rate: z.string(),
      inverse_rate: z.string(),
      reference_rate: z.string(),
      deviation_percent: z.string(),
      /** Better rates by minimum amount, ascending. */
      steps: z.array(z.object({ from_income_amount: z.string(), rate: z.string() })),
      /** Fixed fees of every exchange. */
      income_fee: z.string(),
      outcome_fee: z.string(),
      network_fee: z.string(),
      min_income_amount: z.string(),
      max_income_amount: z.string(),
      min_outcome_amount: z.string(),
      max_outcome_amount: z.string(),
      limit_reasons: z.object({ min: z.enum(MIN_REASONS), max: z.enum(MAX_REASONS) }),
      /** Time of the market price. */
      as_of: z.string(),
      is_demo: z.boolean(),
    }),
  ),
  reserve: z.string(),
  /** Promised time, minutes. */
  eta_minutes: z.number(),
  /** Time from payment to payout of recent completed orders, minutes: median and 90th percentile (the promise); null: too few. */
  median_minutes: z.nullable(z.number()),
  slow_minutes: z.nullable(z.number()),
  payment_minutes: z.number(),
  /** Amount above which a verified card is required; null: never. */
  card_above: z.nullable(z.string()),
  conditions: z.nullable(z.object({ ru: z.string(), en: z.string() })),
  refund_terms: RefundTerms,
  denied_countries: z.array(z.string()),
});
export type DirectionAttributes = z.output<typeof DirectionAttributes>;

export const getDirection = endpoint({
  name: 'getDirection',
  summary: 'Returns one direction: rate, limits with reasons, fees, reserve, measured times and state',
  method: 'GET',
  path: '/api/v1/directions/{income_payment_system_id}/{outcome_payment_system_id}',
  action: 'browse',
  scope: 'rates:read',
  params: z.object({ income_payment_system_id: recordId, outcome_payment_system_id: recordId }),
  reply: { kind: 'resource', type: 'directions', attributes: DirectionAttributes, status: 200 },
  refusals: ['not_found'],
  cache: 'public',
});

export const listDirections = endpoint({
  name: 'listDirections',
  summary: 'Lists open directions that give or receive one payment system',
  method: 'GET',
  path: '/api/v1/directions',
  action: 'browse',
  scope: 'rates:read',
  query: z.object({ payment_system_id: recordId }),
  reply: { kind: 'collection', type: 'directions', attributes: DirectionAttributes },
  refusals: ['not_found'],
  cache: 'public',
});

/** Fees of a payment system over its open directions, in its own currency; null: it is not given, or not received. */
export const FeeAttributes = z.object({
  /** Largest fixed fee when it is given. */
  max_income_fee: z.nullable(z.string()),
  /** Largest fixed fee and network fee of a payout to it. */
  max_outcome_fee: z.nullable(z.string()),
  max_network_fee: z.nullable(z.string()),
  /** Difference of the rate from the market when it is received, for the smallest amounts. */
  best_deviation_percent: z.nullable(z.string()),
  worst_deviation_percent: z.nullable(z.string()),
});
export type FeeAttributes = z.output<typeof FeeAttributes>;

export const listFees = endpoint({
  name: 'listFees',
  summary: 'Lists the fees of every payment system that can be exchanged now, from the current prices',
  method: 'GET',
  path: '/api/v1/fees',
  action: 'browse',
  scope: 'rates:read',
  reply: { kind: 'collection', type: 'fees', attributes: FeeAttributes },
  refusals: [],
  cache: 'public',
  maxAgeSeconds: 60,
});

export const DirectionChangeAttributes = z.object({
  income_payment_system_id: z.string(),
  outcome_payment_system_id: z.string(),
  /** Last change of the direction or one of its payment systems; null: not recorded. */
  changed_at: z.nullable(z.string()),
});
export type DirectionChangeAttributes = z.output<typeof DirectionChangeAttributes>;

export const listDirectionChanges = endpoint({
  name: 'listDirectionChanges',
  summary: 'Lists all open directions with the day of their last change, for mirrors',
  method: 'GET',
  path: '/api/v1/direction_changes',
  action: 'browse',
  reply: { kind: 'collection', type: 'direction_changes', attributes: DirectionChangeAttributes },
  refusals: [],
  cache: 'public',
  maxAgeSeconds: 300,
});
