import * as z from 'zod/mini';
import { EARNING_KINDS, EARNING_STATES } from '#core/earnings/earning.ts';
import { endpoint } from '#contract/endpoint.ts';
import { pagingQuery, sortQuery } from '#contract/list-query.ts';

export const EarningAttributes = z.object({
  kind: z.enum(EARNING_KINDS),
  amount: z.string(),
  currency_iso_code: z.string(),
  status: z.enum(EARNING_STATES),
  /** One's own order; of another's only as much as tells it from others. Null: it is of no order. */
  order_public_id: z.nullable(z.string()),
  /** Whether the reader may open that order (ours). */
  is_own_order: z.boolean(),
  /** Why it was granted (ours). */
  note: z.nullable(z.string()),
  created_at: z.string(),
  /** From then on it may be withdrawn. */
  available_at: z.string(),
  /** When it was taken back (ours). */
  reversed_at: z.nullable(z.string()),
});
export type EarningAttributes = z.output<typeof EarningAttributes>;

/** One purse by what has become of its money. */
export const EarningTotals = z.object({
  currency_iso_code: z.string(),
  accrued: z.string(),
  /** What may be withdrawn now. */
  available: z.string(),
  in_payout: z.string(),
  paid: z.string(),
  reversed: z.string(),
  /** What was withdrawn before it was taken back: it is made good by what is earned next. */
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
  summary: "What one's referrals and one's partner orders have earned, newest first, 12 a page (spec 7); `status` is `all` unless told",
  method: 'GET',
  path: '/api/v1/referral_incomes',
  action: 'read_account',
  query,
  reply: { kind: 'collection', type: 'referral_incomes', attributes: EarningAttributes, paged: true },
  refusals: [],
});

export const totalReferralIncomes = endpoint({
  name: 'totalReferralIncomes',
  summary: 'The same in sums, by what has become of it',
  method: 'GET',
  path: '/api/v1/referral_incomes/total',
  action: 'read_account',
  reply: { kind: 'resource', type: 'referral_income_totals', attributes: EarningTotals, status: 200 },
  refusals: [],
});

export const listRewards = endpoint({
  name: 'listRewards',
  summary: "One's cashback and bonuses, newest first, 12 a page (spec 7); `status` is `all` unless told",
  method: 'GET',
  path: '/api/v1/rewards',
  action: 'read_account',
  query,
  reply: { kind: 'collection', type: 'rewards', attributes: EarningAttributes, paged: true },
  refusals: [],
});

export const totalRewards = endpoint({
  name: 'totalRewards',
  summary: 'The same in sums, by what has become of it',
  method: 'GET',
  path: '/api/v1/rewards/total',
  action: 'read_account',
  reply: { kind: 'resource', type: 'reward_totals', attributes: EarningTotals, status: 200 },
  refusals: [],
});
