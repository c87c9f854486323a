import * as z from 'zod/mini';
import { EXTENSION_MINUTES } from '#core/order/extension.ts';
import { rowVersion } from '#contract/document-parts.ts';
import { endpoint } from '#contract/endpoint.ts';
import { OfficeOrderAttributes } from './orders.ts';

const params = z.object({ id: z.string().check(z.minLength(1), z.maxLength(64)) });
const order = { kind: 'resource', type: 'orders', attributes: OfficeOrderAttributes, status: 200 } as const;
const note = z.string().check(z.maxLength(2000));
const version = rowVersion;
/** `approval_id`: the deed waits for a second person; null where it is done. */
const decided = { ...order, meta: z.object({ approval_id: z.nullable(z.string()) }) } as const;

export const officeWriteToCustomer = endpoint({
  name: 'officeWriteToCustomer',
  summary: 'A mail to the customer of an order with its link, in plain text; kept in the one history',
  method: 'POST',
  path: '/api/office/v1/orders/{id}/messages',
  action: 'write_to_customers',
  params,
  body: z.object({ text: z.string().check(z.maxLength(2000)) }),
  bodyType: 'messages',
  reply: order,
  refusals: ['not_found', 'required'],
});

export const officeResendLink = endpoint({
  name: 'officeResendLink',
  summary: 'Mails the secret link of an order to its address once more; to another address only when a second person approves it',
  method: 'POST',
  path: '/api/office/v1/orders/{id}/links',
  action: 'write_to_customers',
  params,
  body: z.object({ version, email: z.optional(z.nullable(z.string().check(z.maxLength(254)))), note: z.optional(z.nullable(note)) }),
  bodyType: 'links',
  reply: decided,
  refusals: ['approval_conflict', 'not_found', 'required', 'invalid_format', 'order_state_conflict'],
});

export const officeExtendOrder = endpoint({
  name: 'officeExtendOrder',
  summary:
    'More time to pay, at most a day ahead; the agreed rate is held as long only where that is asked for, by two people once the market has left it',
  method: 'POST',
  path: '/api/office/v1/orders/{id}/extensions',
  action: 'extend_time',
  params,
  body: z.object({ version, minutes: z.literal(EXTENSION_MINUTES), with_rate: z.boolean(), note }),
  bodyType: 'extensions',
  reply: decided,
  refusals: ['approval_conflict', 'not_found', 'lease_held', 'order_state_conflict', 'required', 'not_allowed_amount'],
});
