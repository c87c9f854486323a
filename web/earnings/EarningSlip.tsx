import { Link } from 'react-router';
import { formatMoney } from '#core/format/amount.ts';
import { formatDateTime } from '#core/format/moment.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { Earning } from '#web/earnings/load-earnings.ts';

const TONES = { accrued: 'text-time', available: 'text-action', in_payout: 'text-ink', paid: 'text-muted', reversed: 'text-loss' } as const;

/** One earning: kind, amount, order and state. */
export function EarningSlip({ earning }: { readonly earning: Earning }) {
  const { t, to, locale } = useTranslation();
  const { kind, amount, currency_iso_code, status, order_public_id: orderId, note, created_at, available_at, reversed_at } = earning;
  return (
    <article className="grid gap-1">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="font-medium">{t(`earned.kind.${kind}`)}</h2>
        <p className={`figures font-semibold ${status === 'reversed' ? 'text-muted line-through' : ''}`}>
          {formatMoney(amount, { currency_iso_code, precision: 2 }, locale)}
        </p>
      </div>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 text-sm text-muted">
        <p className="figures">
          {orderId === null ? null : earning.is_own_order ? (
            <Link className="link inline-flex min-h-6 items-center" to={to(`/order/${orderId}`)}>
              {t('earned.order', { id: orderId })}
            </Link>
          ) : (
            t('earned.order', { id: orderId })
          )}
          {orderId === null ? null : ' · '}
          <time dateTime={created_at}>{formatDateTime(created_at, locale)}</time>
        </p>
        <p className={`font-medium ${TONES[status]}`} data-status={status}>
          {t(`earned.one.${status}`)}
        </p>
      </div>
      {note === null ? null : <p className="text-sm wrap-anywhere">{note}</p>}
      {status === 'accrued' ? <p className="text-sm text-muted">{t('earned.from', { at: formatDateTime(available_at, locale) })}</p> : null}
      {reversed_at === null ? null : (
        <p className="text-sm text-muted">{t('earned.reversed_at', { at: formatDateTime(reversed_at, locale) })}</p>
      )}
    </article>
  );
}
