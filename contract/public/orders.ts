import * as z from 'zod/mini';
import { LOCALES } from '#core/locale.ts';
import { MAX_CHEQUE_BYTES, PROOF_TYPES } from '#core/file/cheque.ts';
import { PAYOUT_PURPOSES } from '#core/payout/payout.ts';
import { REQUOTE_CHOICES } from '#core/order/order.ts';
import { SURPLUS_RETURNS } from '#core/order/surplus.ts';
import { ENDINGS } from '#core/order/ending.ts';
import { ORDER_ACTIONS, ORDER_STATUSES, STATUS_GROUPS } from '#core/order/status.ts';
import { RefundTerms } from './rate-calculations.ts';
import { REQUISITE_REFUSALS } from '#core/refusal.ts';
import { captchaToken } from './captcha.ts';
import { UserWalletAttributes } from '#contract/account/user-wallets.ts';
import { endpoint } from '#contract/endpoint.ts';
import { EstimateAttributes, RequoteAttributes } from './requote-attributes.ts';
import { WithdrawalAttributes } from './withdrawal-attributes.ts';
import { pagingQuery, sortQuery } from '#contract/list-query.ts';
import { PaymentSystemAttributes, RequisiteFieldAttributes } from './payment-systems.ts';

const amount = z.string().check(z.maxLength(200));
const id = z.string().check(z.minLength(1), z.maxLength(64));
const requisites = z.record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(200)));
/** A requisite for display; `groups` joined are `value`, the text to copy. */
export const RequisiteLine = z.object({ key: z.string(), label: z.string(), value: z.string(), groups: z.array(z.string()) });
export type RequisiteLine = z.output<typeof RequisiteLine>;
const Tx = z.nullable(z.object({ hash: z.string(), url: z.nullable(z.string()) }));

