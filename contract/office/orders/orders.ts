import * as z from 'zod/mini';
import { ATTENTIONS } from '#core/staff/attention.ts';
import { OPERATOR_MOVES, type OperatorMove } from '#core/access/access.ts';
import { MOVE_NAMES } from '#core/order/lifecycle.ts';
import { PAYOUT_ACTIONS, PAYOUT_PURPOSES, PAYOUT_STATES } from '#core/payout/payout.ts';
import { ENDINGS } from '#core/order/ending.ts';
import { SURPLUS_RETURNS } from '#core/order/surplus.ts';
import { ORDER_STATUSES, STATUS_GROUPS } from '#core/order/status.ts';
import { APPROVAL_KIND_NAMES, APPROVAL_TITLES } from '#core/staff/approval.ts';
import { WAIT_REASONS } from '#core/payout/payout-limits.ts';
import { rowVersion } from '#contract/document-parts.ts';
import { endpoint } from '#contract/endpoint.ts';
import { pagingQuery, sortQuery } from '#contract/list-query.ts';
import { EstimateAttributes, RequoteAttributes } from '#contract/public/requote-attributes.ts';
import { LeaseAttributes, SideAttributes } from '#contract/office/shop/operator.ts';
import { RequisiteFieldAttributes } from '#contract/public/payment-systems.ts';

const id = z.string().check(z.minLength(1), z.maxLength(64));
const amount = z.string();
const time = z.string();
const moveName = z.enum(Object.keys(OPERATOR_MOVES) as [OperatorMove, ...OperatorMove[]]);

/**
 * `needs_person`: what waits for this operator's role (of any role, for one that decides nothing); `open`: all that is not
 * final, what waits first; both by urgency, then the longest waiting (in steps of `WAIT_STEP_MINUTES`), then the dearest. `all`: newest first.
 */
export const OFFICE_VIEWS = ['needs_person', 'open', 'all'] as const;
export type OfficeView = (typeof OFFICE_VIEWS)[number];

export const DEPOSIT_STATES = ['seen', 'final', 'failed', 'reverted'] as const;

const rowShape = {
  status: z.enum(ORDER_STATUSES),
  status_group: z.enum(STATUS_GROUPS),
  version: z.number(),
  kind: z.enum(['exchange', 'withdrawal']),
  attention: z.nullable(z.enum(ATTENTIONS)),
  /** Why it ended without an exchange; null where it has not. */
  ending: z.nullable(z.enum(ENDINGS)),
  /** What its payout or refund waits for people for, as they are asked; empty where it does not. */
  waits_why: z.array(z.enum(WAIT_REASONS)),
  email: z.string(),
  income: SideAttributes,
  outcome: SideAttributes,
  income_amount: amount,
  outcome_amount: amount,
  received_amount: amount,
  /** State of the newest payout or refund attempt; `unknown` is never a failure. */
  payout_state: z.nullable(z.enum(PAYOUT_STATES)),
  created_at: time,
  status_changed_at: time,
  expires_at: z.nullable(time),
  /** By when people should have paid it, or approved what leaves for it; null where nobody is asked to. */
  due_at: z.nullable(time),
  lease: z.nullable(LeaseAttributes),
  /** Who has its payout or refund in hand, to send it as a person; null where nobody has. */
  payout_holder: z.nullable(z.object({ holder: z.string(), is_mine: z.boolean() })),
};

export const OfficeOrderRowAttributes = z.object(rowShape);
export type OfficeOrderRowAttributes = z.output<typeof OfficeOrderRowAttributes>;

export const DepositAttributes = z.object({
  id: z.string(),
  /** `operator`: an operator's observation. */
  rail: z.string(),
  external_id: z.string(),
  /** An operator's reference; a rail's name of what was expected. */
  reference: z.string(),
  /** An operator's words; null for a rail. */
  note: z.nullable(z.string()),
  /** An operator states that the rail has missed it: the observation counts beside the rail's reports. */
  beyond_rail: z.boolean(),
  payment_system: SideAttributes,
  amount,
  /** How much of it is in the ledger: an operator's word that the rail has told itself since is not. */
  posted_amount: amount,
  state: z.enum(DEPOSIT_STATES),
  confirmations: z.number(),
  required_confirmations: z.number(),
  tx_hash: z.nullable(z.string()),
  tx_url: z.nullable(z.string()),
  first_seen_at: time,
  /** When the ledger took it as money; null while it has not. */
  posted_at: z.nullable(time),
});

