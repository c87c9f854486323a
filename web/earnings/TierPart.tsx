import { Notice } from '#ui/Notice.tsx';
import type { Overview } from '#web/earnings/load-overview.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { percentText } from '#web/earnings/percent.ts';
import { TierTable } from '#web/earnings/TierTable.tsx';

/** The customer's present rate, and what the next tier needs. */
export function TierPart({ terms, programme }: Pick<Overview, 'terms' | 'programme'>) {
  const { rate_percent: rate, counted_total: counted, next_tier: next } = terms;
  const { t, locale, to } = useTranslation();
  return (
    <section aria-labelledby="earnings-tier" className="grid gap-3">
      <h2 id="earnings-tier" className="text-lg font-semibold">
        {t('earnings.tier.title')}
      </h2>
      {programme.is_on ? null : <Notice tone="time">{t('earnings.paused')}</Notice>}
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="figures text-2xl font-semibold">{percentText(rate, locale)}</span>
        <span className="text-muted">{t('earnings.tier.of_each')}</span>
      </p>
      <p>
        {t('earnings.tier.counted', { count: counted })}{' '}
        {next === null
          ? t('earnings.tier.top')
          : t('earnings.tier.to_next', { count: next.missing, rate: percentText(next.rate_percent, locale) })}
      </p>
      <p className="text-sm text-muted">{t('earnings.tier.counts')}</p>
      <details>
        <summary className="link inline-flex min-h-11 cursor-pointer items-center">{t('earnings.tier.all')}</summary>
        <div className="mt-2 grid gap-3">
          <TierTable tiers={programme.tiers} counted={counted} />
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
