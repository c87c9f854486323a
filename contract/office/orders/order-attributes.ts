import * as z from 'zod/mini';
import { ATTENTIONS } from '#core/staff/attention.ts';
import { OPERATOR_MOVES, type OperatorMove } from '#core/access/access.ts';
import { PAYOUT_ACTIONS, PAYOUT_PURPOSES, PAYOUT_STATES } from '#core/payout/payout.ts';
import { ENDINGS } from '#core/order/ending.ts';
import { SURPLUS_RETURNS } from '#core/order/surplus.ts';
import { ORDER_STATUSES, STATUS_GROUPS } from '#core/order/status.ts';
import { APPROVAL_KIND_NAMES, APPROVAL_TITLES } from '#core/staff/approval.ts';
import { WAIT_REASONS } from '#core/payout/payout-limits.ts';
import { EstimateAttributes, RequoteAttributes } from '#contract/public/requote-attributes.ts';
import { LeaseAttributes, SideAttributes } from '#contract/office/shop/operator.ts';
import { RequisiteFieldAttributes } from '#contract/public/payment-systems.ts';

const amount = z.string();
const time = z.string();
const moveName = z.enum(Object.keys(OPERATOR_MOVES) as [OperatorMove, ...OperatorMove[]]);

export const DEPOSIT_STATES = ['seen', 'final', 'failed', 'reverted'] as const;

const rowShape = {
  /** Short number to say aloud, `1234-5678`. */
  number: z.string(),
  status: z.enum(ORDER_STATUSES),
  status_group: z.enum(STATUS_GROUPS),
  version: z.number(),
  kind: z.enum(['exchange', 'withdrawal']),
  attention: z.nullable(z.enum(ATTENTIONS)),
  /** Why it ended without an exchange; null: it has not. */
  ending: z.nullable(z.enum(ENDINGS)),
  /** Why its payout or refund waits for a person, in the order of display; empty: it does not. */
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
  /** Deadline for a manual payment or an approval; null: none. */
  due_at: z.nullable(time),
  lease: z.nullable(LeaseAttributes),
  /** Operator who holds its payout or refund for manual payment; null: none. */
  payout_holder: z.nullable(z.object({ holder: z.string(), is_mine: z.boolean() })),
};

export const OfficeOrderRowAttributes = z.object(rowShape);
export type OfficeOrderRowAttributes = z.output<typeof OfficeOrderRowAttributes>;

export const DepositAttributes = z.object({
  id: z.string(),
  /** `operator`: entered by an operator. */
  rail: z.string(),
  external_id: z.string(),
  /** An operator's reference; a rail's id of an expected payment. */
  reference: z.string(),
  /** An operator's note; null for a rail. */
  note: z.nullable(z.string()),
  /** The operator reports that the rail has missed it; it counts besides the rail's reports. */
  beyond_rail: z.boolean(),
  payment_system: SideAttributes,
  amount,
  /** Amount in the ledger; an operator's entry that the rail has reported since does not count. */
  posted_amount: amount,
  state: z.enum(DEPOSIT_STATES),
  confirmations: z.number(),
  required_confirmations: z.number(),
  tx_hash: z.nullable(z.string()),
  tx_url: z.nullable(z.string()),
  first_seen_at: time,
  /** When it was posted; null: not posted. */
  posted_at: z.nullable(time),
});

export const PayoutAttributes = z.object({
  /** Our reference, known to the provider. */
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
  /** Time of the last status request to the provider. */
  asked_at: z.nullable(time),
  /** Operator who holds it; null: automatic. */
  taken_by: z.nullable(z.string()),
  /** Actions available to the caller. */
  actions: z.array(z.enum(PAYOUT_ACTIONS)),
});

