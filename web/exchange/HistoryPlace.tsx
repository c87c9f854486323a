import { lazy } from 'react';
import { LazyChart } from '#web/history/LazyChart.tsx';
import { useWords } from '#web/i18n/use-words.ts';
import { retryUntilLoaded } from '#web/shell/late-parts.ts';
import type { Pair } from './systems.ts';

const RateHistory = lazy(async () => ({ default: (await retryUntilLoaded(() => import('#web/history/RateHistory.tsx'))).RateHistory }));

/** Where the chart of the rate stands; roubles for roubles have no market between them. */
export function HistoryPlace({ pair: { from, to } }: { readonly pair: Pair }) {
  const { t } = useWords();
  if (from.currency_iso_code === to.currency_iso_code) return null;
  return (
    <LazyChart id="rate-history" title={t('exchange.history')}>
      {() => <RateHistory from={from} to={to} />}
    </LazyChart>
  );
}
