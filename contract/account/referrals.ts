import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { pagingQuery, sortQuery } from '#contract/list-query.ts';

export const ReferralAttributes = z.object({
  email_masked: z.string(),
  /** When the customer became a referral: with the account or the first order. */
  registered_at: z.string(),
  /** Whether the referral's turnover is sufficient to count. */
  counted: z.boolean(),
  turnover_usd: z.string(),
});
export type ReferralAttributes = z.output<typeof ReferralAttributes>;

export const ReferralsMeta = z.object({
  /** Equivalent to `?rid=...` on any page; null: staff cannot refer. */
  link: z.nullable(z.string()),
  rate_percent: z.string(),
  counted_total: z.number(),
  /** Null: highest tier reached. */
  next_tier: z.nullable(z.object({ from: z.number(), rate_percent: z.string(), missing: z.number() })),
});

export const listReferrals = endpoint({
  name: 'listReferrals',
  summary: "Lists the caller's referrals, newest first; `meta`: referral link, number that count, current rate",
  method: 'GET',
  path: '/api/v1/referrals',
  action: 'read_account',
  query: z.object({ ...pagingQuery, sort: sortQuery('registered_at', 'turnover_usd') }),
  reply: { kind: 'collection', type: 'referrals', attributes: ReferralAttributes, paged: true, meta: ReferralsMeta },
  refusals: [],
});

export const ReferralProgrammeAttributes = z.object({
  /** Whether new exchanges earn anything now. */
  is_on: z.boolean(),
  /** Rate by minimum number of counted referrals. */
  tiers: z.array(z.object({ from: z.number(), rate_percent: z.string() })),
  /** Turnover above which a referral counts, roubles. */
  counts_above_rub: z.string(),
});
export type ReferralProgrammeAttributes = z.output<typeof ReferralProgrammeAttributes>;

export const getReferralProgramme = endpoint({
  name: 'getReferralProgramme',
  summary: 'Lists the current tiers of the referral programme',
  method: 'GET',
  path: '/api/v1/referral_programme',
  action: 'browse',
  reply: { kind: 'resource', type: 'referral_programmes', attributes: ReferralProgrammeAttributes, status: 200 },
  refusals: [],
  cache: 'public',
});

/** Grouping of clicks and orders. */
export const REFERRAL_STEPS = ['day', 'week', 'month'] as const;
export type ReferralStep = (typeof REFERRAL_STEPS)[number];

const figures = {
  clicks: z.number(),
  visitors: z.number(),
  orders: z.number(),
  completed: z.number(),
  turnover_usd: z.string(),
  income_usd: z.string(),
};

export const ReferralFiguresAttributes = z.object({
  by: z.enum(REFERRAL_STEPS),
  /** All-time totals. */
  total: z.object(figures),
  /** Days, weeks or months (Moscow time) by their first day, oldest first, empty ones included. */
  steps: z.array(z.object({ from: z.string(), ...figures })),
  /** Traffic sources (`utm_source`) of the period, most clicks first. */
  sources: z.array(z.object({ source: z.string(), clicks: z.number(), visitors: z.number() })),
});
export type ReferralFiguresAttributes = z.output<typeof ReferralFiguresAttributes>;

export const getReferralFigures = endpoint({
  name: 'getReferralFigures',
  summary:
    "Returns statistics of the caller's referral link by day (30), week (26) or month (24): clicks, orders, completed exchanges, income",
  method: 'GET',
  path: '/api/v1/referral_figures',
  action: 'read_account',
  query: z.object({ by: z.optional(z.enum(REFERRAL_STEPS)) }),
  reply: { kind: 'resource', type: 'referral_figures', attributes: ReferralFiguresAttributes, status: 200 },
  refusals: [],
});
