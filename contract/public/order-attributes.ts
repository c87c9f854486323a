import * as z from 'zod/mini';
import { PAYOUT_PURPOSES } from '#core/payout/payout.ts';
import { SURPLUS_RETURNS } from '#core/order/surplus.ts';
import { ENDINGS } from '#core/order/ending.ts';
import { ORDER_ACTIONS, ORDER_STATUSES, STATUS_GROUPS } from '#core/order/status.ts';
import { RefundTerms } from './rate-calculations.ts';
import { EstimateAttributes, RequoteAttributes } from './requote-attributes.ts';
import { WithdrawalAttributes } from './withdrawal-attributes.ts';
import { RequisiteFieldAttributes } from './payment-systems.ts';

/** A requisite for display; `groups` joined are `value`, the text to copy. */
export const RequisiteLine = z.object({ key: z.string(), label: z.string(), value: z.string(), groups: z.array(z.string()) });
export type RequisiteLine = z.output<typeof RequisiteLine>;
const Tx = z.nullable(z.object({ hash: z.string(), url: z.nullable(z.string()) }));

export const OrderAttributes = z.object({
  /** Short number to say aloud, `1234-5678`; calls and links use the id. */
  number: z.string(),
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
