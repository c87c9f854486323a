import * as z from 'zod/mini';
import { SWITCH_KINDS, SWITCH_REASONS, SWITCH_SIDES } from '#core/staff/switches.ts';
import { idParams } from '#contract/document-parts.ts';
import { endpoint } from '#contract/endpoint.ts';

/** Subjects of one call. */
export const MAX_SUBJECTS = 100;

const text = z.nullable(z.object({ ru: z.string().check(z.maxLength(300)), en: z.string().check(z.maxLength(300)) }));

export const SwitchAttributes = z.object({
  kind: z.enum(SWITCH_KINDS),
  /** A pair (`A>B`), a payment system or a rail; null: the shop, or all its payouts. */
  subject: z.nullable(z.string()),
  side: z.enum(SWITCH_SIDES),
  reason: z.enum(SWITCH_REASONS),
  text,
  from: z.string(),
  /** Automatic end; null: none. */
  until: z.nullable(z.string()),
  /** Whether it is in force; false: planned. */
  is_in_force: z.boolean(),
  /** Null: the system, before the shop's opening. */
  made_by: z.nullable(z.string()),
  made_at: z.string(),
});
export type SwitchAttributes = z.output<typeof SwitchAttributes>;

const moment = z.nullable(z.iso.datetime({ offset: true }));

export const officeListSwitches = endpoint({
  name: 'officeListSwitches',
  summary: 'Lists current and planned switches, oldest first (domain 11); `meta`: what can be switched off',
  method: 'GET',
  path: '/api/office/v1/switches',
  action: 'enter_office',
  reply: {
    kind: 'collection',
    type: 'switches',
    attributes: SwitchAttributes,
    meta: z.object({
      server_time: z.string(),
      payment_systems: z.array(z.object({ code: z.string(), name: z.string(), currency: z.string(), rail: z.string() })),
      directions: z.array(z.string()),
      /** Directions that customers cannot use now. */
      closed_directions: z.array(z.string()),
      rails: z.array(z.string()),
    }),
  },
  refusals: [],
});

export const officeSwitchOff = endpoint({
  name: 'officeSwitchOff',
  summary: 'Switches parts of the shop off, at once or at a later time, effective within a second; replies with the first',
  method: 'POST',
  path: '/api/office/v1/switches',
  action: 'change_switches',
  body: z.object({
    kind: z.enum(SWITCH_KINDS),
    subject: z.optional(z.nullable(z.string().check(z.maxLength(100)))),
    /** Several subjects at once, instead of `subject`; those that are off already are left as they are. */
    subjects: z.optional(z.array(z.string().check(z.maxLength(100))).check(z.maxLength(MAX_SUBJECTS))),
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
  summary: 'Switches a part of the shop on again, or cancels a planned switch',
  method: 'POST',
  path: '/api/office/v1/switches/{id}/switch_on',
  action: 'change_switches',
  params: idParams,
  body: z.object({ note: z.optional(z.nullable(z.string().check(z.maxLength(2000)))) }),
  reply: { kind: 'resource', type: 'switches', attributes: SwitchAttributes, status: 200 },
  refusals: ['not_found'],
});
