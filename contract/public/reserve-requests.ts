import * as z from 'zod/mini';
import { RESERVE_REQUEST_STATES } from '#core/customer/reserve-request.ts';
import { CAPTCHA_REFUSALS, captchaToken } from './captcha.ts';
import { endpoint } from '#contract/endpoint.ts';

/** What its customer reads of a request. Nothing in it tells a stranger whether there had been one before. */
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
  summary: 'Asks to be told by mail when there is enough of a payment system; asked again, the latest amount counts (domain 9)',
  method: 'POST',
  path: '/api/v1/reserve_requests',
  action: 'exchange',
  body: z.object({
    payment_system_id: code,
    // Empty ones are refused with everything else that is wrong, all at once
    amount: z.string().check(z.maxLength(80)),
    email: z.string().check(z.maxLength(254)),
    phone: z.optional(z.nullable(z.string().check(z.maxLength(40)))),
    /** The income payment system, for the link of the e-mail (ours). */
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
  summary: "The caller's own requests, newest first (ours)",
  method: 'GET',
  path: '/api/v1/reserve_requests',
  action: 'read_account',
  reply: { kind: 'collection', type: 'reserve_requests', attributes: OwnReserveRequestAttributes },
  refusals: [],
});

export const cancelReserveRequest = endpoint({
  name: 'cancelReserveRequest',
  summary: 'Takes an own open request back (ours)',
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
  summary: 'The request that the link of a letter is about, for whoever holds the link (ours)',
  method: 'GET',
  path: '/api/v1/mailed_reserve_requests/{token}',
  action: 'sign_in',
  params,
  reply: { ...request, status: 200 },
  refusals: ['invalid_token'],
});

export const cancelMailedReserveRequest = endpoint({
  name: 'cancelMailedReserveRequest',
  summary: 'Takes back whatever this mailbox still waits for of the system that a letter was about; done twice it changes nothing (ours)',
  method: 'POST',
  path: '/api/v1/mailed_reserve_requests/{token}/cancel',
  action: 'sign_in',
  params,
  reply: { ...request, status: 200 },
  refusals: ['invalid_token'],
});
