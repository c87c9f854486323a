import * as z from 'zod/mini';
import { APPROVAL_KIND_NAMES } from '#core/staff/approval.ts';
import { idParams } from '#contract/document-parts.ts';
import { endpoint } from '#contract/endpoint.ts';
import { pagingQuery, sortQuery } from '#contract/list-query.ts';

export const ApprovalAttributes = z.object({
  kind: z.enum(APPROVAL_KIND_NAMES),
  /** Id of the order or payment system. */
  subject: z.string(),
  /** The whole proposed action; requisites masked. */
  payload: z.record(z.string(), z.unknown()),
  /** Must be returned with the decision, which applies to exactly this payload. */
  hash: z.string(),
  note: z.string(),
  state: z.enum(['open', 'approved', 'declined', 'expired', 'overtaken']),
  /** Null: the system. */
  proposed_by: z.nullable(z.string()),
  is_mine: z.boolean(),
  /** The caller may approve it: the role allows it, and another person proposed it. */
  may_approve: z.boolean(),
  /** It concerns the caller's own action and others can approve it, so the caller cannot be the second person. */
  is_own_part: z.boolean(),
  /** Number of approvals required besides the proposer; `voices`: who has approved. */
  needs: z.number(),
  voices: z.array(z.string()),
  /** When it takes effect without a decision, as no other person can decide; null: never. */
  takes_effect_at: z.nullable(z.string()),
  proposed_at: z.string(),
  expires_at: z.string(),
  /** Promised time of the customer's order; null: no customer waits, or decided. */
  promised_at: z.nullable(z.string()),
  decided_by: z.nullable(z.string()),
  decided_at: z.nullable(z.string()),
  decision_note: z.nullable(z.string()),
});
export type ApprovalAttributes = z.output<typeof ApprovalAttributes>;

export const PROPOSERS = ['me', 'others'] as const;

const reply = { kind: 'resource', type: 'approvals', attributes: ApprovalAttributes, status: 200 } as const;
const body = z.object({ hash: z.string().check(z.maxLength(64)), note: z.optional(z.nullable(z.string().check(z.maxLength(2000)))) });

export const officeListApprovals = endpoint({
  name: 'officeListApprovals',
  summary: 'Lists proposals that need a second person (four eyes), oldest first; `meta.open` counts those the caller may approve',
  method: 'GET',
  path: '/api/office/v1/approvals',
  action: 'read_approvals',
  query: z.object({
    state: z.optional(z.enum(['open', 'decided', 'all'])),
    /** Id of an order or payment system. */
    subject: z.optional(z.string().check(z.maxLength(64))),
    kind: z.optional(z.enum(APPROVAL_KIND_NAMES)),
    /** `me`: the caller's own proposals, which only others approve; `others`: all but those. */
    proposer: z.optional(z.enum(PROPOSERS)),
    ...pagingQuery,
    sort: sortQuery('proposed_at', 'expires_at'),
  }),
  reply: { kind: 'collection', type: 'approvals', attributes: ApprovalAttributes, paged: true, meta: z.object({ open: z.number() }) },
  refusals: [],
});

export const officeApprove = endpoint({
  name: 'officeApprove',
  summary: 'Approves and executes a proposal; never by its proposer',
  method: 'POST',
  path: '/api/office/v1/approvals/{id}/approve',
  action: 'read_approvals',
  params: idParams,
  body,
  reply,
  refusals: [
    'access_denied',
    'not_found',
    'approval_conflict',
    'order_state_conflict',
    'has_no_reserves',
    'not_allowed_amount',
    'required',
    'invalid_format',
  ],
});

export const officeDecline = endpoint({
  name: 'officeDecline',
  summary: 'Declines a proposal; its proposer may withdraw it',
  method: 'POST',
  path: '/api/office/v1/approvals/{id}/decline',
  action: 'read_approvals',
  params: idParams,
  body,
  reply,
  refusals: ['access_denied', 'not_found', 'approval_conflict'],
});

export const officeRevealApproval = endpoint({
  name: 'officeRevealApproval',
  summary: 'Returns the full requisites of a proposal to those who may approve it; each view is recorded in the audit log',
  method: 'POST',
  path: '/api/office/v1/approvals/{id}/reveal',
  action: 'read_approvals',
  params: idParams,
  reply: {
    kind: 'resource',
    type: 'destinations',
    attributes: z.object({ requisites: z.record(z.string(), z.string()) }),
    status: 200,
  },
  refusals: ['access_denied', 'not_found', 'approval_conflict'],
});
