import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { officeGetPriceHistory, type PriceHistoryAttributes } from '#contract/public/rate-history.ts';
import { MOSCOW_OFFSET_MS } from '#core/time.ts';
import { describeSeries, dataNote, type SeriesTexts } from '#core/history/describe-series.ts';
import { SYMBOL_PERIODS, type SymbolPeriod } from '#core/history/period.ts';
import { BASE_SYMBOL } from '#core/pricing/reading.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { Problem } from '#office/components/Screen.tsx';
import { useTranslation, type Translation } from '#office/i18n/Translation.tsx';
import { HistoryView, type HistoryTable } from '#ui/chart/HistoryView.tsx';

const REFRESH_MS = 15_000;

function tableOf({ candles }: PriceHistoryAttributes, texts: SeriesTexts, t: Translation['t']): HistoryTable {
  return {
    caption: texts.title,
    columnNames: ['when', 'open', 'high', 'low', 'close'].map((name) => t(`rate_history.${name}`)),
    rows: candles
      .map(({ at, open, high, low, close }) => [texts.when(at), ...[open, high, low, close].map((text) => texts.rate(text))])
      .toReversed(),
  };
}

/** Market price of a symbol over time: a chart, and open, high, low and close per step as a table. */
export function PriceHistory({ symbol }: { readonly symbol: string }) {
  const api = useApi();
  const { t, locale } = useTranslation();
  const [period, setPeriod] = useState<SymbolPeriod>('day');
  const history = useQuery({
    queryKey: [...keys.changes(), 'history', symbol, period],
    queryFn: ({ signal }) => api(officeGetPriceHistory, { params: { symbol }, query: { period }, signal }),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  });
  const series = history.data?.data?.attributes;
  const drawn = useMemo(() => {
    if (series === undefined) return null;
    const points = series.candles.map(({ at, close }) => ({ at, rate: close }));
    const texts = describeSeries({ points, period: series.period, locale, t, one: symbol, unit: BASE_SYMBOL });
    const chartPoints = points.map(({ at, rate }) => ({ at: Date.parse(at), value: Number(rate) }));
    return texts === undefined ? null : { words: texts, chartPoints, gapMs: series.step_ms * 1.5, table: tableOf(series, texts, t) };
  }, [series, symbol, locale, t]);
  return (
    <HistoryView
      periods={SYMBOL_PERIODS.map((id) => ({ id, name: t(`rate_history.period.${id}`) }))}
      period={period}
      onPeriod={setPeriod}
      labels={{ periods: t('rate_history.periods'), asTable: t('rate_history.as_table'), asChart: t('rate_history.as_chart') }}
      chart={
        drawn && {
          ...drawn.words,
          points: drawn.chartPoints,
          gapMs: drawn.gapMs,
          zoneOffsetMs: MOSCOW_OFFSET_MS,
          sliderLabel: t('rate_history.walk'),
        }
      }
      table={drawn?.table ?? null}
      idleText={drawn?.words.current ?? ''}
      note={series === undefined ? '' : dataNote(series, { t, locale })}
      message={
        history.isError ? (
          <Problem error={history.error} retry={() => void history.refetch()} />
        ) : (
          <p>{t(history.isPending ? 'rate_history.loading' : 'rate_history.none')}</p>
        )
      }
      isBusy={history.isPlaceholderData}
    />
  );
}