export const OrderAttributes = z.object({
  status: z.enum(ORDER_STATUSES),
  status_group: z.enum(STATUS_GROUPS),
  version: z.number(),
  income_amount: z.string(),
  outcome_amount: z.string(),
  rate: z.string(),
  rate_type: z.enum(['fixed', 'floating']),
  /** Estimate of a floating rate until the money is final; null: amounts are fixed, or no rate. Updated by the stream event `estimate`. */
  estimate: EstimateAttributes,
  /** Promised minutes from payment to payout; `median_minutes`: recent median, null: too few. */
  eta_minutes: z.number(),
  median_minutes: z.nullable(z.number()),
  /** The price was invented by the demo source. */
  is_demo: z.boolean(),
  payment_system_from_id: z.string(),
  payment_system_to_id: z.string(),
  email_masked: z.string(),
  outcome_requisites_masked: z.record(z.string(), z.string()),
  income_requisites_masked: z.record(z.string(), z.string()),
  /** Unmasked destination of the payout or refund; only the owner reads this document. */
  destination: z.array(RequisiteLine),
  created_at: z.string(),
  /** Deadline of the current state; null: none. */
  expires_at: z.nullable(z.string()),
  rate_locked_until: z.nullable(z.string()),
  server_time: z.string(),
  confirmations: z.nullable(z.number()),
  required_confirmations: z.nullable(z.number()),
  /** Amount received so far; null: nothing seen. */
  received_amount: z.nullable(z.string()),
  /** Refunded and deducted amounts; null: no refund. */
  refund: z.nullable(z.object({ amount: z.string(), fee: z.string() })),
  /** Refund deductions in force when the order was made. */
  refund_terms: RefundTerms,
  /** Surplus waiting for its return; null: none. */
  surplus_amount: z.nullable(z.string()),
  /** Total surplus returned; null: none. */
  surplus_returned_amount: z.nullable(z.string()),
  /** Return of the surplus: under way, waiting for `refund_fields`, or reviewed by a person first. */
  surplus_return: z.nullable(z.enum(SURPLUS_RETURNS)),
  /** Surplus amounts and their treatment, oldest first. */
  surplus: z.array(z.object({ kind: z.enum(['kept', 'returned']), amount: z.string(), at: z.string() })),
  income_tx: Tx,
  outcome_tx: Tx,
  reason: z.nullable(z.string()),
  /** Why the order ended without an exchange; null: it has not. */
  ending: z.nullable(z.enum(ENDINGS)),
  allowed_actions: z.array(z.enum(ORDER_ACTIONS)),
  /**
   * Whether people, not a rail, detect the payment; `paid_by_people`: whether people send the payout. With `payout_sent` nothing has left
   * until they report it, by `payout_promise`.
   */
  received_by_people: z.boolean(),
  paid_by_people: z.boolean(),
  /** All requisites are in use by other orders; the order waits for a free one. */
  are_requisites_taken: z.boolean(),
  /** Expected time of free requisites; null: not waited for, or later than this order's end. */
  requisites_promised_at: z.nullable(z.string()),
  /** Field that "I have paid" requires. */
  claim_field: z.nullable(z.enum(['invoice_id', 'tx_hash'])),
  cheque_received: z.boolean(),
  /** Destination fields that `request_refund` requires; empty: the destination is known. */
  refund_fields: z.array(RequisiteFieldAttributes),
  /** A payout failed because of its destination: another was requested by e-mail (`asked`), or entered and under review (`given`); null otherwise. */
  destination_request: z.nullable(z.object({ state: z.enum(['asked', 'given']), fields: z.array(RequisiteFieldAttributes) })),
  requote: RequoteAttributes,
  timeline: z.array(z.object({ status: z.enum(ORDER_STATUSES), at: z.string() })),
  receipt_url: z.nullable(z.string()),
  /** Deadline of the approval of the payout; null: no approval pending. */
  payout_look_until: z.nullable(z.string()),
  /** Reason of the approval: the `amount`, or a `check` of the customer. */
  payout_look_why: z.nullable(z.enum(['amount', 'check'])),
  /** Promised time of the payout, and the promise it replaced; null: none pending. */
  payout_promise: z.nullable(z.object({ at: z.string(), missed_at: z.nullable(z.string()) })),
  /** Passed promise without a new one: the payout is late and a person handles it; null otherwise. */
  payout_overdue_since: z.nullable(z.string()),
  /** A person approves a payout of this amount; false once decided. */
  needs_review: z.boolean(),
  /** Bank documents of manual payouts that an operator has shared. */
  payout_proofs: z.array(z.object({ purpose: z.enum(PAYOUT_PURPOSES), url: z.string() })),
  /** Withdrawal details; null: an exchange. */
  withdrawal: z.nullable(WithdrawalAttributes),
  /** Guest's key of this order; only in the response to its creation. */
  access_token: z.optional(z.string()),
});
export type OrderAttributes = z.output<typeof OrderAttributes>;

export const RequisitesAttributes = z.object({
  kind: z.enum(['requisites', 'redirect', 'form']),
  amount: z.string(),
  fields: z.array(RequisiteLine),
  /** Network name and warning about other networks; null: none. */
  network: z.nullable(z.string()),
  network_warning: z.nullable(z.string()),
  memo: z.nullable(z.string()),
  qr_payload: z.nullable(z.string()),
  url: z.nullable(z.string()),
  method: z.nullable(z.enum(['GET', 'POST'])),
  form_fields: z.nullable(z.record(z.string(), z.string())),
  expires_at: z.nullable(z.string()),
});
export type RequisitesAttributes = z.output<typeof RequisitesAttributes>;

const params = z.object({ id });
const include = {
  income_payment_system: { type: 'payment_systems', attributes: PaymentSystemAttributes },
  outcome_payment_system: { type: 'payment_systems', attributes: PaymentSystemAttributes },
  /** Saved requisites of the income side. */
  income_wallet: { type: 'user_wallets', attributes: UserWalletAttributes },
} as const;
const includeQuery = z.object({
  include: z.optional(z.array(z.enum(['income_wallet', 'income_payment_system', 'outcome_payment_system']))),
});
const order = { kind: 'resource', type: 'orders', attributes: OrderAttributes, status: 200 } as const;

