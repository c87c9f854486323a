import { lazy } from 'react';
import { LazyChart } from '#web/history/LazyChart.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { retryUntilLoaded } from '#web/loading/late-parts.ts';
import type { Pair } from '#web/catalogue/systems.ts';

const RateHistory = lazy(async () => ({ default: (await retryUntilLoaded(() => import('#web/history/RateHistory.tsx'))).RateHistory }));

/** Chart of the rate; null for two systems of one currency, which have no market rate. */
export function RateHistorySection({ pair: { from, to } }: { readonly pair: Pair }) {
  const { t } = useTranslation();
  if (from.currency_iso_code === to.currency_iso_code) return null;
  return (
    <LazyChart id="rate-history" title={t('exchange.history')}>
      {() => <RateHistory from={from} to={to} />}
    </LazyChart>
  );
}
