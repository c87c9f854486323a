import * as z from 'zod/mini';
import { RESERVE_REQUEST_STATES } from '#core/customer/reserve-request.ts';
import { CAPTCHA_REFUSALS, captchaToken } from './captcha.ts';
import { endpoint } from '#contract/endpoint.ts';

/** A request as its customer reads it. The response never reveals whether an earlier request existed. */
export const ReserveRequestAttributes = z.object({
  payment_system_id: z.string(),
  amount: z.string(),
  email_masked: z.string(),
  state: z.enum(RESERVE_REQUEST_STATES),
});
export type ReserveRequestAttributes = z.output<typeof ReserveRequestAttributes>;

const code = z.string().check(z.minLength(1), z.maxLength(64));
const request = { kind: 'resource', type: 'reserve_requests', attributes: ReserveRequestAttributes } as const;

export const createReserveRequest = endpoint({
  name: 'createReserveRequest',
  summary: 'Requests an e-mail when the reserve of a payment system suffices; a repeated request replaces the amount (domain 9)',
  method: 'POST',
  path: '/api/v1/reserve_requests',
  action: 'exchange',
  body: z.object({
    payment_system_id: code,
    // Empty values reach the handler, so that all problems are refused in one response
    amount: z.string().check(z.maxLength(80)),
    email: z.string().check(z.maxLength(254)),
    phone: z.optional(z.nullable(z.string().check(z.maxLength(40)))),
    /** Payment system the customer would pay with; used by the link of the e-mail. */
    payment_system_from_id: z.optional(z.nullable(code)),
    captcha_token: captchaToken,
  }),
  reply: { ...request, status: 201 },
  refusals: ['not_found', 'required', 'invalid_format', 'not_allowed_amount', 'amount_above_maximum', ...CAPTCHA_REFUSALS],
});

export const OwnReserveRequestAttributes = z.extend(ReserveRequestAttributes, {
  asked_at: z.string(),
  notified_at: z.nullable(z.string()),
});
export type OwnReserveRequestAttributes = z.output<typeof OwnReserveRequestAttributes>;

export const listReserveRequests = endpoint({
  name: 'listReserveRequests',
  summary: "Lists the caller's own requests, newest first",
  method: 'GET',
  path: '/api/v1/reserve_requests',
  action: 'read_account',
  reply: { kind: 'collection', type: 'reserve_requests', attributes: OwnReserveRequestAttributes },
  refusals: [],
});

export const cancelReserveRequest = endpoint({
  name: 'cancelReserveRequest',
  summary: 'Cancels an own open request',
  method: 'DELETE',
  path: '/api/v1/reserve_requests/{id}',
  action: 'change_account',
  params: z.object({ id: z.uuid() }),
  reply: { kind: 'empty', status: 204 },
  refusals: ['not_found', 'order_state_conflict'],
});

const params = z.object({ token: z.string().check(z.minLength(1), z.maxLength(1000)) });

export const getMailedReserveRequest = endpoint({
  name: 'getMailedReserveRequest',
  summary: 'Returns the request behind the link of an e-mail; the link is the credential',
  method: 'GET',
  path: '/api/v1/mailed_reserve_requests/{token}',
  action: 'sign_in',
  params,
  reply: { ...request, status: 200 },
  refusals: ['invalid_token'],
});

export const cancelMailedReserveRequest = endpoint({
  name: 'cancelMailedReserveRequest',
  summary: 'Cancels all open requests of this mailbox for the payment system of the link; repeating changes nothing',
  method: 'POST',
  path: '/api/v1/mailed_reserve_requests/{token}/cancel',
  action: 'sign_in',
  params,
  reply: { ...request, status: 200 },
  refusals: ['invalid_token'],
});
