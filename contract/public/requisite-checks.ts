import * as z from 'zod/mini';
import { REQUISITE_REFUSALS } from '#core/refusal.ts';
import { recordId } from '#contract/document-parts.ts';
import { endpoint } from '#contract/endpoint.ts';

export const RequisiteCheckAttributes = z.object({
  payment_system_id: recordId,
  side: z.enum(['income', 'outcome']),
  /** Normalised as stored: without group marks; an address without its payment link. */
  requisites: z.record(z.string(), z.string()),
});

/** Used by order forms when a field loses focus: a typo in an address is refused before anything is submitted. */
export const checkTypedRequisites = endpoint({
  name: 'checkTypedRequisites',
  summary: 'Validates requisites of one side like an order, checksums included; nothing is stored',
  method: 'POST',
  path: '/api/v1/requisite_checks',
  action: 'exchange',
  scope: 'rates:read',
  body: z.object({
    payment_system_id: recordId,
    side: z.enum(['income', 'outcome']),
    requisites: z.record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(200))),
    no_memo: z.optional(z.boolean()),
  }),
  reply: { kind: 'resource', type: 'requisite_checks', attributes: RequisiteCheckAttributes, status: 200 },
  refusals: ['direction_unavailable', ...REQUISITE_REFUSALS],
  effect: 'calculation',
});
