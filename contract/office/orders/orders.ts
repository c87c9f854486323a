import * as z from 'zod/mini';
import { MOVE_NAMES } from '#core/order/lifecycle.ts';
import { ORDER_STATUSES, STATUS_GROUPS } from '#core/order/status.ts';
import { idParams, recordId, rowVersion } from '#contract/document-parts.ts';
import { endpoint } from '#contract/endpoint.ts';
import { csvReply, dayRangeQuery, pagingQuery, sortQuery } from '#contract/list-query.ts';
import { LeaseAttributes } from '#contract/office/shop/operator.ts';
import { OfficeOrderAttributes, OfficeOrderRowAttributes } from './order-attributes.ts';

const time = z.string();

/**
 * `needs_person`: waits for the caller's role (any role, if the caller's decides nothing). `open`: not final. Both by urgency, waiting time
 * (`WAIT_STEP_MINUTES`), amount. `all`: newest first.
 */
export const OFFICE_VIEWS = ['needs_person', 'open', 'all'] as const;
export type OfficeView = (typeof OFFICE_VIEWS)[number];

/** `in_work`: the orders of `open` that do not wait for the caller's role; beside `needs_person` on wide screens. */
export const OFFICE_LISTS = [...OFFICE_VIEWS, 'in_work'] as const;
export type OfficeList = (typeof OFFICE_LISTS)[number];

const order = { kind: 'resource', type: 'orders', attributes: OfficeOrderAttributes, status: 200 } as const;

const filter = {
  status: z.optional(z.enum(ORDER_STATUSES)),
  status_group: z.optional(z.enum(STATUS_GROUPS)),
  /** Account whose API keys or referral link brought the orders. */
  partner: z.optional(z.uuid()),
  /** A short number, a public id, its beginning, or the beginning of an e-mail. */
  q: z.optional(z.string().check(z.maxLength(254))),
  /** When the orders were created. */
  ...dayRangeQuery,
};

export const officeListOrders = endpoint({
  name: 'officeListOrders',
  summary: 'Lists or searches orders',
  method: 'GET',
  path: '/api/office/v1/orders',
  action: 'read_orders',
  query: z.object({
    view: z.optional(z.enum(OFFICE_LISTS)),
    ...filter,
    ...pagingQuery,
    sort: sortQuery('created_at', 'status_changed_at', 'expires_at', 'status'),
  }),
  reply: {
    kind: 'collection',
    type: 'orders',
    attributes: OfficeOrderRowAttributes,
    paged: true,
    /**
     * `needs_person`: orders the caller's role can act on. `partner`: display name of the queried partner; null: the caller may not read
     * partners.
     */
    meta: z.object({ needs_person: z.number(), server_time: time, partner: z.nullable(z.string()) }),
  },
  refusals: [],
});

export const officeOrdersCsv = endpoint({
  name: 'officeOrdersCsv',
  summary: 'Exports orders as CSV with formulas escaped, newest first',
  method: 'GET',
  path: '/api/office/v1/orders.csv',
  action: 'export_orders',
  query: z.object(filter),
  reply: csvReply,
  refusals: ['too_many_requests'],
});

export const officeGetOrder = endpoint({
  name: 'officeGetOrder',
  summary: 'Returns one order with history, evidence, postings and the moves available to the caller',
  method: 'GET',
  path: '/api/office/v1/orders/{id}',
  action: 'read_orders',
  params: idParams,
  reply: order,
  refusals: ['not_found'],
});

export const officeOrderEvents = endpoint({
  name: 'officeOrderEvents',
  summary:
    'Streams ids of orders that change or are claimed, and changes of incidents, approvals and reserves; details are read by other calls',
  method: 'GET',
  path: '/api/office/v1/orders/events',
  action: 'read_orders',
  reply: { kind: 'stream' },
  refusals: [],
});

export const officeClaimOrder = endpoint({
  name: 'officeClaimOrder',
  summary: 'Takes or renews the 60 s lease of an order; refused with holder and end time if another operator holds it',
  method: 'POST',
  path: '/api/office/v1/orders/{id}/claim',
  action: 'claim_order',
  params: idParams,
  reply: { kind: 'resource', type: 'leases', attributes: LeaseAttributes, status: 200 },
  refusals: ['not_found', 'lease_held'],
  by: 'page',
});

export const officeReleaseOrder = endpoint({
  name: 'officeReleaseOrder',
  summary: "Releases the caller's lease; another operator's lease is unchanged",
  method: 'DELETE',
  path: '/api/office/v1/orders/{id}/claim',
  action: 'claim_order',
  params: idParams,
  reply: { kind: 'empty', status: 204 },
  refusals: ['not_found'],
});

export const officeMoveOrder = endpoint({
  name: 'officeMoveOrder',
  summary: 'Makes one legal move; requires the lease and the version that the operator has read',
  method: 'POST',
  path: '/api/office/v1/orders/{id}/moves',
  action: 'claim_order',
  params: idParams,
  body: z.object({
    move: z.enum(MOVE_NAMES as [(typeof MOVE_NAMES)[number], ...(typeof MOVE_NAMES)[number][]]),
    note: z.optional(z.nullable(z.string().check(z.maxLength(2000)))),
    version: rowVersion,
    /** Amount of a refund, at least the rule's minimum; default: the maximum. */
    refund_amount: z.optional(z.nullable(z.string().check(z.maxLength(80)))),
  }),
  bodyType: 'moves',
  reply: order,
  refusals: [
    'access_denied',
    'not_found',
    'lease_held',
    'order_state_conflict',
    'required',
    'has_no_reserves',
    'not_allowed_amount',
    'invalid_format',
  ],
});

export const officeGetCheque = endpoint({
  name: 'officeGetCheque',
  summary: 'Downloads the PDF that a customer uploaded as proof of payment',
  method: 'GET',
  path: '/api/office/v1/orders/{id}/cheques/{cheque_id}',
  action: 'read_orders',
  params: z.object({ id: recordId, cheque_id: recordId }),
  reply: { kind: 'file', mediaType: 'application/pdf' },
  refusals: ['not_found'],
});

export const officeReturnSurplus = endpoint({
  name: 'officeReturnSurplus',
  summary: 'Reports a manual return of a surplus; above the first limit it becomes a proposal',
  method: 'POST',
  path: '/api/office/v1/orders/{id}/surplus_returns',
  action: 'return_surplus',
  params: idParams,
  body: z.object({ version: rowVersion, note: z.string().check(z.maxLength(2000)) }),
  bodyType: 'surplus_returns',
  reply: order,
  refusals: ['approval_conflict', 'not_found', 'order_state_conflict', 'required'],
});

export const officeAddNote = endpoint({
  name: 'officeAddNote',
  summary: 'Adds an internal note to the history of an order',
  method: 'POST',
  path: '/api/office/v1/orders/{id}/notes',
  action: 'claim_order',
  params: idParams,
  body: z.object({ note: z.string().check(z.maxLength(2000)) }),
  bodyType: 'notes',
  reply: order,
  refusals: ['not_found', 'required'],
});
