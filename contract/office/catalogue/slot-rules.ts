import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';

/** Why fewer slots are open than the rule wants: it is off, its direction is closed, or the reserve is insufficient. */
export const SLOT_RULE_STATES = ['full', 'short', 'closed', 'off'] as const;

export const OfficeSlotRuleAttributes = z.object({
  income_payment_system_id: z.string(),
  outcome_payment_system_id: z.string(),
  outcome_currency_iso_code: z.string(),
  outcome_amount: z.string(),
  count: z.number(),
  premium_ppm: z.number(),
  eta_minutes: z.number(),
  enabled: z.boolean(),
  /** Available slots of the rule, and those held by orders. */
  open_count: z.number(),
  held_count: z.number(),
  state: z.enum(SLOT_RULE_STATES),
});
export type OfficeSlotRuleAttributes = z.output<typeof OfficeSlotRuleAttributes>;

const system = z.object({ code: z.string(), name: z.string(), currency: z.string(), scale: z.number(), precision: z.number() });

export const officeListSlotRules = endpoint({
  name: 'officeListSlotRules',
  summary: 'Lists rules that keep slots open from the free reserve; changed as `slot_rule` of `changes`, under their id',
  method: 'GET',
  path: '/api/office/v1/slot_rules',
  action: 'read_slots',
  reply: {
    kind: 'collection',
    type: 'slot_rules',
    attributes: OfficeSlotRuleAttributes,
    /** Values available for a new rule. */
    meta: z.object({ payment_systems: z.array(system) }),
  },
  refusals: [],
});
