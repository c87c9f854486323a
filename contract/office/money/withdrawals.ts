import * as z from 'zod/mini';
import { PAYOUT_STATES } from '#core/payout/payout.ts';
import { WITHDRAWAL_STATUSES } from '#core/withdrawal/lifecycle.ts';
import { PURSES } from '#core/withdrawal/withdrawal.ts';
import { idParams, operatorNote, recordId, rowVersion } from '#contract/document-parts.ts';
import { endpoint } from '#contract/endpoint.ts';
import { pagingQuery, sortQuery } from '#contract/list-query.ts';
import { PostingAttributes } from '#contract/office/orders/order-attributes.ts';

export const WITHDRAWAL_LISTS = ['open', 'held', 'late', 'failed', 'all'] as const;
/** Actions of operators on a withdrawal; `release` needs a second person. */
export const WITHDRAWAL_ACTIONS = ['retry_payout', 'return_to_purse', 'hold', 'let_go', 'stop', 'release'] as const;
export type WithdrawalAction = (typeof WITHDRAWAL_ACTIONS)[number];

export const OfficeWithdrawalAttributes = z.object({
  status: z.enum(WITHDRAWAL_STATUSES),
  version: z.number(),
  user_id: z.string(),
  email: z.string(),
  /** Customer page; null: none yet. */
  customer_id: z.nullable(z.string()),
  purse: z.enum(PURSES),
  /** Dollars. */
  purse_amount: z.string(),
  payment_system_id: z.string(),
  outcome_amount: z.string(),
  currency_iso_code: z.string(),
  /** The outcome floats until the payout may start. */
  is_floating: z.boolean(),
  destination: z.record(z.string(), z.string()),
  created_at: z.string(),
  status_changed_at: z.string(),
  held_until: z.nullable(z.string()),
  is_stopped: z.boolean(),
  /** Promised time; `is_late`: it has passed. */
  promised_at: z.nullable(z.string()),
  is_late: z.boolean(),
  tx_hash: z.nullable(z.string()),
  /** Not paid yet, and its balance is below the amount: earnings were reversed. */
  is_uncovered: z.boolean(),
  /** Actions available to the caller. */
  deeds: z.array(z.enum(WITHDRAWAL_ACTIONS)),
});
export type OfficeWithdrawalAttributes = z.output<typeof OfficeWithdrawalAttributes>;

export const OfficeWithdrawalPage = z.extend(OfficeWithdrawalAttributes, {
  timeline: z.array(
    z.object({
      move: z.string(),
      status: z.enum(WITHDRAWAL_STATUSES),
      actor: z.string(),
      who: z.nullable(z.string()),
      note: z.nullable(z.string()),
      at: z.string(),
      /** Early release of a hold: its planned end, and the second person. */
      early: z.nullable(z.object({ held_until: z.string(), approved_by: z.string() })),
    }),
  ),
  payouts: z.array(
    z.object({
      id: z.string(),
      attempt: z.number(),
      rail: z.string(),
      state: z.enum(PAYOUT_STATES),
      amount: z.string(),
      reference: z.nullable(z.string()),
      reason: z.nullable(z.string()),
      at: z.string(),
      /** A person may end it with evidence. */
      is_endable: z.boolean(),
    }),
  ),
  postings: z.array(PostingAttributes),
  /** Number of open approvals. */
  open_approvals: z.number(),
});
export type OfficeWithdrawalPage = z.output<typeof OfficeWithdrawalPage>;

const one = { kind: 'resource', type: 'withdrawals', attributes: OfficeWithdrawalPage, status: 200 } as const;

export const officeListWithdrawals = endpoint({
  name: 'officeListWithdrawals',
  summary:
    'Lists withdrawals of earnings, the earliest promise first; `q`: a number, an e-mail or a transaction; `meta` counts open, late and failed ones',
  method: 'GET',
  path: '/api/office/v1/withdrawals',
  action: 'read_orders',
  query: z.object({
    list: z.optional(z.enum(WITHDRAWAL_LISTS)),
    user_id: z.optional(z.uuid()),
    q: z.optional(z.string().check(z.maxLength(254))),
    ...pagingQuery,
    sort: sortQuery('created_at', 'promised_at', 'status'),
  }),
  reply: {
    kind: 'collection',
    type: 'withdrawals',
    attributes: OfficeWithdrawalAttributes,
    paged: true,
    meta: z.object({ open: z.number(), late: z.number(), failed: z.number(), held: z.number() }),
  },
  refusals: [],
});

export const officeGetWithdrawal = endpoint({
  name: 'officeGetWithdrawal',
  summary: 'Returns one withdrawal with its timeline, payouts and postings',
  method: 'GET',
  path: '/api/office/v1/withdrawals/{id}',
  action: 'read_orders',
  params: idParams,
  reply: one,
  refusals: ['not_found'],
});

export const officeMoveWithdrawal = endpoint({
  name: 'officeMoveWithdrawal',
  summary: 'Acts on a withdrawal: retry, return to the balance, hold, let go, stop during its hold; an early release becomes a proposal',
  method: 'POST',
  path: '/api/office/v1/withdrawals/{id}/moves',
  action: 'handle_payouts',
  params: idParams,
  body: z.object({ move: z.enum(WITHDRAWAL_ACTIONS), note: operatorNote, version: rowVersion }),
  bodyType: 'moves',
  reply: one,
  refusals: ['approval_conflict', 'not_found', 'order_state_conflict', 'edit_conflict', 'required', 'has_no_reserves'],
});

export const officeEndWithdrawalPayout = endpoint({
  name: 'officeEndWithdrawalPayout',
  summary: 'Ends an unknown payout of a withdrawal as sent or not sent, with evidence; above the first limit it becomes a proposal',
  method: 'POST',
  path: '/api/office/v1/withdrawals/{id}/payouts/{payout_id}/end',
  action: 'handle_payouts',
  params: z.object({ id: recordId, payout_id: recordId }),
  body: z.object({
    outcome: z.enum(['sent', 'not_sent']),
    reference: z.string().check(z.maxLength(200)),
    note: operatorNote,
    amount: z.string().check(z.maxLength(200)),
  }),
  bodyType: 'payouts',
  reply: one,
  refusals: ['approval_conflict', 'not_found', 'order_state_conflict', 'required', 'not_allowed_amount'],
});
