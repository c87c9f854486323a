import * as z from 'zod/mini';
import { MAX_CHEQUE_BYTES, PROOF_TYPES } from '#core/file/file-rules.ts';
import { PAYOUT_PURPOSES } from '#core/payout/payout.ts';
import { FORMER_HOLDER_REPORTS, TASK_ACTIONS, TASK_STATES } from '#core/payout/payout-task.ts';
import { idParams, operatorNote, recordId } from '#contract/document-parts.ts';
import { endpoint } from '#contract/endpoint.ts';
import { pagingQuery, sortQuery } from '#contract/list-query.ts';

const text = z.string().check(z.maxLength(200));

export const PayoutTaskAttributes = z.object({
  /** Id of the order or withdrawal. */
  subject: z.string(),
  purpose: z.nullable(z.enum(PAYOUT_PURPOSES)),
  payment_system_id: z.string(),
  payment_system_name: z.string(),
  amount: z.string(),
  currency_iso_code: z.string(),
  destination_masked: z.record(z.string(), z.string()),
  state: z.enum(TASK_STATES),
  asked_at: z.string(),
  /** Promised time of the payout; null: task ended. */
  due_at: z.nullable(z.string()),
  taken_by: z.nullable(z.string()),
  taken_at: z.nullable(z.string()),
  is_mine: z.boolean(),
  /** Taken over from an operator who may have sent the money: it can only end as sent until a person reports that nothing was sent. */
  may_be_sent: z.boolean(),
  bank_reference: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  ended_by: z.nullable(z.string()),
  ended_at: z.nullable(z.string()),
  has_proof: z.boolean(),
  /** Shared on the customer's order page. */
  is_proof_shown: z.boolean(),
  /** The subject is an order, whose page can show it. */
  may_show_proof: z.boolean(),
  allowed_actions: z.array(z.enum(TASK_ACTIONS)),
});
export type PayoutTaskAttributes = z.output<typeof PayoutTaskAttributes>;

const task = { kind: 'resource', type: 'payout_tasks', attributes: PayoutTaskAttributes, status: 200 } as const;
const refusals = ['not_found', 'lease_held', 'order_state_conflict', 'required'] as const;

export const officeListTasks = endpoint({
  name: 'officeListTasks',
  summary: 'Lists manual payouts and refunds, the longest waiting first; `meta.waiting` counts unassigned ones',
  method: 'GET',
  path: '/api/office/v1/payout_tasks',
  action: 'handle_payouts',
  query: z.object({
    state: z.optional(z.enum(['open', 'ended'])),
    payment_system_id: z.optional(recordId),
    q: z.optional(text),
    ...pagingQuery,
    sort: sortQuery('asked_at', 'amount'),
  }),
  reply: {
    kind: 'collection',
    type: 'payout_tasks',
    attributes: PayoutTaskAttributes,
    paged: true,
    meta: z.object({ waiting: z.number() }),
  },
  refusals: [],
});

export const officeTakeTask = endpoint({
  name: 'officeTakeTask',
  summary:
    "Assigns a manual payout to the caller. Taking it from another operator requires `former_said` (that operator's answer whether the money was sent) and `take_over_note` (its wording)",
  method: 'POST',
  path: '/api/office/v1/payout_tasks/{id}/take',
  action: 'handle_payouts',
  params: idParams,
  body: z.object({ take_over_note: z.optional(operatorNote), former_said: z.optional(z.enum(FORMER_HOLDER_REPORTS)) }),
  bodyType: 'payout_tasks',
  reply: task,
  refusals,
});

export const officeGiveBackTask = endpoint({
  name: 'officeGiveBackTask',
  summary: 'Returns a manual payout to the list; nothing was sent',
  method: 'POST',
  path: '/api/office/v1/payout_tasks/{id}/give_back',
  action: 'handle_payouts',
  params: idParams,
  reply: task,
  refusals,
});

export const officeMarkTaskNotSent = endpoint({
  name: 'officeMarkTaskNotSent',
  summary:
    'Reports that nothing was sent of a payout that was taken over, with evidence; it can then be paid, returned or ended as not possible',
  method: 'POST',
  path: '/api/office/v1/payout_tasks/{id}/not_sent',
  action: 'handle_payouts',
  params: idParams,
  body: z.object({ note: operatorNote }),
  bodyType: 'payout_tasks',
  reply: task,
  refusals,
});

export const officeRevealTask = endpoint({
  name: 'officeRevealTask',
  summary: 'Returns the full requisites to the assigned operator; each view is recorded in the audit log',
  method: 'POST',
  path: '/api/office/v1/payout_tasks/{id}/reveal',
  action: 'handle_payouts',
  params: idParams,
  reply: {
    kind: 'resource',
    type: 'destinations',
    attributes: z.object({
      requisites: z.array(z.object({ key: z.string(), label: z.string(), value: z.string(), groups: z.array(z.string()) })),
    }),
    status: 200,
  },
  refusals: ['not_found', 'order_state_conflict'],
});

export const officeEndTask = endpoint({
  name: 'officeEndTask',
  summary:
    'Reports the result of a manual payout: sent, with bank reference and retyped amount, or not possible, with the reason. The former holder may still report it as sent; a contradiction raises an incident',
  method: 'POST',
  path: '/api/office/v1/payout_tasks/{id}/end',
  action: 'handle_payouts',
  params: idParams,
  body: z.object({
    outcome: z.enum(['sent', 'failed']),
    reference: text,
    amount: text,
    reason: operatorNote,
    /** Not possible because of the destination: the customer of the order is asked for another one. */
    is_destination_wrong: z.optional(z.boolean()),
  }),
  bodyType: 'payout_tasks',
  reply: task,
  refusals: [...refusals, 'not_allowed_amount', 'invalid_format'],
});

export const officeAddTaskProof = endpoint({
  name: 'officeAddTaskProof',
  summary:
    "Uploads the bank's proof of a payout (PDF, or JPEG, PNG, WebP re-encoded without metadata), once, by its current or former holder; shared with the customer only with `is_shown`",
  method: 'POST',
  path: '/api/office/v1/payout_tasks/{id}/proof',
  action: 'handle_payouts',
  params: idParams,
  /** Form fields are texts. */
  body: z.object({ is_shown: z.optional(z.enum(['true', 'false'])) }),
  files: { proof: { required: true, maxBytes: MAX_CHEQUE_BYTES } },
  reply: { ...task, status: 201 },
  refusals: [...refusals, 'invalid_file_type', 'file_too_large'],
});

export const officeShowTaskProof = endpoint({
  name: 'officeShowTaskProof',
  summary: 'Shares the proof of a payout with the customer, or stops sharing it',
  method: 'POST',
  path: '/api/office/v1/payout_tasks/{id}/show_proof',
  action: 'handle_payouts',
  params: idParams,
  body: z.object({ is_shown: z.boolean() }),
  bodyType: 'payout_tasks',
  reply: task,
  refusals,
});

export const officeGetTaskProof = endpoint({
  name: 'officeGetTaskProof',
  summary: 'Downloads the proof of a payout; each view is recorded in the audit log',
  method: 'GET',
  path: '/api/office/v1/payout_tasks/{id}/proof',
  action: 'handle_payouts',
  params: idParams,
  reply: { kind: 'file', mediaType: PROOF_TYPES },
  refusals: ['not_found'],
});
