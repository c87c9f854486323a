import * as z from 'zod/mini';
import { EXTENSION_MINUTES } from '#core/order/extension.ts';
import { idParams, operatorNote, rowVersion } from '#contract/document-parts.ts';
import { endpoint } from '#contract/endpoint.ts';
import { OfficeOrderAttributes } from './order-attributes.ts';

const order = { kind: 'resource', type: 'orders', attributes: OfficeOrderAttributes, status: 200 } as const;
const version = rowVersion;
/** `approval_id`: the action waits for a second person; null: done. */
const decided = { ...order, meta: z.object({ approval_id: z.nullable(z.string()) }) } as const;

export const officeWriteToCustomer = endpoint({
  name: 'officeWriteToCustomer',
  summary: 'Sends a plain-text e-mail to the customer of an order, with its link; recorded in the history',
  method: 'POST',
  path: '/api/office/v1/orders/{id}/messages',
  action: 'write_to_customers',
  params: idParams,
  body: z.object({ text: z.string().check(z.maxLength(2000)) }),
  bodyType: 'messages',
  reply: order,
  refusals: ['not_found', 'required'],
});

export const officeResendLink = endpoint({
  name: 'officeResendLink',
  summary: 'Sends the secret link of an order to its e-mail again; to another address only after a second person approves',
  method: 'POST',
  path: '/api/office/v1/orders/{id}/links',
  action: 'write_to_customers',
  params: idParams,
  body: z.object({
    version,
    email: z.optional(z.nullable(z.string().check(z.maxLength(254)))),
    note: z.optional(z.nullable(operatorNote)),
  }),
  bodyType: 'links',
  reply: decided,
  refusals: ['approval_conflict', 'not_found', 'required', 'invalid_format', 'order_state_conflict'],
});

export const officeExtendOrder = endpoint({
  name: 'officeExtendOrder',
  summary: 'Extends the time to pay, at most by a day; the rate is extended only on request, by two people if the market has moved away',
  method: 'POST',
  path: '/api/office/v1/orders/{id}/extensions',
  action: 'extend_time',
  params: idParams,
  body: z.object({ version, minutes: z.literal(EXTENSION_MINUTES), with_rate: z.boolean(), note: operatorNote }),
  bodyType: 'extensions',
  reply: decided,
  refusals: ['approval_conflict', 'not_found', 'lease_held', 'order_state_conflict', 'required', 'not_allowed_amount'],
});
