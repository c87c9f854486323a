import * as z from 'zod/mini';
import { EARNING_KINDS, EARNING_STATES } from '#core/earnings/earning.ts';
import { operatorNote } from '#contract/document-parts.ts';
import { endpoint } from '#contract/endpoint.ts';
import { dayRangeQuery, pagingQuery, sortQuery } from '#contract/list-query.ts';

const params = z.object({ id: z.uuid() });

export const OfficeEarningAttributes = z.object({
  user_id: z.string(),
  email: z.string(),
  /** Customer page; null: no orders. */
  customer_id: z.nullable(z.string()),
  kind: z.enum(EARNING_KINDS),
  amount: z.string(),
  currency_iso_code: z.string(),
  status: z.enum(EARNING_STATES),
  order_id: z.nullable(z.string()),
  /** Reason of a bonus; `granted_by`: its operator. */
  note: z.nullable(z.string()),
  granted_by: z.nullable(z.string()),
  created_at: z.string(),
  available_at: z.string(),
  reversed_at: z.nullable(z.string()),
  /** `taken_back`: the order's money was reverted; else an operator's reason. */
  reversal_reason: z.nullable(z.string()),
  reversed_by: z.nullable(z.string()),
});
export type OfficeEarningAttributes = z.output<typeof OfficeEarningAttributes>;

/** Sums of the list by state, in dollars. */
export const EarningSums = z.object({ sums: z.record(z.string(), z.string()) });

export const officeListEarnings = endpoint({
  name: 'officeListEarnings',
  summary: 'Lists earnings and bonuses, newest first; `q`: an e-mail or an order. `meta`: sums by state',
  method: 'GET',
  path: '/api/office/v1/earnings',
  action: 'read_earnings',
  query: z.object({
    status: z.optional(z.enum(EARNING_STATES)),
    kind: z.optional(z.enum(EARNING_KINDS)),
    ...dayRangeQuery,
    q: z.optional(z.string().check(z.maxLength(254))),
    ...pagingQuery,
    sort: sortQuery('created_at', 'available_at', 'amount'),
  }),
  reply: {
    kind: 'collection',
    type: 'earnings',
    attributes: OfficeEarningAttributes,
    paged: true,
    meta: EarningSums,
  },
  refusals: [],
});

/** `proposed`: above the limit of one person; done after a second person approves. */
export const EarningActionAttributes = z.object({
  state: z.enum(['done', 'proposed']),
  approval_id: z.nullable(z.string()),
});
export type EarningActionAttributes = z.output<typeof EarningActionAttributes>;

export const officeReverseEarning = endpoint({
  name: 'officeReverseEarning',
  summary: 'Reverses an accrual once, with a reason, by the opposite posting; the balance becomes negative if it was already withdrawn',
  method: 'POST',
  path: '/api/office/v1/earnings/{id}/reverse',
  action: 'reverse_earnings',
  params,
  body: z.object({ note: operatorNote }),
  reply: { kind: 'resource', type: 'earning_deeds', attributes: EarningActionAttributes, status: 200 },
  refusals: ['approval_conflict', 'not_found', 'required', 'order_state_conflict'],
});

export const officeGrantBonus = endpoint({
  name: 'officeGrantBonus',
  summary: 'Grants a bonus in dollars to a customer, with a reason that the customer reads; above 100 dollars a day two people are needed',
  method: 'POST',
  path: '/api/office/v1/bonuses',
  action: 'grant_bonuses',
  body: z.object({
    email: z.string().check(z.minLength(1), z.maxLength(254)),
    amount: z.string().check(z.minLength(1), z.maxLength(20)),
    note: operatorNote,
  }),
  reply: { kind: 'resource', type: 'earning_deeds', attributes: EarningActionAttributes, status: 201 },
  refusals: ['approval_conflict', 'not_found', 'required', 'not_allowed_amount'],
});
