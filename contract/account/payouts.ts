import * as z from 'zod/mini';
import { PURSES } from '#core/withdrawal/withdrawal.ts';
import { REQUISITE_REFUSALS } from '#core/refusal.ts';
import { endpoint } from '#contract/endpoint.ts';
import { OrderAttributes } from '#contract/public/orders.ts';

const amount = z.string().check(z.maxLength(200));
const id = z.string().check(z.minLength(1), z.maxLength(64));
const token = z.string().check(z.minLength(1), z.maxLength(200));

export const PurseAttributes = z.object({
  purse: z.enum(PURSES),
  currency_iso_code: z.string(),
  /** The customer's balance, and the part that can be withdrawn now: the rest is promised or not available yet. */
  owed_amount: z.string(),
  available_amount: z.string(),
  min_amount: z.string(),
});
export type PurseAttributes = z.output<typeof PurseAttributes>;

export const listPurses = endpoint({
  name: 'listPurses',
  summary: "The caller's purses: what is owed to him, and what of it can be taken out now",
  method: 'GET',
  path: '/api/v1/purses',
  action: 'read_account',
  reply: { kind: 'collection', type: 'purses', attributes: PurseAttributes },
  refusals: [],
});

export const PayoutQuoteAttributes = z.object({
  purse: z.enum(PURSES),
  amount: z.string(),
  payment_system_id: z.string(),
  /** What would be paid now; it follows the market until the withdrawal is confirmed. */
  outcome_amount: z.string(),
  /** What sending costs; it is taken from what is paid. */
  network_fee: z.string(),
  /** Units for one dollar, before that. */
  rate: z.string(),
  /** The least and the most of the purse that this system pays out, in dollars. */
  min_amount: z.string(),
  max_amount: z.string(),
  available_amount: z.string(),
  /** Within which it is promised, from its confirmation. */
  promised_hours: z.number(),
  /** How long it usually takes from then on, as measured; null: too few were paid there lately to say (ours). */
  median_minutes: z.nullable(z.int()),
});
export type PayoutQuoteAttributes = z.output<typeof PayoutQuoteAttributes>;

export const quotePayout = endpoint({
  name: 'quotePayout',
  summary: "What a purse's dollars would bring in a payment system now; without an amount: all of it",
  method: 'POST',
  path: '/api/v1/payouts/quote',
  action: 'read_account',
  body: z.object({ purse: z.enum(PURSES), amount: z.optional(amount), payment_system_id: id }),
  bodyType: 'payouts',
  reply: { kind: 'resource', type: 'payout_quotes', attributes: PayoutQuoteAttributes, status: 200 },
  refusals: ['direction_unavailable', 'country_not_allowed', 'rate_unavailable'],
  effect: 'calculation',
});

const order = { kind: 'resource', type: 'orders', attributes: OrderAttributes, status: 200 } as const;

export const createPayout = endpoint({
  name: 'createPayout',
  summary: 'Asks for earnings to be paid out; a link in a letter confirms it',
  method: 'POST',
  path: '/api/v1/payouts',
  action: 'withdraw',
  body: z.object({
    purse: z.enum(PURSES),
    amount,
    payment_system_id: id,
    requisites: z._default(z.record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(200))), {}),
    /** Kept requisites instead of typed ones, by reference (ours). */
    user_wallet_id: z.optional(id),
    no_memo: z.optional(z.boolean()),
    /** The customer compared the destination with the similar saved one (ours, quality R56). */
    confirm_lookalike: z.optional(z.boolean()),
  }),
  bodyType: 'payouts',
  reply: { ...order, status: 201 },
  refusals: [
    'email_not_verified',
    'fresh_factor_required',
    'direction_unavailable',
    'country_not_allowed',
    'payout_below_minimum',
    'not_allowed_amount',
    'amount_below_minimum',
    'amount_above_maximum',
    'has_no_reserves',
    'rate_unavailable',
    'lookalike',
    'not_found',
    ...REQUISITE_REFUSALS,
  ],
});

const confirmed = z.object({ id, token });

export const readConfirmation = endpoint({
  name: 'readConfirmation',
  summary: "What the link of a withdrawal's letter would confirm; reading it confirms nothing",
  method: 'GET',
  path: '/api/v1/orders/{id}/confirm/{token}',
  action: 'exchange',
  params: confirmed,
  reply: order,
  refusals: ['invalid_token'],
});

export const confirmPayout = endpoint({
  name: 'confirmPayout',
  summary: 'Confirms a withdrawal by the token of its letter; what is paid is what the dollars buy now',
  method: 'PUT',
  path: '/api/v1/orders/{id}/confirm/{token}',
  action: 'exchange',
  params: confirmed,
  body: z.object({
    /** The outcome amount shown to the customer: a smaller one is `rate_changed`, a larger one is paid (ours). */
    expected_outcome_amount: z.optional(amount),
  }),
  bodyType: 'orders',
  reply: order,
  refusals: [
    'invalid_token',
    'rate_changed',
    'rate_unavailable',
    'has_no_reserves',
    'order_state_conflict',
    'amount_below_minimum',
    'amount_above_maximum',
    'invalid_format',
  ],
});

export const stopPayout = endpoint({
  name: 'stopPayout',
  summary: '"This was not me" of a withdrawal\'s letters: what is not on its way goes back into the purse',
  method: 'POST',
  path: '/api/v1/orders/{id}/stop',
  action: 'exchange',
  params: z.object({ id }),
  body: z.object({ token }),
  bodyType: 'orders',
  reply: { kind: 'empty', status: 204 },
  refusals: ['invalid_token', 'order_state_conflict'],
});
