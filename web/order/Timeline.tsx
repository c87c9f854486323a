import { formatTime } from '#core/format/moment.ts';
import { useWords } from '#web/i18n/use-words.ts';
import type { Order } from './order.ts';

/** Everything that has happened, newest last, by Moscow time. */
export function Timeline({ order }: { readonly order: Order }) {
  const { t, locale } = useWords();
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline" className="mb-2 text-sm font-semibold">
        {t('web.order.timeline')}
      </h2>
      <ol className="figures text-sm leading-6">
        {order.timeline.map((line, index) => (
          <li key={`${line.at}-${line.status}`} className="flex gap-3 py-0.5">
            <time dateTime={line.at} className="shrink-0 text-muted">
              {formatTime(line.at, locale)}
            </time>
            <span className={index === order.timeline.length - 1 ? 'font-medium' : ''}>{t(`status.${line.status}.short`)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
