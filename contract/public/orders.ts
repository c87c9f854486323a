import * as z from 'zod/mini';
import { LOCALES } from '#core/locale.ts';
import { MAX_CHEQUE_BYTES, PROOF_TYPES } from '#core/file/file-rules.ts';
import { REQUOTE_CHOICES } from '#core/order/order.ts';
import { STATUS_GROUPS } from '#core/order/status.ts';
import { captchaToken } from './captcha.ts';
import { UserWalletAttributes } from '#contract/account/user-wallets.ts';
import { REQUISITE_REFUSALS } from '#core/refusal.ts';
import { idParams, recordId } from '#contract/document-parts.ts';
import { endpoint } from '#contract/endpoint.ts';
import { pagingQuery, sortQuery } from '#contract/list-query.ts';
import { PaymentSystemAttributes } from './payment-systems.ts';
import { OrderAttributes, RequisitesAttributes } from './order-attributes.ts';

const amount = z.string().check(z.maxLength(200));
const requisites = z.record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(200)));
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
    payment_system_from_id: recordId,
    payment_system_to_id: recordId,
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
    income_wallet_id: z.optional(recordId),
    outcome_wallet_id: z.optional(recordId),
    /** Own order whose requisites and e-mail are used where none are given. */
    repeat_of: z.optional(recordId),
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
    payment_system_id: z.optional(recordId),
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
  params: idParams,
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
  params: idParams,
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
  params: idParams,
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
    order_id: recordId,
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
  params: idParams,
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
  params: idParams,
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
  params: idParams,
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
  params: idParams,
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
  params: idParams,
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
  params: idParams,
  reply: { kind: 'file', mediaType: 'application/pdf', page: '/order/{id}' },
  refusals: ['not_found', 'order_state_conflict'],
});

export const getPayoutProof = endpoint({
  name: 'getPayoutProof',
  summary: 'Downloads the bank document of a manual payout, if shared with the customer',
  method: 'GET',
  path: '/api/v1/orders/{id}/payout_proofs/{payout_id}',
  action: 'exchange',
  params: z.object({ id: recordId, payout_id: recordId }),
  reply: { kind: 'file', mediaType: PROOF_TYPES, page: '/order/{id}' },
  refusals: ['not_found'],
});
