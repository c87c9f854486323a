import { formatMoney } from '#core/format/amount.ts';
import { formatFullDateTime } from '#core/format/moment.ts';
import { PageLinks } from '#web/layout/PageLinks.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { Overview } from '#web/earnings/load-overview.ts';

const USD = { currency_iso_code: 'USD', precision: 2 } as const;

/** The customer's referrals, with masked e-mails. */
export function ReferralList({ referrals, page, pages, total }: Pick<Overview, 'referrals' | 'page' | 'pages' | 'total'>) {
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
