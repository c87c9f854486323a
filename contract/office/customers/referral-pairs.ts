import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { pagingQuery, sortQuery } from '#contract/list-query.ts';
import { PairVerdict } from './customer-desk.ts';
import { EarningActionAttributes } from '#contract/office/money/earnings.ts';

export const PAIR_STATES = ['suspicious', 'stopped', 'all'] as const;

/** Signals that referrer and referral are one person. */
export const PAIR_SIGNALS = ['account', 'mailbox', 'requisites', 'card', 'device', 'operator', 'network', 'round_trips', 'quick'] as const;

export const ReferralPairAttributes = z.object({
  /** E-mails of both. */
  referrer: z.string(),
  referral: z.string(),
  /** Customer pages; null: no customer yet. */
  referrer_customer_id: z.nullable(z.string()),
  referral_customer_id: z.nullable(z.string()),
  said: PairVerdict,
  bound_by: z.enum(['registration', 'order']),
  bound_at: z.string(),
  is_stopped: z.boolean(),
  signals: z.array(z.enum(PAIR_SIGNALS)),
  orders: z.number(),
  completed: z.number(),
  /** Minutes from the click to the first order. */
  first_minutes: z.nullable(z.number()),
  /** Number of times nearly the same amount was exchanged back within a day. */
  round_trips: z.number(),
  turnover_usd: z.string(),
  /** Accruals that were not reversed, in dollars. */
  accrued: z.string(),
});
export type ReferralPairAttributes = z.output<typeof ReferralPairAttributes>;

export const officeListReferralPairs = endpoint({
  name: 'officeListReferralPairs',
  summary:
    'Lists referrer and referral pairs, most suspicious first: shared requisites, device or network, amounts back and forth, an order within minutes of the click',
  method: 'GET',
  path: '/api/office/v1/referral_pairs',
  action: 'read_earnings',
  query: z.object({
    state: z.optional(z.enum(PAIR_STATES)),
    q: z.optional(z.string().check(z.maxLength(254))),
    ...pagingQuery,
    sort: sortQuery('bound_at'),
  }),
  reply: { kind: 'collection', type: 'referral_pairs', attributes: ReferralPairAttributes, paged: true },
  refusals: [],
});

export const officeStopReferralPair = endpoint({
  name: 'officeStopReferralPair',
  summary: 'Stops earnings from a referral and reverses the accruals, with a reason',
  method: 'POST',
  path: '/api/office/v1/referral_pairs/{id}/stop',
  action: 'reverse_earnings',
  params: z.object({ id: z.uuid() }),
  body: z.object({ note: z.string().check(z.maxLength(2000)) }),
  reply: { kind: 'resource', type: 'earning_deeds', attributes: EarningActionAttributes, status: 200 },
  refusals: ['approval_conflict', 'not_found', 'required', 'order_state_conflict'],
});
