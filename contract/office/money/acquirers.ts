import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';

/** Health of an acquirer: responds, last call failed, or never called. */
export const ACQUIRER_HEALTHS = ['answers', 'fails', 'unheard'] as const;

export const AcquirerAttributes = z.object({
  title: z.string(),
  /** Rail name used by payment systems. */
  rail: z.string(),
  kind: z.enum(['form', 'redirect']),
  is_test: z.boolean(),
  /** Origins customers may be redirected to. */
  origins: z.array(z.string()),
  /** Our callback URL at the acquirer. */
  callback_url: z.string(),
  /** `signed`: callbacks are trusted; `asked`: a callback triggers a status request. */
  callbacks: z.enum(['signed', 'asked']),
  is_asked: z.boolean(),
  /** Whether it refunds by API. */
  gives_back: z.boolean(),
  currencies: z.array(z.string()),
  payment_systems: z.array(z.string()),
  health: z.enum(ACQUIRER_HEALTHS),
  last_callback_at: z.nullable(z.string()),
  last_refused_at: z.nullable(z.string()),
  last_refused_why: z.nullable(z.string()),
  last_answer_at: z.nullable(z.string()),
  last_failure_at: z.nullable(z.string()),
  last_failure: z.nullable(z.string()),
  /** Refunds with an unknown result. */
  open_refunds: z.number(),
  /** Whether it pays customers out by API. */
  pays_out: z.boolean(),
  /** Payouts with an unknown result. */
  open_payouts: z.number(),
  /** What can be paid out, as it last reported: decimal amounts by currency. */
  balances: z.array(z.object({ currency: z.string(), amount: z.string(), at: z.string() })),
});
export type AcquirerAttributes = z.output<typeof AcquirerAttributes>;

export const officeListAcquirers = endpoint({
  name: 'officeListAcquirers',
  summary: 'Lists acquirers: health, last callback and response, payment systems that use each',
  method: 'GET',
  path: '/api/office/v1/acquirers',
  action: 'read_catalogue',
  reply: { kind: 'collection', type: 'acquirers', attributes: AcquirerAttributes },
  refusals: [],
});
