import * as z from 'zod/mini';
import { idParams, rowVersion } from '#contract/document-parts.ts';
import { endpoint } from '#contract/endpoint.ts';
import { OfficeOrderAttributes } from './order-attributes.ts';

const text = (most: number) => z.string().check(z.maxLength(most));

export const officeRecordObservation = endpoint({
  name: 'officeRecordObservation',
  summary:
    "Records a payment that an operator has seen: amount and reference, settled by the same rules as a rail's report. The same reference replaces the earlier entry; above the first limit, where the rail reports payments itself, it needs a second person",
  method: 'POST',
  path: '/api/office/v1/orders/{id}/observations',
  action: 'record_observation',
  params: idParams,
  body: z.object({
    /** Amount of one transfer, in the income currency. */
    amount: text(200),
    /** Reference at the bank or chain: equal references are the same transfer. */
    reference: text(200),
    /** RFC 3339; absent: now. */
    seen_at: z.optional(z.nullable(text(40))),
    note: text(2000),
    version: rowVersion,
    /** The rail has missed the payment or reported too little: counted besides the rail's reports. */
    beyond_rail: z.optional(z.boolean()),
    /** A different transfer than the one with this number at another order: banks reuse numbers. */
    is_another: z.optional(z.boolean()),
  }),
  bodyType: 'observations',
  reply: {
    kind: 'resource',
    type: 'orders',
    attributes: OfficeOrderAttributes,
    status: 200,
    /** `proposed`: not credited until the approval with this id. */
    meta: z.object({ state: z.enum(['recorded', 'proposed']), approval_id: z.nullable(z.string()) }),
  },
  refusals: ['approval_conflict', 'not_found', 'lease_held', 'order_state_conflict', 'required', 'invalid_format', 'not_allowed_amount'],
});
