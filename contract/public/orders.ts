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
/** A requisite as it is read: put together, `groups` are `value`, which is what one copies (ours). */
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
  /** Of a floating rate until the money is final (ours); null where the amounts are fixed, or there is no rate now. Moves on the stream as `estimate`. */
  estimate: EstimateAttributes,
  /** Minutes that the payout is promised in once the payment is there; what half of such exchanges took at most lately, null where too few say (ours). */
  eta_minutes: z.number(),
  median_minutes: z.nullable(z.number()),
  /** The price was invented by the demo source (ours). */
  is_demo: z.boolean(),
  payment_system_from_id: z.string(),
  payment_system_to_id: z.string(),
  email_masked: z.string(),
  outcome_requisites_masked: z.record(z.string(), z.string()),
  income_requisites_masked: z.record(z.string(), z.string()),
  /** Where the money of this order goes, or goes back, whole: only its owner reads this document (ours). */
  destination: z.array(RequisiteLine),
  created_at: z.string(),
  /** Deadline of the present state, null where it has none. */
  expires_at: z.nullable(z.string()),
  rate_locked_until: z.nullable(z.string()),
  server_time: z.string(),
  confirmations: z.nullable(z.number()),
  required_confirmations: z.nullable(z.number()),
  /** What has arrived so far (ours), null before anything was seen. */
  received_amount: z.nullable(z.string()),
  /** Of a refund: what goes back and what is kept of what came; null where nothing goes back. */
  refund: z.nullable(z.object({ amount: z.string(), fee: z.string() })),
  /** What may be kept of a refund, as it stood when this was ordered (ours). */
  refund_terms: RefundTerms,
  /** What came beyond this order and waits to be given back (ours); null where nothing does. */
  surplus_amount: z.nullable(z.string()),
  /** What came beyond this order and was returned, in all (ours); null where nothing was. */
  surplus_returned_amount: z.nullable(z.string()),
  /** What becomes of it: on its way back, waiting for `refund_fields`, or looked at by a person first (ours). */
  surplus_return: z.nullable(z.enum(SURPLUS_RETURNS)),
  /** What came beyond this order and what became of it, oldest first (ours). */
  surplus: z.array(z.object({ kind: z.enum(['kept', 'returned']), amount: z.string(), at: z.string() })),
  income_tx: Tx,
  outcome_tx: Tx,
  reason: z.nullable(z.string()),
  /** Why it ended without an exchange (ours); null where it has not. */
  ending: z.nullable(z.enum(ENDINGS)),
  allowed_actions: z.array(z.enum(ORDER_ACTIONS)),
  /**
   * Money of this side is seen, or sent, by people and not by a machine (ours): the page says so. With `payout_sent` nothing has left before
   * they say so, by `payout_promise`.
   */
  received_by_people: z.boolean(),
  paid_by_people: z.boolean(),
  /** All that this could be paid to are other orders' now (ours): the order waits until some are free. */
  are_requisites_taken: z.boolean(),
  /** When requisites will most likely be free while all are taken (ours); null where they are not waited for, or not before this order ends. */
  requisites_promised_at: z.nullable(z.string()),
  /** Field the customer is asked for with "I have paid" (ours). */
  claim_field: z.nullable(z.enum(['invoice_id', 'tx_hash'])),
  cheque_received: z.boolean(),
  /** What `request_refund` must say about where the money goes back to; empty where we know it (ours). */
  refund_fields: z.array(RequisiteFieldAttributes),
  /** A payout failed because of its destination (ours): `asked` for another one by a letter, or `given` and looked at by a person; null otherwise. */
  destination_request: z.nullable(z.object({ state: z.enum(['asked', 'given']), fields: z.array(RequisiteFieldAttributes) })),
  requote: RequoteAttributes,
  timeline: z.array(z.object({ status: z.enum(ORDER_STATUSES), at: z.string() })),
  receipt_url: z.nullable(z.string()),
  /** By when people decide about a payout that they must approve (ours); null where none is. */
  payout_look_until: z.nullable(z.string()),
  /** Why: its `amount`, or a `check` of who stands behind it (ours). */
  payout_look_why: z.nullable(z.enum(['amount', 'check'])),
  /** By when the payout is promised, and the promise before it that has passed (ours); null where none is waited for. */
  payout_promise: z.nullable(z.object({ at: z.string(), missed_at: z.nullable(z.string()) })),
  /** The last promise, once it has passed and there is no new one: the payout is late, a person is on it (ours); null otherwise. */
  payout_overdue_since: z.nullable(z.string()),
  /** A person approves a payout of this amount before it leaves (ours); false once that is decided. */
  needs_review: z.boolean(),
  /** The bank's papers of what people have paid, where an operator lets the customer have them (ours). */
  payout_proofs: z.array(z.object({ purpose: z.enum(PAYOUT_PURPOSES), url: z.string() })),
  /** Of earnings that are paid out (ours); null: an exchange. */
  withdrawal: z.nullable(WithdrawalAttributes),
  /** A guest's key to this order; present once, in the answer to its creation. */
  access_token: z.optional(z.string()),
});
export type OrderAttributes = z.output<typeof OrderAttributes>;

