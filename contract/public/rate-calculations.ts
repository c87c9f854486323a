import * as z from 'zod/mini';
import { MAX_REASONS, MIN_REASONS } from '#core/pricing/limit-reasons.ts';
import { SLOT_KINDS } from '#core/slots/slot.ts';
import { recordId } from '#contract/document-parts.ts';
import { endpoint } from '#contract/endpoint.ts';

const amount = z.string().check(z.maxLength(200));
/** Slot chosen by the customer; its premium and limits apply, and the calculation names it. */
const slotId = z.optional(z.nullable(z.string().check(z.maxLength(64))));
/** Whether a ready slot that fits the amount is used where the named slot does not serve it or none is named. */
const fitSlot = z.optional(z.boolean());

export const FeeAttributes = z.object({
  kind: z.enum(['service', 'fixed', 'network', 'slot']),
  side: z.enum(['income', 'outcome']),
  amount: z.string(),
  currency_iso_code: z.string(),
});

/** One part of the income's market value, in the outcome currency; the parts sum to `outcome_amount` exactly. */
export const BreakdownLine = z.object({
  kind: z.enum(['market', 'service', 'slot', 'fixed', 'network']),
  amount: z.string(),
  currency_iso_code: z.string(),
});

export const SlotAttributes = z.object({
  id: z.string(),
  kind: z.enum(SLOT_KINDS),
  income_amount: z.nullable(z.string()),
  outcome_amount: z.nullable(z.string()),
  min_outcome_amount: z.nullable(z.string()),
  max_outcome_amount: z.nullable(z.string()),
  /** Premium of the slot over the ordinary rate, per cent. */
  premium_percent: z.string(),
  /** Promised time, minutes. */
  eta_minutes: z.number(),
  /** Median time from payment to payout of recent completed orders of this kind, minutes; null: too few. */
  median_minutes: z.nullable(z.number()),
});

/** Possible deductions from a refund: a percentage, a fixed amount, the network fee; null: none. */
export const RefundTerms = z.nullable(z.object({ percent: z.string(), fixed: z.string(), network: z.boolean(), cap_percent: z.string() }));
export type RefundTerms = z.output<typeof RefundTerms>;

export const RateCalculationAttributes = z.object({
  income_amount: z.string(),
  outcome_amount: z.string(),
  rate: z.string(),
  inverse_rate: z.string(),
  rate_type: z.enum(['fixed', 'floating']),
  reference_rate: z.string(),
  deviation_percent: z.string(),
  fees: z.array(FeeAttributes),
  breakdown: z.array(BreakdownLine),
  min_income_amount: z.string(),
  max_income_amount: z.string(),
  min_outcome_amount: z.string(),
  max_outcome_amount: z.string(),
  /** Rule behind each limit (domain 3). */
  limit_reasons: z.object({
    min: z.enum(MIN_REASONS),
    max: z.enum(MAX_REASONS),
  }),
  /** Rounder amounts near the requested one, with both sides; `side` is the round one. Empty where the amount is round. */
  suggestions: z.array(z.object({ side: z.enum(['income', 'outcome']), income_amount: z.string(), outcome_amount: z.string() })),
  reserve: z.string(),
  eta_minutes: z.number(),
  /** Median time from payment to payout of recent similar orders, minutes; null: too few. */
  median_minutes: z.nullable(z.number()),
  /** Time to pay, minutes; a fixed rate is locked for it. */
  payment_minutes: z.number(),
  /** Whether a person approves a payout of this amount. */
  needs_review: z.boolean(),
  slots: z.array(SlotAttributes),
  slot_id: z.nullable(z.string()),
  refund_terms: RefundTerms,
  /** Whether an order of this amount requires a verified card to pay from (domain 5, T2). */
  asks_card: z.boolean(),
  /** Conditions of this direction, by language; null: none. */
  conditions: z.nullable(z.object({ ru: z.string(), en: z.string() })),
  /** Whether the price was invented by the demo source. */
  is_demo: z.boolean(),
  created_at: z.string(),
  expires_at: z.string(),
  server_time: z.string(),
});
export type RateCalculationAttributes = z.output<typeof RateCalculationAttributes>;

const reply = { kind: 'resource', type: 'rate_calculations', attributes: RateCalculationAttributes, status: 200 } as const;
const refusals = [
  'not_allowed_amount',
  'amount_below_minimum',
  'amount_above_maximum',
  'has_no_reserves',
  'rate_unavailable',
  'direction_unavailable',
  'country_not_allowed',
  'slot_unavailable',
] as const;

export const calculateFromIncome = endpoint({
  name: 'calculateFromIncome',
  summary: 'Calculates the outcome of a given income amount',
  method: 'POST',
  path: '/api/v1/rate_calculations/from_income',
  action: 'exchange',
  scope: 'rates:read',
  query: z.object({ check_slots: z.optional(z.enum(['true', 'false'])) }),
  body: z.object({
    income_amount: amount,
    income_payment_system_id: recordId,
    outcome_payment_system_id: recordId,
    slot_id: slotId,
    fit_slot: fitSlot,
  }),
  reply,
  refusals,
  effect: 'calculation',
});

export const calculateFromOutcome = endpoint({
  name: 'calculateFromOutcome',
  summary: 'Calculates the income that a given outcome amount requires',
  method: 'POST',
  path: '/api/v1/rate_calculations/from_outcome',
  action: 'exchange',
  scope: 'rates:read',
  query: z.object({ check_slots: z.optional(z.enum(['true', 'false'])) }),
  body: z.object({
    outcome_amount: amount,
    income_payment_system_id: recordId,
    outcome_payment_system_id: recordId,
    slot_id: slotId,
    fit_slot: fitSlot,
  }),
  reply,
  refusals,
  effect: 'calculation',
});

export const calculateFirstSlot = endpoint({
  name: 'calculateFirstSlot',
  summary: 'Returns the best exchange slot of a pair with both amounts, or null',
  method: 'POST',
  path: '/api/v1/rate_calculations/first_slot',
  action: 'exchange',
  scope: 'rates:read',
  body: z.object({ income_payment_system_id: recordId, outcome_payment_system_id: recordId }),
  reply: { ...reply, nullable: true },
  refusals,
  effect: 'calculation',
});
