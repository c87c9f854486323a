import { data, type LoaderFunctionArgs } from 'react-router';
import {
  type EarningAttributes,
  type EarningTotals,
  listReferralIncomes,
  listRewards,
  totalReferralIncomes,
  totalRewards,
} from '#contract/account/earnings.ts';
import {
  getReferralFigures,
  getReferralProgramme,
  listReferrals,
  REFERRAL_STEPS,
  ReferralsMeta,
  type ReferralAttributes,
  type ReferralFiguresAttributes,
  type ReferralProgrammeAttributes,
} from '#contract/account/referrals.ts';
import { call } from '#contract/call.ts';
import { oneOf } from '#core/closed-list.ts';
import { EARNING_STATES, type EarningState } from '#core/earnings/earning.ts';
import type { Locale } from '#core/locale.ts';
import type { Purse } from '#core/withdrawal/withdrawal.ts';
import { siteContext } from '#web/api/site-context.ts';
import { requireUser } from '#web/api/user.ts';
import { localeOf } from '#web/i18n/locale.ts';
import { translatorOf } from '#web/i18n/translator.ts';

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

/** The page number in an address; '1' if there is none or it is malformed. */
export function pageIn(searchParams: URLSearchParams): string {
  const page = searchParams.get('page') ?? '1';
  return /^[1-9]\d{0,4}$/.test(page) ? page : '1';
}

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
  const query = { status, page: pageIn(url.searchParams) };
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

interface Referral extends ReferralAttributes {
  readonly id: string;
}

interface LinkTexts {
  readonly share: string;
  /** Alternative text of a banner. */
  readonly alt: string;
}

export interface OverviewData {
  readonly terms: ReturnType<typeof ReferralsMeta.parse>;
  readonly programme: ReferralProgrammeAttributes;
  readonly figures: ReferralFiguresAttributes;
  readonly referrals: readonly Referral[];
  readonly page: number;
  readonly pages: number;
  readonly total: number;
  readonly publicUrl: string;
  /** Texts shared with the link, by language. */
  readonly texts: Readonly<Record<Locale, LinkTexts>>;
}

/** The server has the messages of both languages. */
function textsIn(locale: Locale): LinkTexts {
  const t = translatorOf(locale);
  return { share: t('earnings.share.text'), alt: t('earnings.banners.alt') };
}

/** Loads the overview; the address gives the page of referrals and the step of the chart. */
export async function loadOverview(args: LoaderFunctionArgs) {
  await requireUser(args);
  const { pathname, searchParams } = new URL(args.request.url);
  const locale = localeOf(pathname);
  const { api, publicUrl } = args.context.get(siteContext);
  const by = oneOf(REFERRAL_STEPS, searchParams.get('by'));
  const [listed, figures, programme] = await Promise.all([
    call(listReferrals, { query: { page: pageIn(searchParams) } }, api(locale)),
    call(getReferralFigures, { query: by === undefined ? {} : { by } }, api(locale)),
    call(getReferralProgramme, {}, api(locale)),
  ]);
  if (!listed.ok || !figures.ok || !programme.ok) throw data(null, { status: 503 });
  const [page, pages, total] = (['page', 'total_pages', 'total'] as const).map((name) => Number(listed.meta[name] ?? 0));
  const overview: OverviewData = {
    terms: ReferralsMeta.parse(listed.meta),
    programme: programme.data.attributes,
    figures: figures.data.attributes,
    referrals: listed.data.map(({ id, attributes }) => ({ ...attributes, id })),
    page: page ?? 1,
    pages: pages ?? 1,
    total: total ?? 0,
    publicUrl,
    texts: { ru: textsIn('ru'), en: textsIn('en') },
  };
  return data(overview, { headers: { 'cache-control': 'no-store' } });
}
