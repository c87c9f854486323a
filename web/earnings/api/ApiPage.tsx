import { Link, useRevalidator } from 'react-router';
import { formatMoney, formatDecimal } from '#core/format/amount.ts';
import { formatDateTime } from '#core/format/moment.ts';
import { Notice } from '#ui/Notice.tsx';
import { WEBHOOKS } from '#web/earnings/webhooks/load-webhooks.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { PageLinks } from '#web/layout/PageLinks.tsx';
import { Part } from '#web/layout/Part.tsx';
import { Keys } from './Keys.tsx';
import type { PartnerApi } from './load-api.ts';

/** The partner's share, quotas, and how much of them is used. */
function Quotas({ partner: { share_percent: share, earned_usd: earned, quotas, used } }: Pick<PartnerApi, 'partner'>) {
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

type ApiOrdersProps = Pick<PartnerApi, 'mode' | 'orders' | 'systemNames' | 'page' | 'pages'> & Pick<PartnerApi['partner'], 'modes'>;

/** Live and test orders are separate lists. */
function Modes({ modes, mode }: Pick<ApiOrdersProps, 'modes' | 'mode'>) {
  const { t } = useTranslation();
  return (
    <nav aria-label={t('partner_api.orders.kinds')} className="flex flex-wrap gap-2">
      {modes.map((choice) => (
        <Link
          key={choice}
          to={`?${choice === 'sandbox' ? 'orders=test&' : ''}page=1`}
          preventScrollReset
          aria-current={choice === mode ? 'true' : undefined}
          className="inline-flex min-h-11 items-center rounded-full border border-line px-4 text-sm whitespace-nowrap text-muted hover:text-ink aria-[current]:border-ink aria-[current]:font-semibold aria-[current]:text-ink"
        >
          {t(`partner_api.orders.${choice}`)}
        </Link>
      ))}
    </nav>
  );
}

/** Orders created by the partner's keys, newest first. */
function ApiOrders({ modes, mode, orders, systemNames, page, pages }: ApiOrdersProps) {
  const { locale, t } = useTranslation();
  const nameOf = (code: string) => systemNames[code] ?? code;
  return (
    <Part title={t('partner_api.orders.title')}>
      {modes.length > 1 || mode === 'sandbox' ? <Modes modes={modes} mode={mode} /> : null}
      {orders === null ? (
        <p role="status">{t('partner_api.orders.sandbox_away')}</p>
      ) : orders.length === 0 ? (
        <p className="text-muted">{t('partner_api.orders.none')}</p>
      ) : (
        <ul className="grid divide-y divide-line">
          {orders.map((order) => (
            <li key={order.id} className="grid gap-x-4 gap-y-1 py-3 text-sm sm:grid-cols-[1fr_auto]">
              <p className="figures font-medium wrap-anywhere">
                {t('partner_api.orders.pair', {
                  from: `${formatDecimal(order.income_amount, { locale })} ${nameOf(order.payment_system_from_id)}`,
                  to: `${formatDecimal(order.outcome_amount, { locale })} ${nameOf(order.payment_system_to_id)}`,
                })}
              </p>
              <p className="text-muted sm:text-right">
                {t(`status.${order.status}.short`)}
                {order.share_usd === null
                  ? ''
                  : `, ${t(order.is_share_reversed ? 'partner_api.orders.share_back' : 'partner_api.orders.share', {
                      amount: formatMoney(order.share_usd, { currency_iso_code: 'USD', precision: 2 }, locale),
                    })}`}
              </p>
              <p className="figures text-muted wrap-anywhere">{order.id}</p>
              <p className="text-muted sm:text-right">
                {formatDateTime(order.created_at, locale)}, {order.key_name ?? order.key_id}
                {order.mode === 'sandbox' ? (
                  <strong className="ml-2 rounded-sm bg-time-tint px-1.5 text-ink">{t('partner_api.orders.test')}</strong>
                ) : null}
              </p>
            </li>
          ))}
        </ul>
      )}
      <PageLinks
        page={page}
        pages={pages}
        label={t('partner_api.orders.pages')}
        texts={{
          newer: t('partner_api.orders.newer'),
          older: t('partner_api.orders.older'),
          position: t('partner_api.orders.page_of', { page, pages }),
        }}
      />
    </Part>
  );
}

/** The partner API: keys, quotas, and orders created by keys. */
export function ApiPage({ isVerified, keys, partner, mode, orders, systemNames, page, pages }: PartnerApi) {
  const { t, to } = useTranslation();
  const { revalidate } = useRevalidator();
  return (
    <div className="grid gap-8">
      <div className="grid max-w-prose gap-3">
        <p className="text-muted">{t('partner_api.lead')}</p>
        <p>
          <Link className="link inline-flex min-h-11 items-center" to={to('/developers')}>
            {t('partner_api.documentation')}
          </Link>
        </p>
        <p>
          <Link className="link inline-flex min-h-11 items-center" to={to(WEBHOOKS)}>
            {t('partner_api.webhooks')}
          </Link>
        </p>
        {partner.is_suspended ? (
          <Notice tone="loss" title={t('partner_api.suspended')}>
            {partner.suspended_reason}
          </Notice>
        ) : null}
      </div>
      <Keys keys={keys} modes={partner.modes} isVerified={isVerified} onChanged={() => void revalidate()} />
      <Quotas partner={partner} />
      <ApiOrders modes={partner.modes} mode={mode} orders={orders} systemNames={systemNames} page={page} pages={pages} />
    </div>
  );
}