export const createOrder = endpoint({
  name: 'createOrder',
  summary: 'Creates an order from a live calculation; a guest gets its access token once',
  method: 'POST',
  path: '/api/v1/orders',
  action: 'exchange',
  scope: 'orders:write',
  query: includeQuery,
  body: z.object({
    payment_system_from_id: id,
    payment_system_to_id: id,
    income_amount: z.optional(amount),
    outcome_amount: z.optional(amount),
    rate_calculation_id: z.string().check(z.minLength(1), z.maxLength(1000)),
    slot_id: z.optional(z.nullable(z.string().check(z.maxLength(64)))),
    /** Optional for signed-in callers and for repeated orders. */
    email: z._default(z.string().check(z.maxLength(254)), ''),
    income_requisites: z._default(requisites, {}),
    outcome_requisites: z._default(requisites, {}),
    /** Save the requisites for the next order; signed-in callers only. */
    save_requisites: z.optional(z.boolean()),
    /** Saved requisites by id instead of values, so that pages never need them in full. */
    income_wallet_id: z.optional(id),
    outcome_wallet_id: z.optional(id),
    /** Own order whose requisites and e-mail are used where none are given. */
    repeat_of: z.optional(id),
    /** The customer confirmed a destination that resembles a known one (quality R56). */
    confirm_lookalike: z.optional(z.boolean()),
    no_memo: z.optional(z.boolean()),
    accept_terms: z.boolean(),
    captcha_token: captchaToken,
  }),
  reply: { ...order, status: 201 },
  refusals: [
    'access_denied',
    ...REQUISITE_REFUSALS,
    'not_allowed_amount',
    'amount_below_minimum',
    'amount_above_maximum',
    'has_no_reserves',
    'reserve_exceeded',
    'rate_changed',
    'slot_unavailable',
    'rate_unavailable',
    'direction_unavailable',
    'terms_not_accepted',
    'country_not_allowed',
    'verification_required',
    'tech_break',
    'too_many_open_orders',
    'too_many_requests',
    'captcha_required',
    'wrong_captcha',
    'configuration_error',
    'lookalike',
    'not_found',
  ],
  include,
});

const date = z.string().check(z.regex(/^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/));

export const listOrders = endpoint({
  name: 'listOrders',
  summary: 'Lists own orders, newest first, filtered by state, payment system, day and text',
  method: 'GET',
  path: '/api/v1/orders',
  action: 'read_account',
  scope: 'orders:read',
  query: z.extend(includeQuery, {
    status_group: z.optional(z.enum(STATUS_GROUPS)),
    /** Only exchanges, or only withdrawals of earnings. */
    kind: z.optional(z.enum(['exchange', 'withdrawal'])),
    /** Either side. */
    payment_system_id: z.optional(id),
    /** Days in Moscow time, the last one included. */
    created_from: z.optional(date),
    created_to: z.optional(date),
    /** Order number or its beginning, an amount, or a requisite whole or by its ends. */
    q: z.optional(z.string().check(z.maxLength(254))),
    ...pagingQuery,
    sort: sortQuery('created_at', 'expires_at', 'status'),
  }),
  reply: { kind: 'collection', type: 'orders', attributes: OrderAttributes, paged: true },
  refusals: [],
  include,
});

export const getOrder = endpoint({
  name: 'getOrder',
  summary: 'Returns one own order',
  method: 'GET',
  path: '/api/v1/orders/{id}',
  action: 'exchange',
  scope: 'orders:read',
  params,
  query: includeQuery,
  reply: order,
  refusals: ['not_found'],
  include,
});

export const cancelOrder = endpoint({
  name: 'cancelOrder',
  summary: 'Cancels an unpaid order',
  method: 'DELETE',
  path: '/api/v1/orders/{id}',
  action: 'exchange',
  scope: 'orders:write',
  params,
  reply: order,
  refusals: ['not_found', 'order_state_conflict'],
});

export const getRequisites = endpoint({
  name: 'getRequisites',
  summary: 'Returns payment requisites and amount; idempotent',
  method: 'POST',
  path: '/api/v1/orders/{id}/get_requisites',
  action: 'exchange',
  scope: 'orders:write',
  params,
  reply: { kind: 'resource', type: 'requisites', attributes: RequisitesAttributes, status: 200 },
  refusals: ['not_found', 'order_state_conflict', 'payment_form_unavailable'],
  effect: 'calculation',
});

