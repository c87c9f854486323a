import * as z from 'zod/mini';
import { MAX_CHEQUE_BYTES, PROOF_TYPES } from '#core/file/cheque.ts';
import { PAYOUT_PURPOSES } from '#core/payout/payout.ts';
import { FORMER_HOLDER_REPORTS, TASK_ACTIONS, TASK_STATES } from '#core/payout/payout-task.ts';
import { endpoint } from '#contract/endpoint.ts';
import { pagingQuery, sortQuery } from '#contract/list-query.ts';

const id = z.string().check(z.minLength(1), z.maxLength(64));
const text = z.string().check(z.maxLength(200));
const note = z.string().check(z.maxLength(2000));
const params = z.object({ id });

export const PayoutTaskAttributes = z.object({
  /** The order or withdrawal that it pays. */
  subject: z.string(),
  purpose: z.nullable(z.enum(PAYOUT_PURPOSES)),
  payment_system_id: z.string(),
  payment_system_name: z.string(),
  amount: z.string(),
  currency_iso_code: z.string(),
  destination_masked: z.record(z.string(), z.string()),
  state: z.enum(TASK_STATES),
  asked_at: z.string(),
  /** By when its customer was promised it; null: it is over. */
  due_at: z.nullable(z.string()),
  taken_by: z.nullable(z.string()),
  taken_at: z.nullable(z.string()),
  is_mine: z.boolean(),
  /** Taken over from an operator who may have sent the money: until an operator states that it was not sent, it can only end as sent. */
  may_be_sent: z.boolean(),
  bank_reference: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  ended_by: z.nullable(z.string()),
  ended_at: z.nullable(z.string()),
  has_proof: z.boolean(),
  /** The customer sees it on the order's page. */
  is_proof_shown: z.boolean(),
  /** What is paid is an order, which has such a page. */
  may_show_proof: z.boolean(),
  allowed_actions: z.array(z.enum(TASK_ACTIONS)),
});
export type PayoutTaskAttributes = z.output<typeof PayoutTaskAttributes>;

const task = { kind: 'resource', type: 'payout_tasks', attributes: PayoutTaskAttributes, status: 200 } as const;
const refusals = ['not_found', 'lease_held', 'order_state_conflict', 'required'] as const;

export const officeListTasks = endpoint({
  name: 'officeListTasks',
  summary:
    'What people are asked to pay: payouts and refunds of the `manual` rail, the longest waiting first; `meta.waiting` counts what nobody has in hand',
  method: 'GET',
  path: '/api/office/v1/payout_tasks',
  action: 'handle_payouts',
  query: z.object({
    state: z.optional(z.enum(['open', 'ended'])),
    payment_system_id: z.optional(id),
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
    'Takes a payout in hand: nobody else pays it until it is given back. From somebody who has it only with `former_said`: what he answered when he was asked whether the money is sent, and `take_over_note`: in which words',
  method: 'POST',
  path: '/api/office/v1/payout_tasks/{id}/take',
  action: 'handle_payouts',
  params,
  body: z.object({ take_over_note: z.optional(note), former_said: z.optional(z.enum(FORMER_HOLDER_REPORTS)) }),
  bodyType: 'payout_tasks',
  reply: task,
  refusals,
});

export const officeGiveBackTask = endpoint({
  name: 'officeGiveBackTask',
  summary: 'Gives a payout back into the list: nothing of it was sent',
  method: 'POST',
  path: '/api/office/v1/payout_tasks/{id}/give_back',
  action: 'handle_payouts',
  params,
  reply: task,
  refusals,
});

export const officeMarkTaskNotSent = endpoint({
  name: 'officeMarkTaskNotSent',
  summary:
    'Says of a payout that was taken over, and may have been sent by its former holder, that nothing was sent, and how that is known: it can then be paid, given back or ended as not possible',
  method: 'POST',
  path: '/api/office/v1/payout_tasks/{id}/not_sent',
  action: 'handle_payouts',
  params,
  body: z.object({ note }),
  bodyType: 'payout_tasks',
  reply: task,
  refusals,
});

export const officeRevealTask = endpoint({
  name: 'officeRevealTask',
  summary: 'The full requisites, to the one who has the payout in hand; every view is a line of the audit log',
  method: 'POST',
  path: '/api/office/v1/payout_tasks/{id}/reveal',
  action: 'handle_payouts',
  params,
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
    'Says what became of a payout in hand: sent, with the bank’s reference and the amount typed anew, or not possible, with the reason. From whom it was taken over may still say that he sent it; where it has ended otherwise meanwhile, that calls people',
  method: 'POST',
  path: '/api/office/v1/payout_tasks/{id}/end',
  action: 'handle_payouts',
  params,
  body: z.object({
    outcome: z.enum(['sent', 'failed']),
    reference: text,
    amount: text,
    reason: note,
    /** Not possible because nothing can be paid to this destination: the customer of the order is asked for another one. */
    is_destination_wrong: z.optional(z.boolean()),
  }),
  bodyType: 'payout_tasks',
  reply: task,
  refusals: [...refusals, 'not_allowed_amount', 'invalid_format'],
});

export const officeAddTaskProof = endpoint({
  name: 'officeAddTaskProof',
  summary:
    'A paper of the bank beside a payout (PDF, or a JPEG, PNG or WebP that is drawn anew without its metadata; once), by the one who has or had it in hand; the customer gets it only with `is_shown`',
  method: 'POST',
  path: '/api/office/v1/payout_tasks/{id}/proof',
  action: 'handle_payouts',
  params,
  /** A form's fields are texts. */
  body: z.object({ is_shown: z.optional(z.enum(['true', 'false'])) }),
  files: { proof: { required: true, maxBytes: MAX_CHEQUE_BYTES } },
  reply: { ...task, status: 201 },
  refusals: [...refusals, 'invalid_file_type', 'file_too_large'],
});

export const officeShowTaskProof = endpoint({
  name: 'officeShowTaskProof',
  summary: 'Gives the customer of an order the paper of his payout, or takes it back',
  method: 'POST',
  path: '/api/office/v1/payout_tasks/{id}/show_proof',
  action: 'handle_payouts',
  params,
  body: z.object({ is_shown: z.boolean() }),
  bodyType: 'payout_tasks',
  reply: task,
  refusals,
});

export const officeGetTaskProof = endpoint({
  name: 'officeGetTaskProof',
  summary: 'The paper beside a payout; every view is a line of the audit log',
  method: 'GET',
  path: '/api/office/v1/payout_tasks/{id}/proof',
  action: 'handle_payouts',
  params,
  reply: { kind: 'file', mediaType: PROOF_TYPES },
  refusals: ['not_found'],
});
