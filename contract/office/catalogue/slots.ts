import * as z from 'zod/mini';
import { SLOT_KINDS } from '#core/slots/slot.ts';
import { idParams, recordId } from '#contract/document-parts.ts';
import { endpoint } from '#contract/endpoint.ts';
import { pagingQuery, sortQuery } from '#contract/list-query.ts';

const amount = z.optional(z.nullable(z.string().check(z.maxLength(200))));

export const OfficeSlotAttributes = z.object({
  income_payment_system_id: z.string(),
  outcome_payment_system_id: z.string(),
  income_name: z.string(),
  outcome_name: z.string(),
  income_currency_iso_code: z.string(),
  outcome_currency_iso_code: z.string(),
  /** Outcome units per income unit, with the slot's premium; null: no market price. */
  rate: z.nullable(z.string()),
  kind: z.enum(SLOT_KINDS),
  outcome_amount: z.nullable(z.string()),
  min_outcome_amount: z.nullable(z.string()),
  max_outcome_amount: z.nullable(z.string()),
  premium_ppm: z.number(),
  eta_minutes: z.number(),
  state: z.enum(['available', 'held', 'consumed', 'withdrawn']),
  order_id: z.nullable(z.string()),
  /** Maintained by a rule, which replaces it when taken. */
  by_rule: z.boolean(),
  created_at: z.string(),
});
export type OfficeSlotAttributes = z.output<typeof OfficeSlotAttributes>;

export const officeListSlots = endpoint({
  name: 'officeListSlots',
  summary: 'Lists open and held exchange slots, newest first; `q`: part of a code',
  method: 'GET',
  path: '/api/office/v1/slots',
  action: 'read_slots',
  query: z.object({
    q: z.optional(z.string().check(z.maxLength(64))),
    kind: z.optional(z.enum(SLOT_KINDS)),
    state: z.optional(z.enum(['available', 'held'])),
    by_rule: z.optional(z.enum(['yes', 'no'])),
    ...pagingQuery,
    sort: sortQuery('created_at', 'eta_minutes', 'premium_ppm'),
  }),
  reply: { kind: 'collection', type: 'slots', attributes: OfficeSlotAttributes, paged: true },
  refusals: [],
});

export const officePublishSlot = endpoint({
  name: 'officePublishSlot',
  summary: 'Publishes a slot by hand: an exact amount (express) or a range (domain 4)',
  method: 'POST',
  path: '/api/office/v1/slots',
  action: 'change_slots',
  body: z.object({
    income_payment_system_id: recordId,
    outcome_payment_system_id: recordId,
    kind: z.enum(SLOT_KINDS),
    outcome_amount: amount,
    min_outcome_amount: amount,
    max_outcome_amount: amount,
    premium_ppm: z._default(z.number().check(z.int(), z.minimum(0), z.maximum(100_000)), 0),
    eta_minutes: z.number().check(z.int(), z.minimum(1), z.maximum(1440)),
  }),
  reply: { kind: 'resource', type: 'slots', attributes: OfficeSlotAttributes, status: 201 },
  refusals: ['direction_unavailable', 'required', 'not_allowed_amount'],
});

export const officeWithdrawSlot = endpoint({
  name: 'officeWithdrawSlot',
  summary: 'Withdraws a slot that no order holds',
  method: 'DELETE',
  path: '/api/office/v1/slots/{id}',
  action: 'change_slots',
  params: idParams,
  reply: { kind: 'resource', type: 'slots', attributes: OfficeSlotAttributes, status: 200 },
  refusals: ['not_found', 'slot_unavailable'],
});
