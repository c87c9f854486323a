import { formatDateTime } from '#core/format/moment.ts';
import { useWords } from '#web/i18n/use-words.ts';
import type { Order } from '#web/order/order.ts';

/** By when the payout is promised, or of one that failed what becomes of it; where an earlier promise has passed, that and the new one, or that there is none. */
export function PromisedBy({ order: { status, payout_promise: promise, payout_overdue_since: overdue } }: { readonly order: Order }) {
  const { t, locale } = useWords();
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
