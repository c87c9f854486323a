import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useWords } from '#web/i18n/use-words.ts';
import { untilArrived } from '#web/shell/late-parts.ts';
import type { Pair } from './systems.ts';

const RateHistory = lazy(async () => ({ default: (await untilArrived(() => import('#web/history/RateHistory.tsx'))).RateHistory }));

/** Where the chart of the rate stands; roubles for roubles have no market between them. */
export function HistoryPlace({ pair }: { readonly pair: Pair }) {
  return pair.from.currency_iso_code === pair.to.currency_iso_code ? null : <Place pair={pair} />;
}

/** The chart comes when somebody is about to see it, into a place that is kept for it. */
function Place({ pair: { from, to } }: { readonly pair: Pair }) {
  const { t } = useWords();
  const place = useRef<HTMLElement>(null);
  const [isSeen, setIsSeen] = useState(false);
  useEffect(() => {
    const see = (entries: readonly IntersectionObserverEntry[]) => entries.some((one) => one.isIntersecting) && setIsSeen(true);
    const watch = new IntersectionObserver(see, { rootMargin: '200px' });
    if (place.current !== null) watch.observe(place.current);
    return () => watch.disconnect();
  }, []);
  return (
    <section ref={place} aria-labelledby="rate-history" className="mt-16 noscript:hidden">
      <h2 id="rate-history" className="text-lg font-semibold">
        {t('exchange.history')}
      </h2>
      <div className="chart-place">
        {isSeen ? (
          <Suspense>
            <RateHistory from={from} to={to} />
          </Suspense>
        ) : null}
      </div>
    </section>
  );
}
