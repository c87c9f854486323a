import * as z from 'zod/mini';
import { idParams } from '#contract/document-parts.ts';
import { endpoint } from '#contract/endpoint.ts';
import { LeaseAttributes } from '#contract/office/shop/operator.ts';

export const officeTakeOverOrder = endpoint({
  name: 'officeTakeOverOrder',
  summary: 'Takes an order over from its `holder`, with a reason; refused with holder and end time if the holder has changed',
  method: 'POST',
  path: '/api/office/v1/orders/{id}/take_over',
  action: 'claim_order',
  params: idParams,
  body: z.object({
    holder: z.string().check(z.minLength(1), z.maxLength(400)),
    note: z.string().check(z.maxLength(2000)),
  }),
  bodyType: 'leases',
  reply: { kind: 'resource', type: 'leases', attributes: LeaseAttributes, status: 200 },
  refusals: ['not_found', 'lease_held', 'required'],
  by: 'page',
});