export const PayoutAttributes = z.object({
  /** Our reference, the one the provider knows. */
  id: z.string(),
  purpose: z.enum(PAYOUT_PURPOSES),
  attempt: z.number(),
  rail: z.string(),
  payment_system: SideAttributes,
  amount,
  state: z.enum(PAYOUT_STATES),
  external_id: z.nullable(z.string()),
  tx_hash: z.nullable(z.string()),
  tx_url: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  claimed_at: time,
  /** When the provider was last asked about it. */
  asked_at: z.nullable(time),
  /** Who has it in hand; null while it is the machine's. */
  taken_by: z.nullable(z.string()),
  /** What this operator may do with it. */
  actions: z.array(z.enum(PAYOUT_ACTIONS)),
});

export const ChequeAttributes = z.object({
  id: z.string(),
  size: z.number(),
  created_at: time,
  url: z.string(),
  /** Other orders carry the same cheque: the very file, or one that looks or reads the same. */
  also_on_orders: z.array(z.string()),
});

export const PostingAttributes = z.object({
  id: z.string(),
  kind: z.string(),
  phase: z.enum(['posted', 'pending', 'pending_posted', 'pending_voided']),
  pending_id: z.nullable(z.string()),
  actor: z.string(),
  reason: z.nullable(z.string()),
  at: time,
  entries: z.array(z.object({ account: z.string(), wallet: z.string(), currency_iso_code: z.string(), amount })),
});
export type PostingAttributes = z.output<typeof PostingAttributes>;

/** `move`: the lifecycle's; `deed`: another action of an operator (`name` as in the audit log); `mail`: a letter to the customer. */
export const HISTORY_KINDS = ['move', 'deed', 'mail'] as const;

export const HistoryEventAttributes = z.object({
  kind: z.enum(HISTORY_KINDS),
  at: time,
  /** The move, the deed, or what became of the letter: `sent`, `waiting`, `failed`. */
  name: z.string(),
  /** The state after a move, or the one that a letter tells of; null where there is none. */
  status: z.nullable(z.enum(ORDER_STATUSES)),
  actor: z.string(),
  actor_name: z.nullable(z.string()),
  note: z.nullable(z.string()),
  /** The money that a deed is about, with its currency; null where it is about none. */
  amount: z.nullable(amount),
  currency_iso_code: z.nullable(z.string()),
  /** The bank's or provider's reference that was named. */
  reference: z.nullable(z.string()),
  /** What two people decide or have decided about; null for every other line. */
  proposal: z.nullable(z.enum(APPROVAL_TITLES)),
  /** An operator's statement of a payout's end; null for every other line. */
  outcome: z.nullable(z.enum(['sent', 'not_sent'])),
});
export type HistoryEventAttributes = z.output<typeof HistoryEventAttributes>;

