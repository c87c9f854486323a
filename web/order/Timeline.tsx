import { formatMoney } from '#core/format/amount.ts';
import { formatTime } from '#core/format/moment.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { Order, Sides } from './order.ts';
import { timelineMessage } from './state-messages.ts';

/** History of the order, newest last, in Moscow time; includes surplus money and its return. */
export function Timeline({ order, sides }: { readonly order: Order; readonly sides: Sides }) {
  const { t, locale } = useTranslation();
  const entries = [
    ...order.timeline.map(({ at, status }) => ({ at, text: t(timelineMessage(order, status)) })),
    ...order.surplus.map(({ at, kind, amount }) => ({
      at,
      text: t(`order.surplus_${kind}`, { amount: formatMoney(amount, sides.income, locale) }),
    })),
  ].toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline" className="mb-2 text-sm font-semibold">
        {t('order.timeline')}
      </h2>
      <ol className="figures text-sm leading-6">
        {entries.map(({ at, text }, index) => (
          <li key={`${at}-${text}`} className="flex gap-3 py-0.5">
            <time dateTime={at} className="shrink-0 text-muted">
              {formatTime(at, locale)}
            </time>
            <span className={`min-w-0 ${index === entries.length - 1 ? 'font-medium' : ''}`}>{text}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
