import * as z from 'zod/mini';
import { PAYOUT_PURPOSES } from '#core/payout/payout.ts';
import { REQUISITE_REFUSALS } from '#core/refusal.ts';
import { idParams, operatorNote, recordId, rowVersion } from '#contract/document-parts.ts';
import { endpoint } from '#contract/endpoint.ts';
import { OfficeOrderAttributes } from '#contract/office/orders/order-attributes.ts';

const version = rowVersion;
const payoutParams = z.object({ id: recordId, payout_id: recordId });
const order = { kind: 'resource', type: 'orders', attributes: OfficeOrderAttributes, status: 200 } as const;
const refusals = ['not_found', 'lease_held', 'order_state_conflict', 'required'] as const;

export const officeTakePayout = endpoint({
  name: 'officeTakePayout',
  summary: 'Takes an automatic payout over for manual payment; refused while an attempt may still act',
  method: 'POST',
  path: '/api/office/v1/orders/{id}/payouts/take',
  action: 'handle_payouts',
  params: idParams,
  body: z.object({ purpose: z.enum(PAYOUT_PURPOSES), version }),
  bodyType: 'payouts',
  reply: order,
  refusals: [...refusals, 'has_no_reserves'],
});

export const officeGiveBackPayout = endpoint({
  name: 'officeGiveBackPayout',
  summary: 'Returns a payout to the machine; nothing was sent by hand',
  method: 'POST',
  path: '/api/office/v1/orders/{id}/payouts/{payout_id}/give_back',
  action: 'handle_payouts',
  params: payoutParams,
  body: z.object({ note: operatorNote, version }),
  bodyType: 'payouts',
  reply: order,
  refusals,
});

export const officeEndPayout = endpoint({
  name: 'officeEndPayout',
  summary:
    'Ends an unknown or manual payout with evidence: sent (bank or provider reference), or not sent (the provider confirmed it). Above the first limit, or if another operator holds it, it becomes a proposal (`open_approvals` of the order)',
  method: 'POST',
  path: '/api/office/v1/orders/{id}/payouts/{payout_id}/end',
  action: 'handle_payouts',
  params: payoutParams,
  body: z.object({
    outcome: z.enum(['sent', 'not_sent']),
    /** Reference of the transfer at the bank or provider, or of its confirmation that there was none. */
    reference: z.string().check(z.maxLength(200)),
    note: operatorNote,
    /** Amount retyped by the operator; refused if it differs. */
    amount: z.string().check(z.maxLength(200)),
    version,
  }),
  bodyType: 'payouts',
  reply: order,
  refusals: ['approval_conflict', ...refusals, 'not_allowed_amount'],
});

export const officeRevealDestination = endpoint({
  name: 'officeRevealDestination',
  summary: 'Returns the full requisites of a payout that the caller holds; each view is recorded in the audit log',
  method: 'POST',
  path: '/api/office/v1/orders/{id}/payouts/{payout_id}/reveal',
  action: 'handle_payouts',
  params: payoutParams,
  reply: {
    kind: 'resource',
    type: 'destinations',
    attributes: z.object({ requisites: z.record(z.string(), z.string()) }),
    status: 200,
  },
  refusals: ['not_found', 'lease_held', 'order_state_conflict'],
});

export const officeRetryRefund = endpoint({
  name: 'officeRetryRefund',
  summary: 'Retries a failed refund at once',
  method: 'POST',
  path: '/api/office/v1/orders/{id}/refunds/retry',
  action: 'handle_payouts',
  params: idParams,
  body: z.object({ version }),
  bodyType: 'refunds',
  reply: order,
  refusals,
});

export const officeSetRefundDestination = endpoint({
  name: 'officeSetRefundDestination',
  summary: 'Proposes the destination of a refund (fields: `refund_fields` of the order); a second person approves it',
  method: 'POST',
  path: '/api/office/v1/orders/{id}/refund_destination',
  action: 'handle_payouts',
  params: idParams,
  body: z.object({
    refund_requisites: z.record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(200))),
    no_memo: z.optional(z.boolean()),
    note: operatorNote,
    version,
  }),
  bodyType: 'refund_destinations',
  reply: order,
  refusals: ['approval_conflict', ...refusals, ...REQUISITE_REFUSALS],
});

export const officeAskRefundDestination = endpoint({
  name: 'officeAskRefundDestination',
  summary: 'Asks the customer for another refund destination, on the order page, after a refund failed because of it',
  method: 'POST',
  path: '/api/office/v1/orders/{id}/refund_destination/ask',
  action: 'handle_payouts',
  params: idParams,
  body: z.object({ note: operatorNote, version }),
  bodyType: 'refund_destinations',
  reply: order,
  refusals,
});

export const officeAskDestination = endpoint({
  name: 'officeAskDestination',
  summary: 'Asks the customer for another payout destination, by an e-mailed one-time link, after a payout failed because of it',
  method: 'POST',
  path: '/api/office/v1/orders/{id}/payout_destination/ask',
  action: 'handle_payouts',
  params: idParams,
  body: z.object({ note: operatorNote, version }),
  bodyType: 'payout_destinations',
  reply: order,
  refusals,
});

export const officeCorrectDestination = endpoint({
  name: 'officeCorrectDestination',
  summary: 'Proposes another destination of a failed payout (fields: `payout_fields` of the order); a second person approves it',
  method: 'POST',
  path: '/api/office/v1/orders/{id}/payout_destination',
  action: 'handle_payouts',
  params: idParams,
  body: z.object({
    requisites: z.record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(200))),
    no_memo: z.optional(z.boolean()),
    note: operatorNote,
    version,
  }),
  bodyType: 'payout_destinations',
  reply: order,
  refusals: ['approval_conflict', ...refusals, ...REQUISITE_REFUSALS],
});
