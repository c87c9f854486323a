import * as z from 'zod/mini';
import { BUSINESS_REQUEST_STATES } from '#core/customer/business-request.ts';
import { MAX_BUSINESS_FILE_BYTES } from '#core/file/file-rules.ts';
import { CAPTCHA_REFUSALS, captchaToken } from './captcha.ts';
import { idParams } from '#contract/document-parts.ts';
import { endpoint } from '#contract/endpoint.ts';
import { pagingQuery, sortQuery } from '#contract/list-query.ts';

export const OnlinePaymentsAttributes = z.object({ state: z.enum(BUSINESS_REQUEST_STATES), url: z.string() });

export const requestOnlinePayments = endpoint({
  name: 'requestOnlinePayments',
  summary: "Submits a merchant's request to accept payments, reviewed by staff; the file is a PDF or an image of at most 5 MiB",
  method: 'POST',
  path: '/api/v1/online_payments/request',
  action: 'exchange',
  body: z.object({
    email: z.string().check(z.maxLength(254)),
    url: z.string().check(z.maxLength(300)),
    monthly_turnover: z.string().check(z.maxLength(100)),
    business_area: z.optional(z.string().check(z.maxLength(200))),
    comment: z.optional(z.string().check(z.maxLength(2000))),
    captcha_token: captchaToken,
  }),
  bodyType: 'online_payments',
  files: { attachment: { required: false, maxBytes: MAX_BUSINESS_FILE_BYTES } },
  reply: { kind: 'resource', type: 'online_payments', attributes: OnlinePaymentsAttributes, status: 201 },
  refusals: ['required', 'invalid_format', 'file_too_large', 'invalid_file_type', ...CAPTCHA_REFUSALS],
});

export const BusinessRequestAttributes = z.object({
  email: z.string(),
  locale: z.enum(['ru', 'en']),
  url: z.string(),
  monthly_turnover: z.string(),
  business_area: z.nullable(z.string()),
  comment: z.nullable(z.string()),
  has_file: z.boolean(),
  state: z.enum(BUSINESS_REQUEST_STATES),
  version: z.number(),
  asked_at: z.string(),
  changed_at: z.string(),
  assigned_to: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  note: z.nullable(z.string()),
  /** Allowed next states. */
  next: z.array(z.enum(BUSINESS_REQUEST_STATES)),
});
export type BusinessRequestAttributes = z.output<typeof BusinessRequestAttributes>;

const request = { kind: 'resource', type: 'business_requests', attributes: BusinessRequestAttributes } as const;

export const officeListBusinessRequests = endpoint({
  name: 'officeListBusinessRequests',
  summary: "Lists merchants' requests, the longest waiting first; `q` matches words of the request",
  method: 'GET',
  path: '/api/office/v1/business_requests',
  action: 'read_business_requests',
  query: z.object({
    state: z.optional(z.enum(['open', 'all', ...BUSINESS_REQUEST_STATES])),
    q: z.optional(z.string().check(z.maxLength(254))),
    ...pagingQuery,
    sort: sortQuery('asked_at'),
  }),
  reply: { kind: 'collection', type: 'business_requests', attributes: BusinessRequestAttributes, paged: true },
  refusals: [],
});

export const officeGetBusinessRequest = endpoint({
  name: 'officeGetBusinessRequest',
  summary: "Returns one merchant's request",
  method: 'GET',
  path: '/api/office/v1/business_requests/{id}',
  action: 'read_business_requests',
  params: idParams,
  reply: { ...request, status: 200 },
  refusals: ['not_found'],
});

export const officeDecideBusinessRequest = endpoint({
  name: 'officeDecideBusinessRequest',
  summary: 'Changes the state or the note of a request; the merchant is notified of a decision with its reason',
  method: 'POST',
  path: '/api/office/v1/business_requests/{id}/decide',
  action: 'change_business_requests',
  params: idParams,
  body: z.object({
    /** Absent: only the note changes. */
    state: z.optional(z.enum(BUSINESS_REQUEST_STATES)),
    reason: z.optional(z.nullable(z.string().check(z.maxLength(1000)))),
    note: z.optional(z.nullable(z.string().check(z.maxLength(2000)))),
    /** Version that the caller has read. */
    version: z.int().check(z.gte(1), z.lte(1_000_000)),
  }),
  reply: { ...request, status: 200 },
  refusals: ['required', 'not_found', 'edit_conflict', 'order_state_conflict'],
});

export const officeGetBusinessFile = endpoint({
  name: 'officeGetBusinessFile',
  summary: 'Downloads the file of a request; each view is recorded in the audit log',
  method: 'GET',
  path: '/api/office/v1/business_requests/{id}/attachment',
  action: 'read_business_requests',
  params: idParams,
  reply: { kind: 'file', mediaType: ['application/pdf', 'image/jpeg'] },
  refusals: ['not_found'],
});
