import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';

/** How an acquirer does: it answers, its last call failed, or nothing was ever asked of it. */
export const ACQUIRER_HEALTHS = ['answers', 'fails', 'unheard'] as const;

export const AcquirerAttributes = z.object({
  title: z.string(),
  /** Its rail, as payment systems name it. */
  rail: z.string(),
  kind: z.enum(['form', 'redirect']),
  is_test: z.boolean(),
  /** Where customers may be led. */
  origins: z.array(z.string()),
  /** Where it calls us. */
  callback_url: z.string(),
  /** `signed`: its calls count; `asked`: they make us ask. */
  callbacks: z.enum(['signed', 'asked']),
  is_asked: z.boolean(),
  /** Whether it gives money back by our call. */
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
  /** Refunds of which nobody can tell what became of them. */
  open_refunds: z.number(),
});
export type AcquirerAttributes = z.output<typeof AcquirerAttributes>;

export const officeListAcquirers = endpoint({
  name: 'officeListAcquirers',
  summary: 'Acquirers of this shop: how each does, when it last called and answered, which payment systems use it',
  method: 'GET',
  path: '/api/office/v1/acquirers',
  action: 'read_catalogue',
  reply: { kind: 'collection', type: 'acquirers', attributes: AcquirerAttributes },
  refusals: [],
});
