import { Link } from 'react-router';
import { formatMoney } from '#core/format/amount.ts';
import { isFinal } from '#core/order/status.ts';
import { buttonLook } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { usePolling } from '#web/loading/use-polling.ts';
import { OrderSlip } from '#web/own-orders/OrderSlip.tsx';
import { WithdrawForm } from '#web/withdrawals/WithdrawForm.tsx';
import type { ReturnedWithdrawal, WithdrawData } from './withdrawal-routes.ts';

const POLL_MS = 10_000;

interface WithdrawPageProps extends WithdrawData {
  readonly returned: ReturnedWithdrawal | undefined;
}

/** Withdrawal of earnings, with earlier withdrawals. */
export function WithdrawPage(withdraw: WithdrawPageProps) {
  const { t, to } = useTranslation();
  const { history, allSystems } = withdraw;
  usePolling(
    history.some(({ status }) => !isFinal(status)),
    POLL_MS,
  );
  return (
    <div className="grid max-w-2xl gap-10">
      <FormOrObstacle {...withdraw} />
      {history.length === 0 ? null : (
        <section aria-labelledby="withdrawals">
          <h2 id="withdrawals" className="mb-4 text-lg font-semibold">
            {t('withdrawal.history')}
          </h2>
          <ul className="grid gap-5">
            {history.map((order) => (
              <li key={order.id}>
                <OrderSlip order={order} systems={allSystems} />
              </li>
            ))}
          </ul>
          <p className="mt-4">
            <Link className="link inline-flex min-h-11 items-center" to={to('/account/orders')}>
              {t('withdrawal.all')}
            </Link>
          </p>
        </section>
      )}
    </div>
  );
}

/** The form, or what prevents a withdrawal and how to resolve it. */
function FormOrObstacle({ returned, ...withdraw }: WithdrawPageProps) {
  const { t, to, locale } = useTranslation();
  const { hasVerifiedEmail, purses, systems } = withdraw;
  const [defaultSystem] = systems;
  const minAmount = purses[0]?.min_amount ?? '3';
  const isEnough = purses.some(({ available_amount: available }) => Number(available) >= Number(minAmount));
  if (!hasVerifiedEmail)
    return (
      <Notice tone="time" title={t('withdrawal.unproven')}>
        <p>{t('withdrawal.unproven_text')}</p>
        <p className="mt-3">
          <Link className={buttonLook('plain')} to={to('/account')}>
            {t('withdrawal.prove')}
          </Link>
        </p>
      </Notice>
    );
  if (defaultSystem === undefined) return <Notice tone="time">{t('withdrawal.no_systems')}</Notice>;
  if (!isEnough) {
    const dollars = { currency_iso_code: 'USD', precision: 2 };
    return (
      <Notice title={t('withdrawal.too_little', { amount: formatMoney(minAmount, dollars, locale) })}>
        <dl className="figures mt-1">
          {purses.map(({ purse: balance, available_amount: available, owed_amount: owed }) => (
            <div key={balance} className="flex flex-wrap gap-x-2">
              <dt>{t(`withdrawal.purse.${balance}`)}:</dt>
              <dd>
                {formatMoney(available, dollars, locale)}
                {owed === available ? '' : ` (${t('withdrawal.form.owed', { amount: formatMoney(owed, dollars, locale) })})`}
              </dd>
            </div>
          ))}
        </dl>
      </Notice>
    );
  }
  return <WithdrawForm withdraw={withdraw} defaultSystem={defaultSystem} returned={returned} />;
}
