import { formatDateTime } from '#core/format/moment.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { Order } from '#web/order/order.ts';

/** Promised time of the payout or, after a failure, of the decision; with the missed promise if there was one. */
export function PromisedBy({ order: { status, payout_promise: promise, payout_overdue_since: overdue } }: { readonly order: Order }) {
  const { t, locale } = useTranslation();
  if (overdue !== null) return <p className="leading-6">{t('order.promises_over', { missed: formatDateTime(overdue, locale) })}</p>;
  if (promise === null) return null;
  const at = formatDateTime(promise.at, locale);
  return (
    <p className="leading-6">
      {promise.missed_at === null
        ? t(status === 'payout_failed' ? 'order.decided_by' : 'order.promised_by', { at })
        : t('order.promise_missed', { missed: formatDateTime(promise.missed_at, locale), at })}
    </p>
  );
}
