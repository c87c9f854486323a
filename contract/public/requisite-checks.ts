import * as z from 'zod/mini';
import { REQUISITE_REFUSALS } from '#core/refusal.ts';
import { endpoint } from '#contract/endpoint.ts';

const id = z.string().check(z.minLength(1), z.maxLength(64));

export const RequisiteCheckAttributes = z.object({
  payment_system_id: id,
  side: z.enum(['income', 'outcome']),
  /** As they would be stored: without group marks, an address taken out of its payment link. */
  requisites: z.record(z.string(), z.string()),
});

/** Ours: what an order's form asks when a field is left, so that a typo in an address is told before anything is sent. */
export const checkTypedRequisites = endpoint({
  name: 'checkTypedRequisites',
  summary: 'Checks requisites of one side as an order would, checksums included; nothing is stored',
  method: 'POST',
  path: '/api/v1/requisite_checks',
  action: 'exchange',
  scope: 'rates:read',
  body: z.object({
    payment_system_id: id,
    side: z.enum(['income', 'outcome']),
    requisites: z.record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(200))),
    no_memo: z.optional(z.boolean()),
  }),
  reply: { kind: 'resource', type: 'requisite_checks', attributes: RequisiteCheckAttributes, status: 200 },
  refusals: ['direction_unavailable', ...REQUISITE_REFUSALS],
  effect: 'calculation',
});
