import { Link } from 'react-router';
import type { KeyMode } from '#core/partner/partner.ts';
import { buttonLook } from '#ui/Button.tsx';
import { formatDecimal, formatMoney } from '#core/format/amount.ts';
import { formatDateTime } from '#core/format/moment.ts';
import { Part } from '#web/layout/Part.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { PartnerApi } from '#web/earnings/api/load-api.ts';

type ApiOrdersProps = Pick<PartnerApi, 'mode' | 'orders' | 'systemNames' | 'page' | 'pages'> & Pick<PartnerApi['partner'], 'modes'>;

/** Address of a page of the orders of a mode. */
const addressOf = (mode: KeyMode, page = 1): string => `?${mode === 'sandbox' ? 'orders=test&' : ''}page=${page}`;

/** Live and test orders are separate lists. */
function Modes({ modes, mode }: Pick<ApiOrdersProps, 'modes' | 'mode'>) {
  const { t } = useTranslation();
  return (
    <nav aria-label={t('partner_api.orders.kinds')} className="flex flex-wrap gap-2">
      {modes.map((one) => (
        <Link
          key={one}
          to={addressOf(one)}
          preventScrollReset
          aria-current={one === mode ? 'true' : undefined}
          className="inline-flex min-h-11 items-center rounded-full border border-line px-4 text-sm whitespace-nowrap text-muted hover:text-ink aria-[current]:border-ink aria-[current]:font-semibold aria-[current]:text-ink"
        >
          {t(`partner_api.orders.${one}`)}
        </Link>
      ))}
    </nav>
  );
}

/** Orders created by the partner's keys, newest first. */
export function ApiOrders({ modes, mode, orders, systemNames, page, pages }: ApiOrdersProps) {
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
      {pages > 1 || page > 1 ? (
        <nav aria-label={t('partner_api.orders.pages')} className="flex items-center justify-between gap-4">
          {page > 1 ? (
            <Link rel="prev" className={buttonLook('plain')} to={addressOf(mode, Math.min(page - 1, Math.max(pages, 1)))}>
              {t('partner_api.orders.newer')}
            </Link>
          ) : (
            <span />
          )}
          <span className="figures text-sm text-muted">{t('partner_api.orders.page_of', { page, pages })}</span>
          {page < pages ? (
            <Link rel="next" className={buttonLook('plain')} to={addressOf(mode, page + 1)}>
              {t('partner_api.orders.older')}
            </Link>
          ) : (
            <span />
          )}
        </nav>
      ) : null}
    </Part>
  );
}