export const RequisitesAttributes = z.object({
  kind: z.enum(['requisites', 'redirect', 'form']),
  amount: z.string(),
  fields: z.array(RequisiteLine),
  /** The network's name, and what is lost on any other (ours); null where there is none. */
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
  /** The requisites that the caller pays from and saves. */
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
    /** Optional for signed-in users and for repeated orders (ours). */
    email: z._default(z.string().check(z.maxLength(254)), ''),
    income_requisites: z._default(requisites, {}),
    outcome_requisites: z._default(requisites, {}),
    /** Saved for the next order of a signed-in user. */
    save_requisites: z.optional(z.boolean()),
    /** Kept requisites instead of typed ones, by reference: no page needs them whole (ours). */
    income_wallet_id: z.optional(id),
    outcome_wallet_id: z.optional(id),
    /** An own order whose requisites and e-mail are taken where none are given (ours). */
    repeat_of: z.optional(id),
    /** The customer compared the destination with the similar saved one (ours, quality R56). */
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
  summary: 'Own orders, newest first; narrowed by state, system, day and what is typed into a search',
  method: 'GET',
  path: '/api/v1/orders',
  action: 'read_account',
  scope: 'orders:read',
  query: z.extend(includeQuery, {
    status_group: z.optional(z.enum(STATUS_GROUPS)),
    /** Exchanges or withdrawals of earnings alone (ours). */
    kind: z.optional(z.enum(['exchange', 'withdrawal'])),
    /** On either side. */
    payment_system_id: z.optional(id),
    /** Days of Moscow, the last one included. */
    created_from: z.optional(date),
    created_to: z.optional(date),
    /** A number of an order or its beginning, an amount, a requisite or its first or last signs. */
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
  summary: 'One own order',
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
  summary: 'Cancels an order that nothing was paid to',
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
  summary: 'Where and how much to pay; asking again gives the same',
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
  summary: '"I have paid": a claim, never money',
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
  summary: 'Takes one of the choices: without a `choice` the first that exchanges; `refund` is another call where a destination is needed',
  method: 'POST',
  path: '/api/v1/orders/{id}/accept_requote',
  action: 'exchange',
  scope: 'orders:write',
  params,
  body: z.object({
    choice: z.optional(z.enum(REQUOTE_CHOICES)),
    /** The outcome amount shown to the customer: a smaller one is `rate_changed`, a larger one is paid. */
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
  summary: 'Asks for the money back instead of the recalculated amounts',
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
    'Names another destination of a payout that failed because of it, once, with the key of the letter that asked for it; a person agrees before anything is paid',
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
  summary: 'The order as a live stream; id = version, `Last-Event-ID` honoured',
  method: 'GET',
  path: '/api/v1/orders/{id}/events',
  action: 'exchange',
  params,
  /** A browser's stream cannot send `Site-Locale`: this stands in for it (ours). */
  query: z.object({ locale: z.optional(z.enum(LOCALES)) }),
  reply: { kind: 'stream' },
  refusals: ['not_found'],
});

export const getReceipt = endpoint({
  name: 'getReceipt',
  summary: 'The receipt, from completion on',
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
  summary: 'The bank’s paper of a payout that a person made, where the customer may have it',
  method: 'GET',
  path: '/api/v1/orders/{id}/payout_proofs/{payout_id}',
  action: 'exchange',
  params: z.object({ id, payout_id: id }),
  reply: { kind: 'file', mediaType: PROOF_TYPES, page: '/order/{id}' },
  refusals: ['not_found'],
});
