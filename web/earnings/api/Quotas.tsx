import { formatMoney } from '#core/format/amount.ts';
import { Part } from '#web/layout/Part.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { PartnerApi } from '#web/earnings/api/load-api.ts';

/** The partner's share, quotas, and how much of them is used. */
export function Quotas({ partner: { share_percent: share, earned_usd: earned, quotas, used } }: Pick<PartnerApi, 'partner'>) {
  const { locale, t } = useTranslation();
  const rows = [
    ['share', t('partner_api.quota.share_value', { percent: share })],
    ['earned', formatMoney(earned, { currency_iso_code: 'USD', precision: 2 }, locale)],
    ['requests', t('partner_api.quota.of', { used: used.requests_last_minute, most: quotas.requests_per_minute })],
    ['orders', t('partner_api.quota.of', { used: used.orders_last_day, most: quotas.orders_per_day })],
    ['open', t('partner_api.quota.of', { used: used.open_orders, most: quotas.open_orders })],
    ['reserve', t('partner_api.quota.percent', { percent: quotas.reserve_percent })],
  ] as const;
  return (
    <Part title={t('partner_api.quota.title')} hint={t('partner_api.quota.hint')}>
      <dl className="figures grid max-w-2xl gap-1 text-sm leading-6">
        {rows.map(([name, value]) => (
          <div key={name} className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-muted">{t(`partner_api.quota.${name}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Part>
  );
}
