import * as z from 'zod/mini';
import { EARNING_KINDS, EARNING_STATES } from '#core/earnings/earning.ts';
import { endpoint } from '#contract/endpoint.ts';
import { pagingQuery, sortQuery } from '#contract/list-query.ts';

export const EarningAttributes = z.object({
  kind: z.enum(EARNING_KINDS),
  amount: z.string(),
  currency_iso_code: z.string(),
  status: z.enum(EARNING_STATES),
  /** Own order's id; a referral's order id is masked. Null: no order. */
  order_public_id: z.nullable(z.string()),
  /** Whether the caller may open that order. */
  is_own_order: z.boolean(),
  /** Reason of a bonus. */
  note: z.nullable(z.string()),
  created_at: z.string(),
  /** From then on it can be withdrawn. */
  available_at: z.string(),
  /** When it was reversed; null: it was not. */
  reversed_at: z.nullable(z.string()),
});
export type EarningAttributes = z.output<typeof EarningAttributes>;

/** Totals of one balance by state of its earnings. */
export const EarningTotals = z.object({
  currency_iso_code: z.string(),
  accrued: z.string(),
  /** Can be withdrawn now. */
  available: z.string(),
  in_payout: z.string(),
  paid: z.string(),
  reversed: z.string(),
  /** Withdrawn before it was reversed; deducted from the next earnings. */
  owed: z.string(),
});
export type EarningTotals = z.output<typeof EarningTotals>;

const query = z.object({
  status: z.optional(z.enum([...EARNING_STATES, 'all'])),
  ...pagingQuery,
  sort: sortQuery('created_at', 'available_at', 'amount'),
});

export const listReferralIncomes = endpoint({
  name: 'listReferralIncomes',
  summary: 'Lists earnings from referrals and partner orders, newest first, 12 per page (spec 7); default `status`: `all`',
  method: 'GET',
  path: '/api/v1/referral_incomes',
  action: 'read_account',
  query,
  reply: { kind: 'collection', type: 'referral_incomes', attributes: EarningAttributes, paged: true },
  refusals: [],
});

export const totalReferralIncomes = endpoint({
  name: 'totalReferralIncomes',
  summary: 'Returns the totals of referral and partner earnings by state',
  method: 'GET',
  path: '/api/v1/referral_incomes/total',
  action: 'read_account',
  reply: { kind: 'resource', type: 'referral_income_totals', attributes: EarningTotals, status: 200 },
  refusals: [],
});

export const listRewards = endpoint({
  name: 'listRewards',
  summary: 'Lists cashback and bonuses, newest first, 12 per page (spec 7); default `status`: `all`',
  method: 'GET',
  path: '/api/v1/rewards',
  action: 'read_account',
  query,
  reply: { kind: 'collection', type: 'rewards', attributes: EarningAttributes, paged: true },
  refusals: [],
});

export const totalRewards = endpoint({
  name: 'totalRewards',
  summary: 'Returns the totals of cashback and bonuses by state',
  method: 'GET',
  path: '/api/v1/rewards/total',
  action: 'read_account',
  reply: { kind: 'resource', type: 'reward_totals', attributes: EarningTotals, status: 200 },
  refusals: [],
});
