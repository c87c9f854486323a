import * as z from 'zod/mini';
import { recordId } from '#contract/document-parts.ts';
import { endpoint } from '#contract/endpoint.ts';
import { csvReply, dayRangeQuery, pagingQuery, sortQuery } from '#contract/list-query.ts';

/** Amounts in whole units of the payment system's currency, decimal strings. */
export const ReserveAttributes = z.object({
  name: z.string(),
  currency_iso_code: z.string(),
  kind: z.string(),
  rail: z.string(),
  network: z.nullable(z.string()),
  /** Balance of the wallet in the ledger. */
  treasury: z.string(),
  /** Sent and not final. */
  in_transit: z.string(),
  /** Customers' money in the wallet: not exchanged yet, or unassigned. */
  unearned: z.string(),
  /** Held for orders. */
  held: z.string(),
  /** Reserve that is never promised. */
  buffer: z.string(),
  /** Available for orders: `treasury` minus all others, never negative (domain 1). */
  available: z.string(),
  income_enabled: z.boolean(),
  outcome_enabled: z.boolean(),
});
export type ReserveAttributes = z.output<typeof ReserveAttributes>;

export const officeListReserves = endpoint({
  name: 'officeListReserves',
  summary: 'Lists reserves by payment system, derived from the ledger',
  method: 'GET',
  path: '/api/office/v1/reserves',
  action: 'read_reserves',
  reply: { kind: 'collection', type: 'reserves', attributes: ReserveAttributes },
  refusals: [],
});

export const RESERVE_POSTING_KINDS = ['deposit', 'withdrawal', 'correction'] as const;
export type ReservePostingKind = (typeof RESERVE_POSTING_KINDS)[number];

export const ReservePostingAttributes = z.object({
  payment_system_id: z.string(),
  kind: z.enum(RESERVE_POSTING_KINDS),
  amount: z.string(),
  currency_iso_code: z.string(),
  reason: z.string(),
  actor: z.string(),
  at: z.string(),
  /** `proposed`: a large change; posted after a second person approves (`approval_id`). */
  state: z.enum(['posted', 'proposed']),
  approval_id: z.nullable(z.string()),
});
export type ReservePostingAttributes = z.output<typeof ReservePostingAttributes>;

const posting = {
  payment_system_id: recordId,
  kind: z.enum(RESERVE_POSTING_KINDS),
  /** Positive; a correction may have a leading minus. */
  amount: z.string().check(z.minLength(1), z.maxLength(200)),
};

export const ReservePreviewAttributes = z.object({
  payment_system_id: z.string(),
  kind: z.enum(RESERVE_POSTING_KINDS),
  amount: z.string(),
  currency_iso_code: z.string(),
  /** Ledger balance of the wallet before and after the posting. */
  before: z.string(),
  after: z.string(),
  /** Change in per cent of the balance, with sign; null: the balance is zero. */
  change_percent: z.nullable(z.string()),
  /** More than 50 %, or above the treasury limit (domain 6). */
  needs_second_person: z.boolean(),
});
export type ReservePreviewAttributes = z.output<typeof ReservePreviewAttributes>;

export const officePreviewReserve = endpoint({
  name: 'officePreviewReserve',
  summary: 'Previews a posting: balance before and after, change in per cent, and whether it needs a second person',
  method: 'POST',
  path: '/api/office/v1/reserve_postings/preview',
  action: 'post_reserves',
  body: z.object(posting),
  reply: { kind: 'resource', type: 'reserve_previews', attributes: ReservePreviewAttributes, status: 200 },
  refusals: ['not_found', 'not_allowed_amount'],
  effect: 'calculation',
});

export const officePostReserve = endpoint({
  name: 'officePostReserve',
  summary: 'Records a deposit, a withdrawal or a count correction of a wallet, with a reason; a large change becomes a proposal (domain 6)',
  method: 'POST',
  path: '/api/office/v1/reserve_postings',
  action: 'post_reserves',
  body: z.object({
    ...posting,
    reason: z.string().check(z.minLength(1), z.maxLength(500)),
  }),
  reply: { kind: 'resource', type: 'reserve_postings', attributes: ReservePostingAttributes, status: 201 },
  refusals: ['approval_conflict', 'not_found', 'required', 'not_allowed_amount', 'has_no_reserves'],
});

export const officeListReservePostings = endpoint({
  name: 'officeListReservePostings',
  summary: "Lists treasurers' postings, newest first",
  method: 'GET',
  path: '/api/office/v1/reserve_postings',
  action: 'read_reserves',
  query: z.object({ ...dayRangeQuery, ...pagingQuery, sort: sortQuery('at') }),
  reply: { kind: 'collection', type: 'reserve_postings', attributes: ReservePostingAttributes, paged: true },
  refusals: [],
});

export const officeReservePostingsCsv = endpoint({
  name: 'officeReservePostingsCsv',
  summary: "Exports treasurers' postings as CSV with formulas escaped, newest first",
  method: 'GET',
  path: '/api/office/v1/reserve_postings.csv',
  action: 'read_reserves',
  query: z.object(dayRangeQuery),
  reply: csvReply,
  refusals: ['too_many_requests'],
});
