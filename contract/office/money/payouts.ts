import * as z from 'zod/mini';
import { PAYOUT_PURPOSES } from '#core/payout/payout.ts';
import { REQUISITE_REFUSALS } from '#core/refusal.ts';
import { rowVersion } from '#contract/document-parts.ts';
import { endpoint } from '#contract/endpoint.ts';
import { OfficeOrderAttributes } from '#contract/office/orders/orders.ts';

const id = z.string().check(z.minLength(1), z.maxLength(64));
const version = rowVersion;
const note = z.string().check(z.maxLength(2000));
const orderParams = z.object({ id });
const payoutParams = z.object({ id, payout_id: id });
const order = { kind: 'resource', type: 'orders', attributes: OfficeOrderAttributes, status: 200 } as const;
const refusals = ['not_found', 'lease_held', 'order_state_conflict', 'required'] as const;

export const officeTakePayout = endpoint({
  name: 'officeTakePayout',
  summary: 'Takes what is to be paid from the machine, to pay it by hand; only while no attempt of the machine may still act',
  method: 'POST',
  path: '/api/office/v1/orders/{id}/payouts/take',
  action: 'handle_payouts',
  params: orderParams,
  body: z.object({ purpose: z.enum(PAYOUT_PURPOSES), version }),
  bodyType: 'payouts',
  reply: order,
  refusals: [...refusals, 'has_no_reserves'],
});

export const officeGiveBackPayout = endpoint({
  name: 'officeGiveBackPayout',
  summary: 'Gives a payout that was taken back to the machine: nothing was sent by hand',
  method: 'POST',
  path: '/api/office/v1/orders/{id}/payouts/{payout_id}/give_back',
  action: 'handle_payouts',
  params: payoutParams,
  body: z.object({ note, version }),
  bodyType: 'payouts',
  reply: order,
  refusals,
});

export const officeEndPayout = endpoint({
  name: 'officeEndPayout',
  summary:
    'Ends a payout that is unknown or in one’s hand, with evidence: sent (the bank’s or provider’s reference) or not sent (where the provider said so). Above the first limit, and where somebody else has it in hand, it becomes a proposal for a second person (`open_approvals` of the order)',
  method: 'POST',
  path: '/api/office/v1/orders/{id}/payouts/{payout_id}/end',
  action: 'handle_payouts',
  params: payoutParams,
  body: z.object({
    outcome: z.enum(['sent', 'not_sent']),
    /** The bank's or provider's reference of the transfer, or of its word that there was none. */
    reference: z.string().check(z.maxLength(200)),
    note,
    /** The amount of the payout, typed by the operator: another one is refused. */
    amount: z.string().check(z.maxLength(200)),
    version,
  }),
  bodyType: 'payouts',
  reply: order,
  refusals: ['approval_conflict', ...refusals, 'not_allowed_amount'],
});

export const officeRevealDestination = endpoint({
  name: 'officeRevealDestination',
  summary: 'The full requisites of a payout that this operator has in hand; every view is a line of the audit log',
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
  summary: 'Lets the machine try a failed refund again at once',
  method: 'POST',
  path: '/api/office/v1/orders/{id}/refunds/retry',
  action: 'handle_payouts',
  params: orderParams,
  body: z.object({ version }),
  bodyType: 'refunds',
  reply: order,
  refusals,
});

export const officeSetRefundDestination = endpoint({
  name: 'officeSetRefundDestination',
  summary: 'Proposes where a refund goes (the fields are `refund_fields` of the order); a second person approves it',
  method: 'POST',
  path: '/api/office/v1/orders/{id}/refund_destination',
  action: 'handle_payouts',
  params: orderParams,
  body: z.object({
    refund_requisites: z.record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(200))),
    no_memo: z.optional(z.boolean()),
    note,
    version,
  }),
  bodyType: 'refund_destinations',
  reply: order,
  refusals: ['approval_conflict', ...refusals, ...REQUISITE_REFUSALS],
});

export const officeAskRefundDestination = endpoint({
  name: 'officeAskRefundDestination',
  summary: 'A refund failed because of where it was sent: the customer is asked for another destination on his order page',
  method: 'POST',
  path: '/api/office/v1/orders/{id}/refund_destination/ask',
  action: 'handle_payouts',
  params: orderParams,
  body: z.object({ note, version }),
  bodyType: 'refund_destinations',
  reply: order,
  refusals,
});

export const officeAskDestination = endpoint({
  name: 'officeAskDestination',
  summary: 'A payout failed because of its destination: the customer gets a letter with a link that works once, and names another',
  method: 'POST',
  path: '/api/office/v1/orders/{id}/payout_destination/ask',
  action: 'handle_payouts',
  params: orderParams,
  body: z.object({ note, version }),
  bodyType: 'payout_destinations',
  reply: order,
  refusals,
});

export const officeCorrectDestination = endpoint({
  name: 'officeCorrectDestination',
  summary:
    'Proposes where a payout goes that failed because of its destination (the fields are `payout_fields` of the order); a second person approves it',
  method: 'POST',
  path: '/api/office/v1/orders/{id}/payout_destination',
  action: 'handle_payouts',
  params: orderParams,
  body: z.object({
    requisites: z.record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(200))),
    no_memo: z.optional(z.boolean()),
    note,
    version,
  }),
  bodyType: 'payout_destinations',
  reply: order,
  refusals: ['approval_conflict', ...refusals, ...REQUISITE_REFUSALS],
});
