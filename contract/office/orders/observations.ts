import * as z from 'zod/mini';
import { rowVersion } from '#contract/document-parts.ts';
import { endpoint } from '#contract/endpoint.ts';
import { OfficeOrderAttributes } from './orders.ts';

const text = (most: number) => z.string().check(z.maxLength(most));

export const officeRecordObservation = endpoint({
  name: 'officeRecordObservation',
  summary:
    'What an operator saw on the account: an amount and a reference, settled by the same rules as a report of the rail. Said again with the same reference it replaces what was said; above the first limit it waits for a second person where the rail has its own truth',
  method: 'POST',
  path: '/api/office/v1/orders/{id}/observations',
  action: 'record_observation',
  params: z.object({ id: z.string().check(z.minLength(1), z.maxLength(64)) }),
  body: z.object({
    /** Of one transfer, in the currency that the customer gives. */
    amount: text(200),
    /** The bank's or chain's name of it: two that share one are the same transfer. */
    reference: text(200),
    /** RFC 3339; absent: now. */
    seen_at: z.optional(z.nullable(text(40))),
    note: text(2000),
    version: rowVersion,
    /** The rail has missed it or tells too little: it counts beside what the rail has reported. */
    beyond_rail: z.optional(z.boolean()),
    /** Another transfer than the one of this number that is recorded at another order: banks give numbers twice. */
    is_another: z.optional(z.boolean()),
  }),
  bodyType: 'observations',
  reply: {
    kind: 'resource',
    type: 'orders',
    attributes: OfficeOrderAttributes,
    status: 200,
    /** `proposed`: nothing is credited until the approval with this id is given. */
    meta: z.object({ state: z.enum(['recorded', 'proposed']), approval_id: z.nullable(z.string()) }),
  },
  refusals: ['approval_conflict', 'not_found', 'lease_held', 'order_state_conflict', 'required', 'invalid_format', 'not_allowed_amount'],
});
