import * as z from 'zod/mini';
import { CUSTOMER_FLAGS, NOTE_AUDIENCES, SAME_BY } from '#core/customer/customer.ts';
import { ORDER_STATUSES } from '#core/order/status.ts';
import { idParams } from '#contract/document-parts.ts';
import { endpoint } from '#contract/endpoint.ts';
import { SideAttributes } from '#contract/office/shop/operator.ts';

export const CustomerOrderAttributes = z.object({
  id: z.string(),
  status: z.enum(ORDER_STATUSES),
  email: z.string(),
  income: SideAttributes,
  outcome: SideAttributes,
  income_amount: z.string(),
  outcome_amount: z.string(),
  created_at: z.string(),
  /** Members in common with the current order. */
  same_by: z.array(z.enum(SAME_BY)),
});
export type CustomerOrderAttributes = z.output<typeof CustomerOrderAttributes>;

/** A staff note on a customer, with the order it was written at. */
export const CustomerNote = z.object({
  id: z.string(),
  note: z.string(),
  audience: z.enum(NOTE_AUDIENCES),
  author: z.string(),
  at: z.string(),
  order_id: z.string(),
});

export const CustomerAttributes = z.object({
  /** Other orders by outcome; at most the newest `CUSTOMER_ORDERS_MOST`. */
  completed: z.number(),
  refunded: z.number(),
  failed: z.number(),
  open: z.number(),
  has_more: z.boolean(),
  /** Customer page; null: no customer found for an old order. */
  card_id: z.nullable(z.string()),
  /** Exchanged amount at current prices; null: a price is missing. */
  turnover_usd: z.nullable(z.string()),
  /** The newest of them. */
  orders: z.array(CustomerOrderAttributes),
  flags: z.array(z.object({ flag: z.enum(CUSTOMER_FLAGS), orders: z.array(z.string()) })),
  notes: z.array(CustomerNote),
  /** Audiences that the caller may write for. */
  may_note: z.array(z.enum(NOTE_AUDIENCES)),
});
export type CustomerAttributes = z.output<typeof CustomerAttributes>;

const customer = { kind: 'resource', type: 'customers', attributes: CustomerAttributes, status: 200 } as const;

export const officeGetCustomer = endpoint({
  name: 'officeGetCustomer',
  summary: 'Returns the customer of an order: other orders with outcomes, warnings, notes',
  method: 'GET',
  path: '/api/office/v1/orders/{id}/customer',
  action: 'read_orders',
  params: idParams,
  reply: customer,
  refusals: ['not_found'],
});

export const officeNoteCustomer = endpoint({
  name: 'officeNoteCustomer',
  summary: "Adds a note about the customer of an order, shown on all of the customer's orders to its audience",
  method: 'POST',
  path: '/api/office/v1/orders/{id}/customer_notes',
  action: 'claim_order',
  params: idParams,
  body: z.object({ note: z.string().check(z.maxLength(2000)), audience: z.enum(NOTE_AUDIENCES) }),
  bodyType: 'customer_notes',
  reply: customer,
  refusals: ['access_denied', 'not_found', 'required'],
});
