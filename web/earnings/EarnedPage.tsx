import { orderNumber } from '#core/order/number.ts';
import { Link } from 'react-router';
import { EARNING_STATES } from '#core/earnings/earning.ts';
import { formatMoney } from '#core/format/amount.ts';
import { formatDateTime } from '#core/format/moment.ts';
import { buttonLook } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { PageLinks } from '#web/layout/PageLinks.tsx';
import type { EarningsData, Earning } from './load-earnings.ts';
import { EARNINGS } from './tabs.ts';

/** Earnings of one balance: totals, a filter by state, and the list. */
export function EarnedPage(earned: EarningsData) {
  const { t } = useTranslation();
  const { balance, earnings, status, page, pages, total } = earned;
  return (
    <div className="grid max-w-2xl gap-6">
      <p className="text-muted">{t(`earned.intro.${balance}`)}</p>
      <Totals {...earned} />
      {total === 0 && status === 'all' ? null : <Statuses {...earned} />}
      <p role="status" className="figures text-sm text-muted">
        {total === 0 ? '' : t('earned.found', { count: total })}
      </p>
      {earnings.length > 0 ? (
        <ul className="grid">
          {earnings.map((earning) => (
            <li key={earning.id} className="border-b border-line py-4 first:border-t">
              <EarningSlip earning={earning} />
            </li>
          ))}
        </ul>
      ) : (
        <NoEarnings {...earned} />
      )}
      <PageLinks
        page={page}
        pages={pages}
        label={t('earned.pages')}
        texts={{ newer: t('earned.newer'), older: t('earned.older'), position: t('earned.page_of', { page, pages }) }}
      />
    </div>
  );
}

const OPTIONAL_TOTALS = ['accrued', 'in_payout', 'paid', 'reversed'] as const;
/** Amounts are decimal strings: any digit but zero. */
const isNonZero = (amount: string): boolean => /[1-9]/.test(amount);

function Totals({ totals }: EarningsData) {
  const { t, locale } = useTranslation();
  const money = (amount: string) => formatMoney(amount, { currency_iso_code: totals.currency_iso_code, precision: 2 }, locale);
  const nonZeroTotals = OPTIONAL_TOTALS.filter((name) => isNonZero(totals[name]));
  return (
    <div className="grid gap-3">
      <dl className="flex flex-wrap items-end gap-x-8 gap-y-3">
        <div>
          <dt className="text-sm text-muted">{t('earned.available')}</dt>
          <dd className="figures text-2xl font-semibold">{money(totals.available)}</dd>
        </div>
        {nonZeroTotals.map((name) => (
          <div key={name}>
            <dt className="text-sm text-muted">{t(`earned.status.${name}`)}</dt>
            <dd className="figures">{money(totals[name])}</dd>
          </div>
        ))}
      </dl>
      {isNonZero(totals.owed) ? <Notice tone="loss">{t('earned.owed', { amount: money(totals.owed) })}</Notice> : null}
      {isNonZero(totals.accrued) ? <p className="text-sm text-muted">{t('earned.why_wait')}</p> : null}
    </div>
  );
}

function Statuses({ status }: EarningsData) {
  const { t } = useTranslation();
  return (
    <nav aria-label={t('earned.status_label')} className="-mx-4 overflow-x-auto px-4 md:mx-0 md:px-0">
      <ul className="flex gap-2">
        {(['all', ...EARNING_STATES] as const).map((choice) => (
          <li key={choice}>
            <Link
              to={choice === 'all' ? '?' : `?status=${choice}`}
              aria-current={choice === status ? 'true' : undefined}
              className="inline-flex min-h-11 items-center rounded-full border border-line px-4 text-sm whitespace-nowrap text-muted hover:text-ink aria-[current]:border-ink aria-[current]:font-semibold aria-[current]:text-ink"
            >
              {t(`earned.status.${choice}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function NoEarnings({ balance, status }: EarningsData) {
  const { t, to } = useTranslation();
  if (status !== 'all')
    return (
      <Notice title={t('earned.none_found')}>
        <Link className="link inline-flex min-h-11 items-center" to="?">
          {t('earned.show_all')}
        </Link>
      </Notice>
    );
  return (
    <Notice title={t(`earned.none.${balance}`)}>
      <p>{t(`earned.none_text.${balance}`)}</p>
      <p className="mt-3">
        <Link className={buttonLook('plain')} to={to(balance === 'referral' ? EARNINGS : '/')}>
          {t(balance === 'referral' ? 'earned.to_link' : 'earned.to_exchange')}
        </Link>
      </p>
    </Notice>
  );
}

const TONES = { accrued: 'text-time', available: 'text-action', in_payout: 'text-ink', paid: 'text-muted', reversed: 'text-loss' } as const;

/** One earning: kind, amount, order and state. */
function EarningSlip({ earning }: { readonly earning: Earning }) {
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
              {t('earned.order', { id: orderNumber(orderId) })}
            </Link>
          ) : (
            t('earned.order', { id: orderNumber(orderId) })
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