export const OfficeOrderAttributes = z.object({
  ...rowShape,
  locale: z.string(),
  ip: z.nullable(z.string()),
  is_guest: z.boolean(),
  rate: z.string(),
  rate_type: z.enum(['fixed', 'floating']),
  estimate: EstimateAttributes,
  /** Market price at the moment of the quote; null when the stored quote does not tell it. */
  reference_rate: z.nullable(z.string()),
  is_demo: z.boolean(),
  rate_locked_until: z.nullable(time),
  first_seen_at: z.nullable(time),
  confirmations: z.nullable(z.number()),
  required_confirmations: z.nullable(z.number()),
  held_amount: z.nullable(amount),
  income_requisites_masked: z.record(z.string(), z.string()),
  outcome_requisites_masked: z.record(z.string(), z.string()),
  /** Where we told the customer to pay. */
  requisites: z.nullable(
    z.object({
      kind: z.enum(['requisites', 'redirect', 'form']),
      amount,
      fields: z.array(z.object({ label: z.string(), value: z.string() })),
      memo: z.nullable(z.string()),
    }),
  ),
  claim: z.nullable(z.object({ at: z.nullable(time), invoice_id: z.nullable(z.string()), tx_hash: z.nullable(z.string()) })),
  reason: z.nullable(z.string()),
  deposits: z.array(DepositAttributes),
  /** How much of `received_amount` a rail has taken back since; null where nothing. */
  taken_back_amount: z.nullable(amount),
  payouts: z.array(PayoutAttributes),
  cheques: z.array(ChequeAttributes),
  /** Everything that happened, oldest first. */
  history: z.array(HistoryEventAttributes),
  postings: z.array(PostingAttributes),
  /** The operator's buttons: legal in this state and for this role. */
  allowed_moves: z.array(z.object({ move: moveName, to: z.enum(ORDER_STATUSES), note: z.enum(['required', 'optional']) })),
  may_claim: z.boolean(),
  may_note: z.boolean(),
  /** This operator may record a payment (`observations`). */
  may_observe: z.boolean(),
  /** This operator may write to the customer and send the order's link. */
  may_write: z.boolean(),
  /** There is a deadline, and this operator may move it. */
  may_extend: z.boolean(),
  /** What may be kept of a refund by the owner's rule, and what would go back then; null where nothing may, or nothing goes back. */
  refund_fee: z.nullable(z.object({ most: amount, network: amount, fixed: amount, share: amount, least_refund: amount, credited: amount })),
  /** What is kept of the refund that was decided; null where nothing is. */
  kept_amount: z.nullable(amount),
  /** What the customer may choose now; null where there is no choice. */
  requote: RequoteAttributes,
  /** What came beyond the order and waits to be given back; null where nothing does. */
  surplus_amount: z.nullable(amount),
  /** What came beyond the order and is back with its customer; null where nothing is. */
  surplus_returned_amount: z.nullable(amount),
  /** What goes back to the customer, or has gone back, of a refund; null where nothing does. */
  refund_amount: z.nullable(amount),
  /** What becomes of it by itself, or that a person looks first. */
  surplus_return: z.nullable(z.enum(SURPLUS_RETURNS)),
  /** This operator may state that the payment was returned; not while a decided return exists, which is assigned first. */
  may_return_surplus: z.boolean(),
  /** What this operator may take from the machine to pay it by hand. */
  takeable_payouts: z.array(z.enum(PAYOUT_PURPOSES)),
  may_retry_refund: z.boolean(),
  /** A refund is to be made and no attempt is under way: its destination may be proposed, or asked of the customer. */
  may_set_refund_destination: z.boolean(),
  /** The fields of a refund's destination. */
  refund_fields: z.array(RequisiteFieldAttributes),
  /** A payout failed and no attempt is under way: its destination may be proposed anew. */
  may_correct_destination: z.boolean(),
  /** The customer may be asked for another destination by e-mail: it is not corrected yet. */
  may_ask_destination: z.boolean(),
  /** The fields of a payout's destination. */
  payout_fields: z.array(RequisiteFieldAttributes),
  /** What waits for a second person about this order. */
  open_approvals: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(APPROVAL_KIND_NAMES),
      /** The kind, and of which money where one kind is of several. */
      title: z.enum(APPROVAL_TITLES),
      is_mine: z.boolean(),
      may_approve: z.boolean(),
    }),
  ),
  server_time: time,
});
export type OfficeOrderAttributes = z.output<typeof OfficeOrderAttributes>;

const params = z.object({ id });
const order = { kind: 'resource', type: 'orders', attributes: OfficeOrderAttributes, status: 200 } as const;

export const officeListOrders = endpoint({
  name: 'officeListOrders',
  summary: 'The queue of orders and the search over all of them',
  method: 'GET',
  path: '/api/office/v1/orders',
  action: 'read_orders',
  query: z.object({
    view: z.optional(z.enum(OFFICE_VIEWS)),
    status: z.optional(z.enum(ORDER_STATUSES)),
    status_group: z.optional(z.enum(STATUS_GROUPS)),
    /** Whose keys or whose link brought them. */
    partner: z.optional(z.uuid()),
    /** A public id, its beginning, or the beginning of an e-mail. */
    q: z.optional(z.string().check(z.maxLength(254))),
    ...pagingQuery,
    sort: sortQuery('created_at', 'status_changed_at', 'expires_at', 'status'),
  }),
  reply: {
    kind: 'collection',
    type: 'orders',
    attributes: OfficeOrderRowAttributes,
    paged: true,
    /** `needs_person`: how many orders this operator's role can act on. `partner`: name of the partner in the filter; null for operators who may not read partners. */
    meta: z.object({ needs_person: z.number(), server_time: time, partner: z.nullable(z.string()) }),
  },
  refusals: [],
});

