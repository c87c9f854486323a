import { data, type LoaderFunctionArgs } from 'react-router';
import { call } from '#contract/call.ts';
import {
  type EarningAttributes,
  type EarningTotals,
  listReferralIncomes,
  listRewards,
  totalReferralIncomes,
  totalRewards,
} from '#contract/account/earnings.ts';
import { oneOf } from '#core/closed-list.ts';
import { EARNING_STATES, type EarningState } from '#core/earnings/earning.ts';
import type { Purse } from '#core/withdrawal/withdrawal.ts';
import { siteContext } from '#web/api/site-context.ts';
import { requireUser } from '#web/api/user.ts';
import { localeOf } from '#web/i18n/locale.ts';

export interface Earning extends EarningAttributes {
  readonly id: string;
}

export interface EarningsData {
  readonly balance: Purse;
  readonly earnings: readonly Earning[];
  readonly totals: EarningTotals;
  readonly status: EarningState | 'all';
  readonly page: number;
  readonly pages: number;
  readonly total: number;
}

const PAGE = /^[1-9]\d{0,4}$/;
const CALLS = {
  referral: { list: listReferralIncomes, total: totalReferralIncomes },
  reward: { list: listRewards, total: totalRewards },
} as const;

/** Loads a page of the earnings of one balance. */
export const loadEarnings = (balance: Purse) => async (args: LoaderFunctionArgs) => {
  await requireUser(args);
  const url = new URL(args.request.url);
  const transport = args.context.get(siteContext).api(localeOf(url.pathname));
  const status: EarningState | 'all' = oneOf(EARNING_STATES, url.searchParams.get('status')) ?? 'all';
  const pageParam = url.searchParams.get('page') ?? '1';
  const query = { status, page: PAGE.test(pageParam) ? pageParam : '1' };
  const [listed, totals] = await Promise.all([call(CALLS[balance].list, { query }, transport), call(CALLS[balance].total, {}, transport)]);
  if (!listed.ok) throw data(null, { status: listed.status === 0 ? 503 : listed.status });
  if (!totals.ok) throw data(null, { status: totals.status === 0 ? 503 : totals.status });
  const [page, total, pages] = ['page', 'total', 'total_pages'].map((name) => Number(listed.meta[name] ?? 0));
  const loaded: EarningsData = {
    balance,
    earnings: listed.data.map(({ id, attributes }) => ({ ...attributes, id })),
    totals: totals.data.attributes,
    status,
    page: page ?? 1,
    pages: pages ?? 1,
    total: total ?? 0,
  };
  return data(loaded, { headers: { 'cache-control': 'no-store' } });
};