export const ChequeAttributes = z.object({
  id: z.string(),
  size: z.number(),
  created_at: time,
  url: z.string(),
  /** Other orders with the same cheque: identical file, image or text. */
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

/** `move`: a move of the lifecycle; `deed`: another action of an operator (`name` as in the audit log); `mail`: an e-mail to the customer. */
export const HISTORY_KINDS = ['move', 'deed', 'mail'] as const;

export const HistoryEventAttributes = z.object({
  kind: z.enum(HISTORY_KINDS),
  at: time,
  /** The move, the action, or the state of the e-mail: `sent`, `waiting`, `failed`. */
  name: z.string(),
  /** State after a move, or reported by an e-mail; null: none. */
  status: z.nullable(z.enum(ORDER_STATUSES)),
  actor: z.string(),
  actor_name: z.nullable(z.string()),
  note: z.nullable(z.string()),
  /** Amount of an action, with its currency; null: none. */
  amount: z.nullable(amount),
  currency_iso_code: z.nullable(z.string()),
  /** Reference at the bank or provider. */
  reference: z.nullable(z.string()),
  /** Subject of an approval; null for other events. */
  proposal: z.nullable(z.enum(APPROVAL_TITLES)),
  /** Reported result of a payout; null for other events. */
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
  /** Market price at the time of the quote; null: not in the stored quote. */
  reference_rate: z.nullable(z.string()),
  is_demo: z.boolean(),
  rate_locked_until: z.nullable(time),
  first_seen_at: z.nullable(time),
  confirmations: z.nullable(z.number()),
  required_confirmations: z.nullable(z.number()),
  held_amount: z.nullable(amount),
  income_requisites_masked: z.record(z.string(), z.string()),
  outcome_requisites_masked: z.record(z.string(), z.string()),
  /** Requisites shown to the customer for payment. */
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
  /** Part of `received_amount` that a rail has reverted; null: none. */
  taken_back_amount: z.nullable(amount),
  payouts: z.array(PayoutAttributes),
  cheques: z.array(ChequeAttributes),
  /** All events, oldest first. */
  history: z.array(HistoryEventAttributes),
  postings: z.array(PostingAttributes),
  /** Moves that this state and the caller's role allow. */
  allowed_moves: z.array(z.object({ move: moveName, to: z.enum(ORDER_STATUSES), note: z.enum(['required', 'optional']) })),
  may_claim: z.boolean(),
  may_note: z.boolean(),
  /** The caller may enter a payment (`observations`). */
  may_observe: z.boolean(),
  /** The caller may e-mail the customer and resend the order link. */
  may_write: z.boolean(),
  /** There is a deadline, and the caller may extend it. */
  may_extend: z.boolean(),
  /** Refund fee by the owner's rule, and the smallest refund; null: no fee, or no refund. */
  refund_fee: z.nullable(z.object({ most: amount, network: amount, fixed: amount, share: amount, least_refund: amount, credited: amount })),
  /** Fee of the decided refund; null: none. */
  kept_amount: z.nullable(amount),
  /** Options of the customer; null: no choice pending. */
  requote: RequoteAttributes,
  /** Surplus to be returned; null: none. */
  surplus_amount: z.nullable(amount),
  /** Surplus returned to the customer; null: none. */
  surplus_returned_amount: z.nullable(amount),
  /** Amount of a pending or completed refund; null: none. */
  refund_amount: z.nullable(amount),
  /** Automatic return of the surplus, or review by a person first. */
  surplus_return: z.nullable(z.enum(SURPLUS_RETURNS)),
  /** The caller may report a manual return; not while a decided return is pending, which must be taken over first. */
  may_return_surplus: z.boolean(),
  /** Automatic payouts that the caller may take over. */
  takeable_payouts: z.array(z.enum(PAYOUT_PURPOSES)),
  may_retry_refund: z.boolean(),
  /** A refund is due and no attempt is under way: its destination may be proposed, or requested from the customer. */
  may_set_refund_destination: z.boolean(),
  /** Fields of a refund destination. */
  refund_fields: z.array(RequisiteFieldAttributes),
  /** A payout failed and no attempt is under way: another destination may be proposed. */
  may_correct_destination: z.boolean(),
  /** The customer may be asked by e-mail for another destination; not corrected yet. */
  may_ask_destination: z.boolean(),
  /** Fields of a payout destination. */
  payout_fields: z.array(RequisiteFieldAttributes),
  /** Approvals pending for this order. */
  open_approvals: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(APPROVAL_KIND_NAMES),
      /** The approval kind, refined by the money concerned. */
      title: z.enum(APPROVAL_TITLES),
      is_mine: z.boolean(),
      may_approve: z.boolean(),
    }),
  ),
  server_time: time,
});
export type OfficeOrderAttributes = z.output<typeof OfficeOrderAttributes>;
