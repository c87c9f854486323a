import * as z from 'zod/mini';
import { POOL_BLOCKS, POOL_SHARINGS, POOL_STATES } from '#core/pool/requisite.ts';
import { REQUISITE_REFUSALS } from '#core/refusal.ts';
import { idParams, operatorNote, recordId, rowVersion } from '#contract/document-parts.ts';
import { endpoint } from '#contract/endpoint.ts';
import { RequisiteFieldAttributes } from '#contract/public/payment-systems.ts';

const amount = z.nullable(z.string().check(z.maxLength(200)));
const count = z.nullable(z.number().check(z.int(), z.minimum(0), z.maximum(100_000)));
/** `HH:MM`, Moscow time. */
const clock = z.nullable(z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/)));
const text = z.string().check(z.maxLength(200));
const values = z.record(z.string().check(z.maxLength(40)), text);
const version = rowVersion;

/** Operator's limits of a requisite; null: no limit. */
export const PoolRulesAttributes = z.object({
  sharing: z.enum(POOL_SHARINGS),
  min_amount: amount,
  max_amount: amount,
  daily_amount: amount,
  daily_count: count,
  monthly_amount: amount,
  monthly_count: count,
  works_from: clock,
  works_until: clock,
  rest_minutes: z.number().check(z.int(), z.minimum(0), z.maximum(1440)),
});
export type PoolRulesAttributes = z.output<typeof PoolRulesAttributes>;

export const PoolRequisiteAttributes = z.object({
  ...PoolRulesAttributes.shape,
  payment_system_id: z.string(),
  currency_iso_code: z.string(),
  requisites_masked: z.record(z.string(), z.string()),
  owner_name: z.string(),
  bank: z.string(),
  note: z.string(),
  state: z.enum(POOL_STATES),
  /** State in the list: free, or the reason that blocks it for new orders. */
  shown: z.enum(['free', 'retired', ...POOL_BLOCKS]),
  /** End of that state; null: unknown. */
  until: z.nullable(z.string()),
  frozen_reason: z.nullable(z.string()),
  /** Orders that use it now. */
  order_ids: z.array(z.string()),
  held_amount: z.string(),
  today_amount: z.string(),
  today_count: z.number(),
  month_amount: z.string(),
  month_count: z.number(),
  last_given_at: z.nullable(z.string()),
  version: z.number(),
});
export type PoolRequisiteAttributes = z.output<typeof PoolRequisiteAttributes>;

const requisite = { kind: 'resource', type: 'pool_requisites', attributes: PoolRequisiteAttributes, status: 200 } as const;
const changing = ['not_found', 'order_state_conflict', 'required'] as const;

export const officeListPool = endpoint({
  name: 'officeListPool',
  summary: 'Lists the pool of requisites (domain 10): state, usage of the day and month; values masked',
  method: 'GET',
  path: '/api/office/v1/pool_requisites',
  action: 'read_pool',
  query: z.object({ payment_system_id: z.optional(recordId), retired: z.optional(z.enum(['true', 'false'])) }),
  reply: { kind: 'collection', type: 'pool_requisites', attributes: PoolRequisiteAttributes },
  refusals: [],
});

export const officeListPoolSystems = endpoint({
  name: 'officeListPoolSystems',
  summary:
    'Lists payment systems with the fields of their requisites. Not `is_manual`: payments are received otherwise now; requisites are needed before the switch. `needs_second_person`: new requisites need an approval',
  method: 'GET',
  path: '/api/office/v1/pool_systems',
  action: 'read_pool',
  reply: {
    kind: 'collection',
    type: 'pool_systems',
    attributes: z.object({
      name: z.string(),
      currency_iso_code: z.string(),
      fields: z.array(RequisiteFieldAttributes),
      /** Payments are received by people; false: can be switched to that once it has requisites. */
      is_manual: z.boolean(),
      /** Whether a requisite requires owner and bank. */
      needs_owner: z.boolean(),
      needs_bank: z.boolean(),
      needs_second_person: z.boolean(),
    }),
  },
  refusals: [],
});

export const officeAddToPool = endpoint({
  name: 'officeAddToPool',
  summary: "Adds requisites with the same rules; after the shop's first order each becomes a proposal",
  method: 'POST',
  path: '/api/office/v1/pool_requisites',
  action: 'change_pool',
  body: z.object({
    payment_system_id: recordId,
    requisites: z.array(z.object({ values, owner_name: text, bank: text })).check(z.minLength(1), z.maxLength(100)),
    rules: PoolRulesAttributes,
    note: operatorNote,
  }),
  reply: {
    kind: 'resource',
    type: 'pool_requisites',
    attributes: z.object({ added: z.number(), proposed: z.number() }),
    status: 201,
  },
  refusals: ['approval_conflict', ...changing, 'not_allowed_amount', ...REQUISITE_REFUSALS],
});

export const officeChangePoolRules = endpoint({
  name: 'officeChangePoolRules',
  summary: 'Updates limits, hours and sharing of a requisite; refused if its version is stale',
  method: 'POST',
  path: '/api/office/v1/pool_requisites/{id}/rules',
  action: 'change_pool',
  params: idParams,
  body: z.object({ rules: PoolRulesAttributes, note: operatorNote, version }),
  bodyType: 'pool_requisites',
  reply: requisite,
  refusals: [...changing, 'not_allowed_amount'],
});

export const officeChangePoolTarget = endpoint({
  name: 'officeChangePoolTarget',
  summary:
    "Replaces the number, owner or bank of a requisite for new orders; after the shop's first order this becomes a proposal, `meta.approval_id`",
  method: 'POST',
  path: '/api/office/v1/pool_requisites/{id}/target',
  action: 'change_pool',
  params: idParams,
  body: z.object({ values, owner_name: text, bank: text, note: operatorNote, version }),
  bodyType: 'pool_requisites',
  reply: { ...requisite, meta: z.object({ approval_id: z.nullable(z.string()) }) },
  refusals: ['approval_conflict', ...changing, ...REQUISITE_REFUSALS],
});

export const officeChangePoolState = endpoint({
  name: 'officeChangePoolState',
  summary: 'Freezes a requisite (new orders get others, current ones keep it), unfreezes it, or retires it permanently',
  method: 'POST',
  path: '/api/office/v1/pool_requisites/{id}/state',
  action: 'change_pool',
  params: idParams,
  body: z.object({ state: z.enum(POOL_STATES), reason: operatorNote, version }),
  bodyType: 'pool_requisites',
  reply: requisite,
  refusals: changing,
});

export const officeReleasePool = endpoint({
  name: 'officeReleasePool',
  summary:
    'Frees a requisite held by an order: new orders may get it at once; the order still shows it, and its payment is still recognised',
  method: 'POST',
  path: '/api/office/v1/pool_requisites/{id}/release',
  action: 'change_pool',
  params: idParams,
  body: z.object({ order_id: recordId, reason: operatorNote }),
  bodyType: 'pool_requisites',
  reply: requisite,
  refusals: changing,
});

export const officeRevealPool = endpoint({
  name: 'officeRevealPool',
  summary: 'Returns the full values of a requisite; each view is recorded in the audit log',
  method: 'POST',
  path: '/api/office/v1/pool_requisites/{id}/reveal',
  action: 'read_pool',
  params: idParams,
  reply: {
    kind: 'resource',
    type: 'destinations',
    attributes: z.object({ requisites: z.record(z.string(), z.string()) }),
    status: 200,
  },
  refusals: ['not_found'],
});
