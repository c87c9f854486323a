import { formatMoney } from '#core/format/amount.ts';
import { formatTime } from '#core/format/moment.ts';
import { useWords } from '#web/i18n/use-words.ts';
import type { Order, Sides } from './order.ts';
import { shortOf } from './state-words.ts';

/** Everything that has happened, newest last, by Moscow time; also the money that came beyond the agreement, and where it went. */
export function Timeline({ order, sides }: { readonly order: Order; readonly sides: Sides }) {
  const { t, locale } = useWords();
  const lines = [
    ...order.timeline.map(({ at, status }) => ({ at, text: t(shortOf(order, status)) })),
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
        {lines.map(({ at, text }, index) => (
          <li key={`${at}-${text}`} className="flex gap-3 py-0.5">
            <time dateTime={at} className="shrink-0 text-muted">
              {formatTime(at, locale)}
            </time>
            <span className={`min-w-0 ${index === lines.length - 1 ? 'font-medium' : ''}`}>{text}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
