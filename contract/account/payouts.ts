import * as z from 'zod/mini';
import { PURSES } from '#core/withdrawal/withdrawal.ts';
import { REQUISITE_REFUSALS } from '#core/refusal.ts';
import { idParams, recordId } from '#contract/document-parts.ts';
import { endpoint } from '#contract/endpoint.ts';
import { OrderAttributes } from '#contract/public/order-attributes.ts';

const amount = z.string().check(z.maxLength(200));
const token = z.string().check(z.minLength(1), z.maxLength(200));

export const PurseAttributes = z.object({
  purse: z.enum(PURSES),
  currency_iso_code: z.string(),
  /** Balance owed to the customer, and the part that can be withdrawn now; the rest is reserved or not available yet. Dollars. */
  owed_amount: z.string(),
  available_amount: z.string(),
  min_amount: z.string(),
});
export type PurseAttributes = z.output<typeof PurseAttributes>;

export const listPurses = endpoint({
  name: 'listPurses',
  summary: "Lists the caller's balances: total and available for withdrawal",
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
  /** Outcome at the current rate; floats until the withdrawal is confirmed. */
  outcome_amount: z.string(),
  /** Network fee, deducted from the outcome. */
  network_fee: z.string(),
  /** Outcome units per dollar, before the fee. */
  rate: z.string(),
  /** Minimum and maximum of one withdrawal to this payment system, in dollars. */
  min_amount: z.string(),
  max_amount: z.string(),
  available_amount: z.string(),
  /** Promised time from confirmation, hours. */
  promised_hours: z.number(),
  /** Measured median time from confirmation, minutes; null: too few. */
  median_minutes: z.nullable(z.int()),
});
export type PayoutQuoteAttributes = z.output<typeof PayoutQuoteAttributes>;

export const quotePayout = endpoint({
  name: 'quotePayout',
  summary: 'Quotes a withdrawal of a balance to a payment system; default amount: all',
  method: 'POST',
  path: '/api/v1/payouts/quote',
  action: 'read_account',
  body: z.object({ purse: z.enum(PURSES), amount: z.optional(amount), payment_system_id: recordId }),
  bodyType: 'payouts',
  reply: { kind: 'resource', type: 'payout_quotes', attributes: PayoutQuoteAttributes, status: 200 },
  refusals: ['direction_unavailable', 'country_not_allowed', 'rate_unavailable'],
  effect: 'calculation',
});

const order = { kind: 'resource', type: 'orders', attributes: OrderAttributes, status: 200 } as const;

export const createPayout = endpoint({
  name: 'createPayout',
  summary: 'Requests a withdrawal of earnings; it is confirmed by an e-mailed link',
  method: 'POST',
  path: '/api/v1/payouts',
  action: 'withdraw',
  body: z.object({
    purse: z.enum(PURSES),
    amount,
    payment_system_id: recordId,
    requisites: z._default(z.record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(200))), {}),
    /** Saved requisites by id, instead of values. */
    user_wallet_id: z.optional(recordId),
    no_memo: z.optional(z.boolean()),
    /** The customer confirmed a destination that resembles a known one (quality R56). */
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

const confirmed = z.object({ id: recordId, token });

export const readConfirmation = endpoint({
  name: 'readConfirmation',
  summary: 'Returns the withdrawal behind a confirmation link; confirms nothing',
  method: 'GET',
  path: '/api/v1/orders/{id}/confirm/{token}',
  action: 'exchange',
  params: confirmed,
  reply: order,
  refusals: ['invalid_token'],
});

export const confirmPayout = endpoint({
  name: 'confirmPayout',
  summary: 'Confirms a withdrawal by its e-mailed token; the outcome is quoted at the current rate',
  method: 'PUT',
  path: '/api/v1/orders/{id}/confirm/{token}',
  action: 'exchange',
  params: confirmed,
  body: z.object({
    /** Outcome shown to the customer: a smaller one is refused as `rate_changed`, a larger one is paid in full. */
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
  summary: '"This was not me", by the link of a withdrawal\'s e-mail: the amount returns to the balance unless the payout has started',
  method: 'POST',
  path: '/api/v1/orders/{id}/stop',
  action: 'exchange',
  params: idParams,
  body: z.object({ token }),
  bodyType: 'orders',
  reply: { kind: 'empty', status: 204 },
  refusals: ['invalid_token', 'order_state_conflict'],
});
