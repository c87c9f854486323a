import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { pagingQuery, sortQuery } from '#contract/list-query.ts';

export const ReferralAttributes = z.object({
  email_masked: z.string(),
  /** When the user became a referral: with the account or the first order. */
  registered_at: z.string(),
  /** Whether the referral's turnover is large enough to count. */
  counted: z.boolean(),
  turnover_usd: z.string(),
});
export type ReferralAttributes = z.output<typeof ReferralAttributes>;

export const ReferralsMeta = z.object({
  /** Works the same as `?rid=...` of any page; null: operators have no referrals. */
  link: z.nullable(z.string()),
  rate_percent: z.string(),
  counted_total: z.number(),
  /** Null: there is none above. */
  next_tier: z.nullable(z.object({ from: z.number(), rate_percent: z.string(), missing: z.number() })),
});

export const listReferrals = endpoint({
  name: 'listReferrals',
  summary: 'Whom the caller has brought, the newest first; `meta` says by which link, how many of them count and what that pays',
  method: 'GET',
  path: '/api/v1/referrals',
  action: 'read_account',
  query: z.object({ ...pagingQuery, sort: sortQuery('registered_at', 'turnover_usd') }),
  reply: { kind: 'collection', type: 'referrals', attributes: ReferralAttributes, paged: true, meta: ReferralsMeta },
  refusals: [],
});

export const ReferralProgrammeAttributes = z.object({
  /** Whether anything is promised to new exchanges now. */
  is_on: z.boolean(),
  /** From so many counted referrals on, so much of what referrals exchange. */
  tiers: z.array(z.object({ from: z.number(), rate_percent: z.string() })),
  /** A referral counts beyond this turnover. */
  counts_above_rub: z.string(),
});
export type ReferralProgrammeAttributes = z.output<typeof ReferralProgrammeAttributes>;

export const getReferralProgramme = endpoint({
  name: 'getReferralProgramme',
  summary: 'The tiers of the referral programme as they are now',
  method: 'GET',
  path: '/api/v1/referral_programme',
  action: 'browse',
  reply: { kind: 'resource', type: 'referral_programmes', attributes: ReferralProgrammeAttributes, status: 200 },
  refusals: [],
  cache: 'public',
});

/** What clicks and orders are added up by. */
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
  /** Of all time. */
  total: z.object(figures),
  /** Days, weeks or months of Moscow by their first day, the oldest first, those with nothing too. */
  steps: z.array(z.object({ from: z.string(), ...figures })),
  /** Where people came from in that time, by what the links said (`utm_source`); the most clicks first. */
  sources: z.array(z.object({ source: z.string(), clicks: z.number(), visitors: z.number() })),
});
export type ReferralFiguresAttributes = z.output<typeof ReferralFiguresAttributes>;

export const getReferralFigures = endpoint({
  name: 'getReferralFigures',
  summary: "What the caller's link has brought by day (30), week (26) or month (24): clicks, orders, completed exchanges, income",
  method: 'GET',
  path: '/api/v1/referral_figures',
  action: 'read_account',
  query: z.object({ by: z.optional(z.enum(REFERRAL_STEPS)) }),
  reply: { kind: 'resource', type: 'referral_figures', attributes: ReferralFiguresAttributes, status: 200 },
  refusals: [],
});
