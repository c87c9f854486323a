import * as z from 'zod/mini';
import { MAX_REASONS, MIN_REASONS } from '#core/pricing/limit-reasons.ts';
import { SLOT_KINDS } from '#core/slots/slot.ts';
import { endpoint } from '#contract/endpoint.ts';

const amount = z.string().check(z.maxLength(200));
const id = z.string().check(z.minLength(1), z.maxLength(64));
/** A slot that the customer chose: its premium and limits are in the numbers, and the calculation names it (ours). */
const slotId = z.optional(z.nullable(z.string().check(z.maxLength(64))));
/** Whether the ready slot that the amount fits is taken where the named one does not serve it, or none is named (ours). */
const fitSlot = z.optional(z.boolean());

export const FeeAttributes = z.object({
  kind: z.enum(['service', 'fixed', 'network', 'slot']),
  side: z.enum(['income', 'outcome']),
  amount: z.string(),
  currency_iso_code: z.string(),
});

/** What becomes of the market value of the income, in the outcome's currency: the lines add up to `outcome_amount` exactly (ours). */
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
  /** What the slot costs on top of the ordinary rate (ours). */
  premium_percent: z.string(),
  /** What is promised (ours). */
  eta_minutes: z.number(),
  /** Median time from payment to payout of late completed orders of this kind; null where there were too few (ours). */
  median_minutes: z.nullable(z.number()),
});

/** What may be kept of money that goes back instead of being exchanged: a part of what came, a fixed sum of its currency, the network's cost; null: nothing (ours). */
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
  /** Which rule sets each limit (ours; domain 3: "the reason of each"). */
  limit_reasons: z.object({
    min: z.enum(MIN_REASONS),
    max: z.enum(MAX_REASONS),
  }),
  /** Rounder amounts near the asked one, with both sides of each; `side` is the round one. Empty where the asked amount is round (ours). */
  suggestions: z.array(z.object({ side: z.enum(['income', 'outcome']), income_amount: z.string(), outcome_amount: z.string() })),
  reserve: z.string(),
  eta_minutes: z.number(),
  /** Median time from payment to payout of late completed orders like this one; null where there were too few (ours). */
  median_minutes: z.nullable(z.number()),
  /** How long an order of this direction may be paid, its rate locked where it is fixed (ours). */
  payment_minutes: z.number(),
  /** A person approves a payout of this amount before it leaves (ours). */
  needs_review: z.boolean(),
  slots: z.array(SlotAttributes),
  slot_id: z.nullable(z.string()),
  refund_terms: RefundTerms,
  /** Whether an order of this amount needs a verified paying card, unless the customer has one (ours; domain 5, T2). */
  asks_card: z.boolean(),
  /** What the shop says of this direction before anything is ordered (ours); null: nothing. */
  conditions: z.nullable(z.object({ ru: z.string(), en: z.string() })),
  /** Whether the price was invented by the demo source (ours). */
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
  summary: 'What the customer gets for an amount he gives',
  method: 'POST',
  path: '/api/v1/rate_calculations/from_income',
  action: 'exchange',
  scope: 'rates:read',
  query: z.object({ check_slots: z.optional(z.enum(['true', 'false'])) }),
  body: z.object({
    income_amount: amount,
    income_payment_system_id: id,
    outcome_payment_system_id: id,
    slot_id: slotId,
    fit_slot: fitSlot,
  }),
  reply,
  refusals,
  effect: 'calculation',
});

export const calculateFromOutcome = endpoint({
  name: 'calculateFromOutcome',
  summary: 'What the customer must give for an amount he wants',
  method: 'POST',
  path: '/api/v1/rate_calculations/from_outcome',
  action: 'exchange',
  scope: 'rates:read',
  query: z.object({ check_slots: z.optional(z.enum(['true', 'false'])) }),
  body: z.object({
    outcome_amount: amount,
    income_payment_system_id: id,
    outcome_payment_system_id: id,
    slot_id: slotId,
    fit_slot: fitSlot,
  }),
  reply,
  refusals,
  effect: 'calculation',
});

export const calculateFirstSlot = endpoint({
  name: 'calculateFirstSlot',
  summary: 'The best exchange slot of a pair with both amounts, or null',
  method: 'POST',
  path: '/api/v1/rate_calculations/first_slot',
  action: 'exchange',
  scope: 'rates:read',
  body: z.object({ income_payment_system_id: id, outcome_payment_system_id: id }),
  reply: { ...reply, nullable: true },
  refusals,
  effect: 'calculation',
});
