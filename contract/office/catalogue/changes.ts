import * as z from 'zod/mini';
import { CHANGE_STATES, MAX_ITEMS } from '#core/changes/change.ts';
import { CHANGE_ENTITY_NAMES } from '#core/changes/entities.ts';
import { GUARDS } from '#core/changes/guards.ts';
import { idParams, operatorNote } from '#contract/document-parts.ts';
import { endpoint } from '#contract/endpoint.ts';
import { pagingQuery, sortQuery } from '#contract/list-query.ts';

/** Enough for every direction of 150 x 150 payment systems in one change, before and after. */
export const MAX_CHANGE_BYTES = 8 * 1024 * 1024;

const key = z.string().check(z.minLength(1), z.maxLength(64));
const document = z.nullable(z.record(z.string().check(z.maxLength(64)), z.unknown()));

/**
 * One record of a change (domain 10): changed members before and after; no `before`: created; no `after`: deleted. Money: minor units as
 * text. Key: `INCOME>OUTCOME` or a payment system's code.
 */
export const ChangeItemDocument = z.object({ entity: z.enum(CHANGE_ENTITY_NAMES), key, before: document, after: document });
export type ChangeItemDocument = z.output<typeof ChangeItemDocument>;

const items = z.array(ChangeItemDocument).check(z.maxLength(MAX_ITEMS));

const guards = z.array(z.object({ position: z.number(), guard: z.enum(GUARDS), value: z.string() }));

export const ChangeAttributes = z.object({
  state: z.enum(CHANGE_STATES),
  note: z.string(),
  author: z.string(),
  is_mine: z.boolean(),
  created_at: z.string(),
  apply_at: z.nullable(z.string()),
  applied_at: z.nullable(z.string()),
  ended_at: z.nullable(z.string()),
  ended_by: z.nullable(z.string()),
  approved_by: z.nullable(z.string()),
  approval_id: z.nullable(z.string()),
  /** The change that this one rolls back; `rolled_back_by`: the change that rolls this one back. */
  rolls_back: z.nullable(z.string()),
  rolled_back_by: z.nullable(z.string()),
  /** Guards that required a second person; `position`: index of the item. */
  guards,
  item_count: z.number(),
  /** The first items; all are available as a list. */
  items: z.array(ChangeItemDocument),
  /** Why it could not be applied. */
  problem: z.nullable(
    z.array(z.object({ code: z.string(), entity: z.nullable(z.string()), key: z.nullable(z.string()), member: z.nullable(z.string()) })),
  ),
  /** Actions available to the caller. */
  actions: z.array(z.enum(['roll_back', 'cancel'])),
});
export type ChangeAttributes = z.output<typeof ChangeAttributes>;

const resource = { kind: 'resource', type: 'changes', attributes: ChangeAttributes } as const;
const CHANGE_REFUSALS = [
  'access_denied',
  'edit_conflict',
  'not_found',
  'required',
  'invalid_format',
  'too_short',
  'too_long',
  'not_allowed_amount',
] as const;

export const officeSubmitChange = endpoint({
  name: 'officeSubmitChange',
  summary: "Changes prices or the catalogue: at once, at a time, or after a second person's approval (see `state`)",
  method: 'POST',
  path: '/api/office/v1/changes',
  action: 'read_prices',
  body: z.object({ items, note: operatorNote, apply_at: z.optional(z.nullable(z.iso.datetime({ offset: true }))) }),
  maxBytes: MAX_CHANGE_BYTES,
  reply: { ...resource, status: 201 },
  refusals: ['approval_conflict', ...CHANGE_REFUSALS],
});

export const officeListChanges = endpoint({
  name: 'officeListChanges',
  summary: 'Lists changes of prices and catalogue, newest first, planned ones included',
  method: 'GET',
  path: '/api/office/v1/changes',
  action: 'read_prices',
  query: z.object({
    state: z.optional(z.enum([...CHANGE_STATES, 'open'])),
    entity: z.optional(z.enum(CHANGE_ENTITY_NAMES)),
    /** A key or part of one: `SBERRUB` matches the payment system and its directions. */
    key: z.optional(z.string().check(z.maxLength(64))),
    /** Part of a name or an e-mail address. */
    author: z.optional(z.string().check(z.maxLength(100))),
    ...pagingQuery,
    sort: sortQuery('created_at'),
  }),
  reply: { kind: 'collection', type: 'changes', attributes: ChangeAttributes, paged: true, meta: z.object({ open: z.number() }) },
  refusals: [],
});

export const officeGetChange = endpoint({
  name: 'officeGetChange',
  summary: 'Returns one change',
  method: 'GET',
  path: '/api/office/v1/changes/{id}',
  action: 'read_prices',
  params: idParams,
  reply: { ...resource, status: 200 },
  refusals: ['not_found'],
});

export const officeListChangeItems = endpoint({
  name: 'officeListChangeItems',
  summary: 'Lists the items of one change, before and after',
  method: 'GET',
  path: '/api/office/v1/changes/{id}/items',
  action: 'read_prices',
  params: idParams,
  reply: { kind: 'collection', type: 'change_items', attributes: ChangeItemDocument },
  refusals: ['not_found'],
});

const ended = { params: idParams, body: z.object({ note: operatorNote }), reply: { ...resource, status: 200 } } as const;

export const officeRollBackChange = endpoint({
  name: 'officeRollBackChange',
  summary: 'Rolls an applied change back by a new change; refused with the members that have changed since',
  method: 'POST',
  path: '/api/office/v1/changes/{id}/roll_back',
  action: 'read_prices',
  ...ended,
  refusals: [...CHANGE_REFUSALS, 'order_state_conflict', 'approval_conflict'],
});

export const officeCancelChange = endpoint({
  name: 'officeCancelChange',
  summary: 'Cancels a change that waits for its time or approval',
  method: 'POST',
  path: '/api/office/v1/changes/{id}/cancel',
  action: 'read_prices',
  ...ended,
  refusals: [...CHANGE_REFUSALS, 'order_state_conflict', 'approval_conflict'],
});
