import * as z from 'zod/mini';
import { CHANGE_STATES, MAX_ITEMS } from '#core/changes/change.ts';
import { CHANGE_ENTITY_NAMES } from '#core/changes/entities.ts';
import { GUARDS } from '#core/changes/guards.ts';
import { endpoint } from '#contract/endpoint.ts';
import { pagingQuery, sortQuery } from '#contract/list-query.ts';

/** Every direction of 150 x 150 payment systems in one change, with what it was and what it is. */
export const MOST_CHANGE_BYTES = 8 * 1024 * 1024;

const id = z.string().check(z.minLength(1), z.maxLength(64));
const key = z.string().check(z.minLength(1), z.maxLength(64));
const document = z.nullable(z.record(z.string().check(z.maxLength(64)), z.unknown()));

/**
 * One thing of a change (domain 10): the members that change, as they were when it was looked at and as they are to be. Without
 * `before` it is made, without `after` taken away. Members are those of the type in `core`; money is text in minor units. A
 * direction's key is `INCOME>OUTCOME`, a payment system's its code.
 */
export const ChangeItemDocument = z.object({ entity: z.enum(CHANGE_ENTITY_NAMES), key, before: document, after: document });
export type ChangeItemDocument = z.output<typeof ChangeItemDocument>;

const items = z.array(ChangeItemDocument).check(z.maxLength(MAX_ITEMS));
const note = z.string().check(z.maxLength(2000));

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
  /** The change that this one takes back, and the one that takes this one back. */
  rolls_back: z.nullable(z.string()),
  rolled_back_by: z.nullable(z.string()),
  /** What asked for a second person; `position` is that of an item. */
  guards,
  item_count: z.number(),
  /** The first few items; all of them are a list of their own. */
  items: z.array(ChangeItemDocument),
  /** Why it could not be applied. */
  problem: z.nullable(
    z.array(z.object({ code: z.string(), entity: z.nullable(z.string()), key: z.nullable(z.string()), member: z.nullable(z.string()) })),
  ),
  /** What this operator may do with it now. */
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
  summary: 'Changes prices or the catalogue: at once, at a time, or when a second person agrees (`state` tells)',
  method: 'POST',
  path: '/api/office/v1/changes',
  action: 'read_prices',
  body: z.object({ items, note, apply_at: z.optional(z.nullable(z.iso.datetime({ offset: true }))) }),
  maxBytes: MOST_CHANGE_BYTES,
  reply: { ...resource, status: 201 },
  refusals: ['approval_conflict', ...CHANGE_REFUSALS],
});

export const officeListChanges = endpoint({
  name: 'officeListChanges',
  summary: 'The history of prices and catalogue, newest first: who changed what, and what is still to come',
  method: 'GET',
  path: '/api/office/v1/changes',
  action: 'read_prices',
  query: z.object({
    state: z.optional(z.enum([...CHANGE_STATES, 'open'])),
    entity: z.optional(z.enum(CHANGE_ENTITY_NAMES)),
    /** A key or a part of one: `SBERRUB` finds the payment system and each of its directions. */
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
  summary: 'One change',
  method: 'GET',
  path: '/api/office/v1/changes/{id}',
  action: 'read_prices',
  params: z.object({ id }),
  reply: { ...resource, status: 200 },
  refusals: ['not_found'],
});

export const officeListChangeItems = endpoint({
  name: 'officeListChangeItems',
  summary: 'What one change holds: each thing before and after',
  method: 'GET',
  path: '/api/office/v1/changes/{id}/items',
  action: 'read_prices',
  params: z.object({ id }),
  reply: { kind: 'collection', type: 'change_items', attributes: ChangeItemDocument },
  refusals: ['not_found'],
});

const ended = { params: z.object({ id }), body: z.object({ note }), reply: { ...resource, status: 200 } } as const;

export const officeRollBackChange = endpoint({
  name: 'officeRollBackChange',
  summary: 'Takes an applied change back by a change of its own; refuses by name what somebody has changed since',
  method: 'POST',
  path: '/api/office/v1/changes/{id}/roll_back',
  action: 'read_prices',
  ...ended,
  refusals: [...CHANGE_REFUSALS, 'order_state_conflict', 'approval_conflict'],
});

export const officeCancelChange = endpoint({
  name: 'officeCancelChange',
  summary: 'Ends a change that waits for its time or its second person',
  method: 'POST',
  path: '/api/office/v1/changes/{id}/cancel',
  action: 'read_prices',
  ...ended,
  refusals: [...CHANGE_REFUSALS, 'order_state_conflict', 'approval_conflict'],
});