export const confirmPayment = endpoint({
  name: 'confirmPayment',
  summary: 'Reports a payment ("I have paid"); a claim only, nothing is credited',
  method: 'POST',
  path: '/api/v1/orders/confirm_payment',
  action: 'exchange',
  scope: 'orders:write',
  body: z.object({
    order_id: id,
    invoice_id: z.optional(z.string().check(z.maxLength(100))),
    tx_hash: z.optional(z.string().check(z.maxLength(120))),
  }),
  reply: order,
  refusals: ['not_found', 'order_state_conflict', 'required'],
});

export const sendCheque = endpoint({
  name: 'sendCheque',
  summary: 'Attaches a payment cheque: a PDF of at most 5 MiB',
  method: 'POST',
  path: '/api/v1/orders/{id}/send_cheque',
  action: 'exchange',
  params,
  files: { cheque: { required: true, maxBytes: MAX_CHEQUE_BYTES } },
  reply: { ...order, status: 201 },
  refusals: ['not_found', 'order_state_conflict', 'invalid_file_type', 'file_too_large'],
});

export const acceptRequote = endpoint({
  name: 'acceptRequote',
  summary: 'Accepts an option of a requote; default: the first that exchanges. A `refund` that needs a destination is requested separately',
  method: 'POST',
  path: '/api/v1/orders/{id}/accept_requote',
  action: 'exchange',
  scope: 'orders:write',
  params,
  body: z.object({
    choice: z.optional(z.enum(REQUOTE_CHOICES)),
    /** Outcome shown to the customer: a smaller one is refused as `rate_changed`, a larger one is paid in full. */
    expected_outcome_amount: z.optional(amount),
  }),
  reply: order,
  refusals: [
    'not_found',
    'order_state_conflict',
    'rate_unavailable',
    'has_no_reserves',
    'rate_changed',
    'not_allowed_amount',
    ...REQUISITE_REFUSALS,
  ],
});

export const requestRefund = endpoint({
  name: 'requestRefund',
  summary: 'Requests a refund instead of the recalculated amounts',
  method: 'POST',
  path: '/api/v1/orders/{id}/request_refund',
  action: 'exchange',
  scope: 'orders:write',
  params,
  body: z.object({ refund_requisites: z._default(requisites, {}), no_memo: z.optional(z.boolean()) }),
  reply: order,
  refusals: ['not_found', 'order_state_conflict', ...REQUISITE_REFUSALS],
});

export const giveDestination = endpoint({
  name: 'giveDestination',
  summary:
    'Sets another destination of a payout that failed because of it, once, with the key from the e-mail; a person approves it before payment',
  method: 'POST',
  path: '/api/v1/orders/{id}/payout_destination',
  action: 'exchange',
  params,
  body: z.object({
    key: z.string().check(z.maxLength(200)),
    requisites: z._default(requisites, {}),
    no_memo: z.optional(z.boolean()),
    confirm_lookalike: z.optional(z.boolean()),
  }),
  reply: order,
  refusals: ['not_found', 'order_state_conflict', 'invalid_token', 'lookalike', ...REQUISITE_REFUSALS],
});

export const orderEvents = endpoint({
  name: 'orderEvents',
  summary: 'Streams changes of the order; event id = version, `Last-Event-ID` is supported',
  method: 'GET',
  path: '/api/v1/orders/{id}/events',
  action: 'exchange',
  params,
  /** Replaces `Site-Locale`, which a browser's EventSource cannot send. */
  query: z.object({ locale: z.optional(z.enum(LOCALES)) }),
  reply: { kind: 'stream' },
  refusals: ['not_found'],
});

export const getReceipt = endpoint({
  name: 'getReceipt',
  summary: 'Downloads the receipt of a completed order',
  method: 'GET',
  path: '/api/v1/orders/{id}/receipt.pdf',
  action: 'exchange',
  scope: 'orders:read',
  params,
  reply: { kind: 'file', mediaType: 'application/pdf', page: '/order/{id}' },
  refusals: ['not_found', 'order_state_conflict'],
});

export const getPayoutProof = endpoint({
  name: 'getPayoutProof',
  summary: 'Downloads the bank document of a manual payout, if shared with the customer',
  method: 'GET',
  path: '/api/v1/orders/{id}/payout_proofs/{payout_id}',
  action: 'exchange',
  params: z.object({ id, payout_id: id }),
  reply: { kind: 'file', mediaType: PROOF_TYPES, page: '/order/{id}' },
  refusals: ['not_found'],
});
