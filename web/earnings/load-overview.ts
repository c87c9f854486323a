import { data, type LoaderFunctionArgs } from 'react-router';
import { call } from '#contract/call.ts';
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
import { oneOf } from '#core/closed-list.ts';
import type { Locale } from '#core/locale.ts';
import { siteContext } from '#web/api/site-context.ts';
import { requireUser } from '#web/api/user.ts';
import { localeOf } from '#web/i18n/locale.ts';
import { translatorOf } from '#web/i18n/translator.ts';

export interface Referral extends ReferralAttributes {
  readonly id: string;
}

export interface LinkTexts {
  readonly share: string;
  /** Alternative text of a banner. */
  readonly alt: string;
}

export interface Overview {
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

const PAGE = /^[1-9]\d{0,4}$/;

/** Loads the overview; the address gives the page of referrals and the step of the chart. */
export async function loadOverview(args: LoaderFunctionArgs) {
  await requireUser(args);
  const { pathname, searchParams } = new URL(args.request.url);
  const locale = localeOf(pathname);
  const { api, publicUrl } = args.context.get(siteContext);
  const pageParam = searchParams.get('page') ?? '1';
  const by = oneOf(REFERRAL_STEPS, searchParams.get('by'));
  const [listed, figures, programme] = await Promise.all([
    call(listReferrals, { query: { page: PAGE.test(pageParam) ? pageParam : '1' } }, api(locale)),
    call(getReferralFigures, { query: by === undefined ? {} : { by } }, api(locale)),
    call(getReferralProgramme, {}, api(locale)),
  ]);
  if (!listed.ok || !figures.ok || !programme.ok) throw data(null, { status: 503 });
  const [page, pages, total] = (['page', 'total_pages', 'total'] as const).map((name) => Number(listed.meta[name] ?? 0));
  const overview: Overview = {
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
