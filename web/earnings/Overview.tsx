import { formatMoney } from '#core/format/amount.ts';
import { formatFullDateTime } from '#core/format/moment.ts';
import { Notice } from '#ui/Notice.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { PageLinks } from '#web/layout/PageLinks.tsx';
import { FiguresPart } from './FiguresPart.tsx';
import { Banners, LinkPart } from './LinkPart.tsx';
import { percentText, ProgrammeSteps, TierTable } from './ProgrammeParts.tsx';
import type { OverviewData } from './load-earnings.ts';

/** The customer's current rate, and what the next tier requires. */
function TierPart({ terms, programme }: Pick<OverviewData, 'terms' | 'programme'>) {
  const { rate_percent: ratePercent, counted_total: countedReferrals, next_tier: nextTier } = terms;
  const { t, locale, to } = useTranslation();
  return (
    <section aria-labelledby="earnings-tier" className="grid gap-3">
      <h2 id="earnings-tier" className="text-lg font-semibold">
        {t('earnings.tier.title')}
      </h2>
      {programme.is_on ? null : <Notice tone="time">{t('earnings.paused')}</Notice>}
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="figures text-2xl font-semibold">{percentText(ratePercent, locale)}</span>
        <span className="text-muted">{t('earnings.tier.of_each')}</span>
      </p>
      <p>
        {t('earnings.tier.counted', { count: countedReferrals })}{' '}
        {nextTier === null
          ? t('earnings.tier.top')
          : t('earnings.tier.to_next', { count: nextTier.missing, rate: percentText(nextTier.rate_percent, locale) })}
      </p>
      <p className="text-sm text-muted">{t('earnings.tier.counts')}</p>
      <details>
        <summary className="link inline-flex min-h-11 cursor-pointer items-center">{t('earnings.tier.all')}</summary>
        <div className="mt-2 grid gap-3">
          <TierTable tiers={programme.tiers} countedReferrals={countedReferrals} />
          <p>
            <a className="link inline-flex min-h-11 items-center" href={to('/referral')}>
              {t('earnings.tier.rules')}
            </a>
          </p>
        </div>
      </details>
    </section>
  );
}

const USD = { currency_iso_code: 'USD', precision: 2 } as const;

/** The customer's referrals, with masked e-mails. */
function ReferralList({ referrals, page, pages, total }: Pick<OverviewData, 'referrals' | 'page' | 'pages' | 'total'>) {
  const { t, locale } = useTranslation();
  return (
    <section aria-labelledby="earnings-referrals" className="grid gap-4">
      <h2 id="earnings-referrals" className="text-lg font-semibold">
        {t('earnings.referrals.title')}
      </h2>
      <p className="figures text-sm text-muted">
        {total === 0 ? t('earnings.referrals.none') : t('earnings.referrals.found', { count: total })}
      </p>
      {referrals.length === 0 ? null : (
        <ul className="grid">
          {referrals.map(({ id, email_masked: email, registered_at: at, counted, turnover_usd: turnover }) => (
            <li key={id} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-b border-line py-3">
              <span className="min-w-0 flex-1 basis-48 wrap-anywhere">
                {email}
                <span className="block text-sm text-muted">{formatFullDateTime(at, locale)}</span>
              </span>
              <span className="figures text-right">
                {formatMoney(turnover, USD, locale)}
                <span className="block text-sm text-muted">{t(`earnings.referrals.${counted ? 'counted' : 'not_yet'}`)}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
      <PageLinks
        page={page}
        pages={pages}
        label={t('earnings.referrals.pages')}
        texts={{ newer: t('own.orders.newer'), older: t('own.orders.older'), position: t('own.orders.page_of', { page, pages }) }}
      />
    </section>
  );
}

/** First page of earnings: link, tier, figures, referrals and banners. */
export function Overview({ terms, programme, figures, referrals, page, pages, total, publicUrl, texts }: OverviewData) {
  const { t } = useTranslation();
  if (terms.link === null) return <p>{t('earnings.for_customers')}</p>;
  const isNew = total === 0 && figures.total.clicks === 0;
  return (
    <div className="grid gap-10">
      {isNew ? <ProgrammeSteps /> : null}
      <LinkPart link={terms.link} texts={texts} />
      <TierPart terms={terms} programme={programme} />
      {isNew ? null : <FiguresPart figures={figures} />}
      <ReferralList referrals={referrals} page={page} pages={pages} total={total} />
      <Banners link={terms.link} publicUrl={publicUrl} texts={texts} />
    </div>
  );
}
