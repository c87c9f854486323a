import * as z from 'zod/mini';
import { BLACKLIST_KINDS, BLACKLIST_REASONS } from '#core/customer/blacklist.ts';
import { idParams } from '#contract/document-parts.ts';
import { endpoint } from '#contract/endpoint.ts';
import { pagingQuery, sortQuery } from '#contract/list-query.ts';

export const BLACKLIST_STATES = ['active', 'ended', 'all'] as const;

export const BlacklistEntryAttributes = z.object({
  kind: z.enum(BLACKLIST_KINDS),
  /** Masked value. */
  masked: z.string(),
  reason: z.enum(BLACKLIST_REASONS),
  note: z.string(),
  made_by: z.string(),
  made_at: z.string(),
  /** Null: no end. */
  ends_at: z.nullable(z.string()),
  is_active: z.boolean(),
  ended_by: z.nullable(z.string()),
  ended_at: z.nullable(z.string()),
  end_note: z.nullable(z.string()),
  /** Orders that the entry stopped or sent to review. */
  hits: z.number(),
  last_hit_at: z.nullable(z.string()),
});
export type BlacklistEntryAttributes = z.output<typeof BlacklistEntryAttributes>;

/** Reason and end of an entry, for a typed value or a trace of an order. */
export const ENTRY_TERMS = {
  reason: z.enum(BLACKLIST_REASONS),
  note: z.string().check(z.maxLength(2000)),
  ends_at: z.optional(z.nullable(z.iso.datetime({ offset: true }))),
};

const entry = { kind: 'resource', type: 'blacklist_entries', attributes: BlacklistEntryAttributes } as const;

export const officeListBlacklist = endpoint({
  name: 'officeListBlacklist',
  summary: 'Lists blacklist entries, newest first; `q`: words of a masked value or note, or a whole value',
  method: 'GET',
  path: '/api/office/v1/blacklist_entries',
  action: 'read_blacklist',
  query: z.object({
    state: z.optional(z.enum(BLACKLIST_STATES)),
    kind: z.optional(z.enum(BLACKLIST_KINDS)),
    q: z.optional(z.string().check(z.maxLength(254))),
    ...pagingQuery,
    sort: sortQuery('made_at', 'kind', 'ends_at', 'hits'),
  }),
  reply: { kind: 'collection', type: 'blacklist_entries', attributes: BlacklistEntryAttributes, paged: true },
  refusals: [],
});

export const officeAddToBlacklist = endpoint({
  name: 'officeAddToBlacklist',
  summary: 'Blocks an e-mail, card, wallet, account, phone number, document, network or device, with reason and end',
  method: 'POST',
  path: '/api/office/v1/blacklist_entries',
  action: 'change_blacklist',
  body: z.object({ kind: z.enum(BLACKLIST_KINDS), value: z.string().check(z.minLength(1), z.maxLength(254)), ...ENTRY_TERMS }),
  reply: { ...entry, status: 201 },
  refusals: ['required', 'invalid_format', 'order_state_conflict'],
});

export const officeEndBlacklistEntry = endpoint({
  name: 'officeEndBlacklistEntry',
  summary: 'Ends a blacklist entry, with a reason',
  method: 'POST',
  path: '/api/office/v1/blacklist_entries/{id}/end',
  action: 'change_blacklist',
  params: idParams,
  body: z.object({ note: z.string().check(z.maxLength(2000)) }),
  reply: { ...entry, status: 200 },
  refusals: ['required', 'not_found', 'order_state_conflict'],
});