export const officeGetOrder = endpoint({
  name: 'officeGetOrder',
  summary: 'One order with its history, evidence, postings and the legal moves of this operator',
  method: 'GET',
  path: '/api/office/v1/orders/{id}',
  action: 'read_orders',
  params,
  reply: order,
  refusals: ['not_found'],
});

export const officeOrderEvents = endpoint({
  name: 'officeOrderEvents',
  summary:
    'Ids of orders as they change or are claimed, and that incidents, approvals or reserves changed; the truth is read by the other calls',
  method: 'GET',
  path: '/api/office/v1/orders/events',
  action: 'read_orders',
  reply: { kind: 'stream' },
  refusals: [],
});

export const officeClaimOrder = endpoint({
  name: 'officeClaimOrder',
  summary: 'Takes or renews the 60 s lease of an order; another holder refuses with who and until when',
  method: 'POST',
  path: '/api/office/v1/orders/{id}/claim',
  action: 'claim_order',
  params,
  reply: { kind: 'resource', type: 'leases', attributes: LeaseAttributes, status: 200 },
  refusals: ['not_found', 'lease_held'],
  by: 'page',
});

export const officeReleaseOrder = endpoint({
  name: 'officeReleaseOrder',
  summary: 'Gives the lease back; somebody else’s lease is left alone',
  method: 'DELETE',
  path: '/api/office/v1/orders/{id}/claim',
  action: 'claim_order',
  params,
  reply: { kind: 'empty', status: 204 },
  refusals: ['not_found'],
});

export const officeMoveOrder = endpoint({
  name: 'officeMoveOrder',
  summary: 'Makes one legal move; needs the lease and the version the operator has seen',
  method: 'POST',
  path: '/api/office/v1/orders/{id}/moves',
  action: 'claim_order',
  params,
  body: z.object({
    move: z.enum(MOVE_NAMES as [(typeof MOVE_NAMES)[number], ...(typeof MOVE_NAMES)[number][]]),
    note: z.optional(z.nullable(z.string().check(z.maxLength(2000)))),
    version: rowVersion,
    /** Of a refund: how much goes back, at least what the rule leaves; all of it where it is not said. */
    refund_amount: z.optional(z.nullable(z.string().check(z.maxLength(80)))),
  }),
  bodyType: 'moves',
  reply: order,
  refusals: [
    'access_denied',
    'not_found',
    'lease_held',
    'order_state_conflict',
    'required',
    'has_no_reserves',
    'not_allowed_amount',
    'invalid_format',
  ],
});

export const officeGetCheque = endpoint({
  name: 'officeGetCheque',
  summary: 'The PDF a customer sent as proof of payment',
  method: 'GET',
  path: '/api/office/v1/orders/{id}/cheques/{cheque_id}',
  action: 'read_orders',
  params: z.object({ id, cheque_id: id }),
  reply: { kind: 'file', mediaType: 'application/pdf' },
  refusals: ['not_found'],
});

export const officeReturnSurplus = endpoint({
  name: 'officeReturnSurplus',
  summary:
    'Says that what came beyond an order was given back to its customer by hand; above the first limit it becomes a proposal for a second person',
  method: 'POST',
  path: '/api/office/v1/orders/{id}/surplus_returns',
  action: 'return_surplus',
  params,
  body: z.object({ version: rowVersion, note: z.string().check(z.maxLength(2000)) }),
  bodyType: 'surplus_returns',
  reply: order,
  refusals: ['approval_conflict', 'not_found', 'order_state_conflict', 'required'],
});

export const officeAddNote = endpoint({
  name: 'officeAddNote',
  summary: 'A word of the office about an order, for its own people; a line of the one history',
  method: 'POST',
  path: '/api/office/v1/orders/{id}/notes',
  action: 'claim_order',
  params,
  body: z.object({ note: z.string().check(z.maxLength(2000)) }),
  bodyType: 'notes',
  reply: order,
  refusals: ['not_found', 'required'],
});
