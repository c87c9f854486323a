import * as z from 'zod/mini';
import { SWITCH_KINDS, SWITCH_REASONS, SWITCH_SIDES } from '#core/staff/switches.ts';
import { endpoint } from '#contract/endpoint.ts';

const text = z.nullable(z.object({ ru: z.string().check(z.maxLength(300)), en: z.string().check(z.maxLength(300)) }));

export const SwitchAttributes = z.object({
  kind: z.enum(SWITCH_KINDS),
  /** A pair (`A>B`), a payment system or a rail; null for the shop and all its payouts. */
  subject: z.nullable(z.string()),
  side: z.enum(SWITCH_SIDES),
  reason: z.enum(SWITCH_REASONS),
  text,
  from: z.string(),
  /** When it ends automatically; null: when an operator switches it on again. */
  until: z.nullable(z.string()),
  /** Whether it is off now; false: it will be. */
  is_in_force: z.boolean(),
  /** Null: the product itself, before anybody had opened the shop. */
  made_by: z.nullable(z.string()),
  made_at: z.string(),
});
export type SwitchAttributes = z.output<typeof SwitchAttributes>;

const moment = z.nullable(z.iso.datetime({ offset: true }));

export const officeListSwitches = endpoint({
  name: 'officeListSwitches',
  summary: 'What is switched off or will be, oldest first (domain 11); `meta` names what can be',
  method: 'GET',
  path: '/api/office/v1/switches',
  action: 'enter_office',
  reply: {
    kind: 'collection',
    type: 'switches',
    attributes: SwitchAttributes,
    meta: z.object({
      server_time: z.string(),
      payment_systems: z.array(z.object({ code: z.string(), name: z.string() })),
      directions: z.array(z.string()),
      rails: z.array(z.string()),
    }),
  },
  refusals: [],
});

export const officeSwitchOff = endpoint({
  name: 'officeSwitchOff',
  summary: 'Switches off, at once or from a later moment on, everywhere within a second',
  method: 'POST',
  path: '/api/office/v1/switches',
  action: 'change_switches',
  body: z.object({
    kind: z.enum(SWITCH_KINDS),
    subject: z.optional(z.nullable(z.string().check(z.maxLength(100)))),
    side: z._default(z.enum(SWITCH_SIDES), 'both'),
    reason: z.enum(SWITCH_REASONS),
    text: z.optional(text),
    from: z.optional(moment),
    until: z.optional(moment),
  }),
  reply: { kind: 'resource', type: 'switches', attributes: SwitchAttributes, status: 201 },
  refusals: ['required', 'not_found', 'invalid_format', 'order_state_conflict'],
});

export const officeSwitchOn = endpoint({
  name: 'officeSwitchOn',
  summary: 'Switches on again, or takes back what was to be switched off later',
  method: 'POST',
  path: '/api/office/v1/switches/{id}/switch_on',
  action: 'change_switches',
  params: z.object({ id: z.string().check(z.minLength(1), z.maxLength(64)) }),
  body: z.object({ note: z.optional(z.nullable(z.string().check(z.maxLength(2000)))) }),
  reply: { kind: 'resource', type: 'switches', attributes: SwitchAttributes, status: 200 },
  refusals: ['not_found'],
});
