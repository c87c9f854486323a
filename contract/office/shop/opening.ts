import * as z from 'zod/mini';
import { OPENING_STEPS, STEP_STATES } from '#core/staff/opening.ts';
import { endpoint } from '#contract/endpoint.ts';

const facts = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

export const OpeningAttributes = z.object({
  is_open: z.boolean(),
  steps: z.array(z.object({ step: z.enum(OPENING_STEPS), state: z.enum(STEP_STATES) })),
  /** Counts and conditions behind the steps. */
  facts,
  public_url: z.string(),
  /** The last test e-mail. */
  mail_check: z.nullable(
    z.object({ to: z.string(), at: z.string(), outcome: z.enum(['waiting', 'sent', 'failed']), reason: z.nullable(z.string()) }),
  ),
});
export type OpeningAttributes = z.output<typeof OpeningAttributes>;

const reply = { kind: 'resource', type: 'openings', attributes: OpeningAttributes, status: 200 } as const;

export const officeGetOpening = endpoint({
  name: 'officeGetOpening',
  summary: 'Returns the setup progress of the shop (domain 10)',
  method: 'GET',
  path: '/api/office/v1/opening',
  action: 'change_settings',
  reply,
  refusals: [],
});

export const officeCheckMail = endpoint({
  name: 'officeCheckMail',
  summary: 'Sends a test e-mail; its result appears in the setup progress',
  method: 'POST',
  path: '/api/office/v1/opening/mail_check',
  action: 'change_settings',
  body: z.object({ to: z.string().check(z.maxLength(254), z.trim(), z.email()) }),
  reply,
  refusals: [],
});

export const officeOpenShop = endpoint({
  name: 'officeOpenShop',
  summary: 'Opens the shop to customers; refused while a mandatory step is incomplete',
  method: 'POST',
  path: '/api/office/v1/opening/open',
  action: 'change_settings',
  reply,
  refusals: ['order_state_conflict'],
});
