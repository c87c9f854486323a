import { Link } from 'react-router';
import { buttonLook } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { EARNING_STATES } from '#core/earnings/earning.ts';
import { formatMoney } from '#core/format/amount.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { EarningSlip } from '#web/earnings/EarningSlip.tsx';
import type { EarningsData } from '#web/earnings/load-earnings.ts';
import { EARNINGS } from '#web/earnings/tabs.ts';

/** Earnings of one balance: totals, a filter by state, and the list. */
export function EarnedPage(earned: EarningsData) {
  const { t } = useTranslation();
  const { balance, earnings, status, total } = earned;
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
      <Pages {...earned} />
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

function Pages({ page, pages, status }: EarningsData) {
  const { t } = useTranslation();
  if (pages <= 1 && page <= 1) return null;
  const at = (number: number) => `?${new URLSearchParams({ ...(status === 'all' ? {} : { status }), page: String(number) }).toString()}`;
  return (
    <nav aria-label={t('earned.pages')} className="flex items-center justify-between gap-4">
      {page > 1 ? (
        <Link rel="prev" className={buttonLook('plain')} to={at(Math.min(page - 1, Math.max(pages, 1)))}>
          {t('earned.newer')}
        </Link>
      ) : (
        <span />
      )}
      <span className="figures text-sm text-muted">{t('earned.page_of', { page, pages })}</span>
      {page < pages ? (
        <Link rel="next" className={buttonLook('plain')} to={at(page + 1)}>
          {t('earned.older')}
        </Link>
      ) : (
        <span />
      )}
    </nav>
  );
}
