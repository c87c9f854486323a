import * as z from 'zod/mini';
import { RESERVE_REQUEST_STATES } from '#core/customer/reserve-request.ts';
import { idParams } from '#contract/document-parts.ts';
import { endpoint } from '#contract/endpoint.ts';
import { pagingQuery, sortQuery } from '#contract/list-query.ts';

export const OfficeReserveRequestAttributes = z.object({
  payment_system_id: z.string(),
  income_payment_system_id: z.nullable(z.string()),
  amount: z.string(),
  currency_iso_code: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  locale: z.enum(['ru', 'en']),
  /** Whether the customer was signed in. */
  has_account: z.boolean(),
  state: z.enum(RESERVE_REQUEST_STATES),
  asked_at: z.string(),
  said_at: z.string(),
  notified_at: z.nullable(z.string()),
  ended_at: z.nullable(z.string()),
  /** Null: not ended by staff. */
  ended_by: z.nullable(z.string()),
  end_note: z.nullable(z.string()),
});
export type OfficeReserveRequestAttributes = z.output<typeof OfficeReserveRequestAttributes>;

const request = { kind: 'resource', type: 'reserve_requests', attributes: OfficeReserveRequestAttributes } as const;

export const officeListReserveRequests = endpoint({
  name: 'officeListReserveRequests',
  summary: 'Lists requests for a reserve notice, the longest waiting first; `q`: an e-mail or a phone number',
  method: 'GET',
  path: '/api/office/v1/reserve_requests',
  action: 'read_reserve_requests',
  query: z.object({
    state: z.optional(z.enum(['all', ...RESERVE_REQUEST_STATES])),
    payment_system_id: z.optional(z.string().check(z.maxLength(64))),
    q: z.optional(z.string().check(z.maxLength(254))),
    ...pagingQuery,
    sort: sortQuery('asked_at', 'amount', 'payment_system_id'),
  }),
  reply: { kind: 'collection', type: 'reserve_requests', attributes: OfficeReserveRequestAttributes, paged: true },
  refusals: [],
});

export const officeCancelReserveRequest = endpoint({
  name: 'officeCancelReserveRequest',
  summary: 'Ends an open request with a reason; the customer is not notified',
  method: 'POST',
  path: '/api/office/v1/reserve_requests/{id}/cancel',
  action: 'change_reserve_requests',
  params: idParams,
  body: z.object({ note: z.string().check(z.maxLength(2000)) }),
  reply: { ...request, status: 200 },
  refusals: ['required', 'not_found', 'order_state_conflict'],
});

export const ReserveDemandAttributes = z.object({
  name: z.string(),
  currency_iso_code: z.string(),
  /** Number of requests and their total amount. */
  count: z.number(),
  amount: z.string(),
  /** Available now. */
  reserve: z.string(),
  oldest_at: z.string(),
});
export type ReserveDemandAttributes = z.output<typeof ReserveDemandAttributes>;

export const officeListReserveDemand = endpoint({
  name: 'officeListReserveDemand',
  summary: 'Returns open requests by payment system: count, amount, oldest; the largest demand first',
  method: 'GET',
  path: '/api/office/v1/reserve_demand',
  action: 'read_reserve_requests',
  reply: { kind: 'collection', type: 'reserve_demand', attributes: ReserveDemandAttributes },
  refusals: [],
});
