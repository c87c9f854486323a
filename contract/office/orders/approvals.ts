import * as z from 'zod/mini';
import { APPROVAL_KIND_NAMES } from '#core/staff/approval.ts';
import { endpoint } from '#contract/endpoint.ts';
import { pagingQuery, sortQuery } from '#contract/list-query.ts';

export const ApprovalAttributes = z.object({
  kind: z.enum(APPROVAL_KIND_NAMES),
  /** The order or payment system it is about. */
  subject: z.string(),
  /** All that will be done; requisites masked. */
  payload: z.record(z.string(), z.unknown()),
  /** To be sent back with the decision: it is bound to exactly this payload. */
  hash: z.string(),
  note: z.string(),
  state: z.enum(['open', 'approved', 'declined', 'expired', 'overtaken']),
  /** Null: the product itself. */
  proposed_by: z.nullable(z.string()),
  is_mine: z.boolean(),
  /** This operator may approve it: the role may, and another operator proposed it. */
  may_approve: z.boolean(),
  /** It is about what this operator did, and others can approve it: theirs is no second opinion. */
  is_own_part: z.boolean(),
  /** How many people must say yes beside its proposer, and who has. */
  needs: z.number(),
  voices: z.array(z.string()),
  /** When it takes effect by itself because nobody else could decide; null: never. */
  takes_effect_at: z.nullable(z.string()),
  proposed_at: z.string(),
  expires_at: z.string(),
  /** By when the customer is promised what it decides about; null where no customer waits, and once it is decided. */
  promised_at: z.nullable(z.string()),
  decided_by: z.nullable(z.string()),
  decided_at: z.nullable(z.string()),
  decision_note: z.nullable(z.string()),
});
export type ApprovalAttributes = z.output<typeof ApprovalAttributes>;

const params = z.object({ id: z.string().check(z.minLength(1), z.maxLength(64)) });
const reply = { kind: 'resource', type: 'approvals', attributes: ApprovalAttributes, status: 200 } as const;
const body = z.object({ hash: z.string().check(z.maxLength(64)), note: z.optional(z.nullable(z.string().check(z.maxLength(2000)))) });

export const officeListApprovals = endpoint({
  name: 'officeListApprovals',
  summary: 'What waits for a second person (four eyes), oldest first; `meta.open` counts what this operator may approve',
  method: 'GET',
  path: '/api/office/v1/approvals',
  action: 'read_approvals',
  query: z.object({
    state: z.optional(z.enum(['open', 'decided', 'all'])),
    /** An order's or payment system's id. */
    subject: z.optional(z.string().check(z.maxLength(64))),
    kind: z.optional(z.enum(APPROVAL_KIND_NAMES)),
    ...pagingQuery,
    sort: sortQuery('proposed_at', 'expires_at'),
  }),
  reply: { kind: 'collection', type: 'approvals', attributes: ApprovalAttributes, paged: true, meta: z.object({ open: z.number() }) },
  refusals: [],
});

export const officeApprove = endpoint({
  name: 'officeApprove',
  summary: 'A second person approves, and what was proposed is done at once; never by the one who proposed it',
  method: 'POST',
  path: '/api/office/v1/approvals/{id}/approve',
  action: 'read_approvals',
  params,
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
  summary: 'Ends a proposal without doing it; the proposer may take his own back',
  method: 'POST',
  path: '/api/office/v1/approvals/{id}/decline',
  action: 'read_approvals',
  params,
  body,
  reply,
  refusals: ['access_denied', 'not_found', 'approval_conflict'],
});

export const officeRevealApproval = endpoint({
  name: 'officeRevealApproval',
  summary: 'The full requisites of a proposal, to who may approve it; every view is a line of the audit log',
  method: 'POST',
  path: '/api/office/v1/approvals/{id}/reveal',
  action: 'read_approvals',
  params,
  reply: {
    kind: 'resource',
    type: 'destinations',
    attributes: z.object({ requisites: z.record(z.string(), z.string()) }),
    status: 200,
  },
  refusals: ['access_denied', 'not_found', 'approval_conflict'],
});
