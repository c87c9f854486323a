import { use, useMemo, useState } from 'react';
import { MOSCOW_OFFSET_MS } from '#core/history/chart-time.ts';
import { describeSeries, dataNote, type SeriesTexts } from '#core/history/describe-series.ts';
import { HISTORY_PERIODS, type HistoryPeriod } from '#core/history/period.ts';
import { readableSeries, inDirection, type SeriesPoint } from '#core/history/readable-series.ts';
import { type HistoryTable, HistoryView } from '#ui/chart/HistoryView.tsx';
import { type Translate, addMessages } from '#web/i18n/translator.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { type HistoryQuery, type History, useHistory } from './use-history.ts';
import type { Locale } from '#core/locale.ts';
import en from '#locales/en/rate_history.json?url';
import ru from '#locales/ru/rate_history.json?url';
import { retryUntilLoaded } from '#web/loading/late-parts.ts';

const URLS: Readonly<Record<Locale, string>> = { ru, en };
const loaded = new Map<Locale, Promise<void>>();

async function load(locale: Locale): Promise<void> {
  const reply = await fetch(URLS[locale]);
  if (!reply.ok) throw new Error('the words of the chart did not arrive');
  addMessages(locale, { rate_history: (await reply.json()) as object });
}

/** Messages of the chart. They load with it, and are retried until they arrive. */
function historyWords(locale: Locale): Promise<void> {
  const loading = loaded.get(locale) ?? retryUntilLoaded(() => load(locale));
  loaded.set(locale, loading);
  return loading;
}

export interface HistoryChartProps extends Pick<HistoryQuery, 'subject' | 'load'> {
  /** Currency signs of what is priced, and of what it is priced in. */
  readonly base: string;
  readonly unit: string;
  /** A pair is shown in the direction that reads better, a price always in its unit. */
  readonly reads: 'either_way' | 'in_unit';
  /** Points further apart than this many steps are not joined. */
  readonly gapSteps: number;
  /** Changes shown elsewhere on the page, by period and direction: the chart shows the same. */
  readonly changeOf?: (period: HistoryPeriod, isInverse: boolean) => string | null | undefined;
}

function Message({ history }: { readonly history: History }) {
  const { t } = useTranslation();
  if (!history.isFailed) return <p>{t(history.isBusy ? 'rate_history.loading' : 'rate_history.none')}</p>;
  return (
    <>
      <p role="status">{t('rate_history.failed')}</p>
      <button type="button" className="link min-h-11" onClick={history.retry}>
        {t('rate_history.again')}
      </button>
    </>
  );
}

const spotsOf = (points: readonly SeriesPoint[]) => points.map(({ at, rate }) => ({ at: Date.parse(at), value: Number(rate) }));

interface Series {
  readonly words: SeriesTexts;
  readonly points: readonly SeriesPoint[];
  readonly ours: readonly SeriesPoint[];
  readonly base: string;
  readonly unit: string;
}

/** The series as a table, newest first, with our own rates as another column. */
function tableOf({ words, points, ours, base, unit }: Series, t: Translate): HistoryTable {
  const ownRates = new Map(ours.map(({ at, rate }) => [at, words.rate(rate)]));
  const headParams = { one: `1 ${base}`, unit };
  const heads =
    ours.length === 0
      ? [t('rate_history.rate', headParams)]
      : [t('rate_history.market_rate', headParams), t('rate_history.our_rate', headParams)];
  return {
    caption: words.title,
    heads: [t('rate_history.when'), ...heads],
    rows: points
      .map(({ at, rate }) => [words.when(at), words.rate(rate), ...(ours.length === 0 ? [] : [ownRates.get(at) ?? '—'])])
      .toReversed(),
  };
}

/** A history as a chart and as a table. */
export function HistoryChart({ subject, load, reads, gapSteps, changeOf, ...sides }: HistoryChartProps) {
  const { t, locale } = useTranslation();
  use(historyWords(locale));
  const [period, setPeriod] = useState<HistoryPeriod>('day');
  const history = useHistory({ subject, period, load });
  const { data, isFailed, isBusy } = history;
  const series = useMemo(() => {
    if (data === null) return null;
    const { points, isInverse } =
      reads === 'either_way' ? readableSeries(data.points) : { points: data.points.map(([at, rate]) => ({ at, rate })), isInverse: false };
    const [base, unit] = isInverse ? [sides.unit, sides.base] : [sides.base, sides.unit];
    const ours = inDirection(data.ours ?? [], isInverse);
    const words = describeSeries({
      points,
      ours,
      period: data.period,
      locale,
      t,
      one: base,
      unit,
      change: changeOf?.(data.period, isInverse),
    });
    const beside = ours.length === 0 ? null : { spots: spotsOf(ours), name: t('rate_history.ours'), mainName: t('rate_history.market') };
    return words === undefined ? null : { words, points, ours, spots: spotsOf(points), beside, base, unit, gapMs: data.step_ms * gapSteps };
  }, [data, reads, gapSteps, sides.base, sides.unit, locale, t, changeOf]);
  const words = series?.words;
  return (
    <HistoryView
      periods={HISTORY_PERIODS.map((id) => ({ id, name: t(`rate_history.period.${id}`) }))}
      period={period}
      onPeriod={setPeriod}
      words={{ periods: t('rate_history.periods'), asTable: t('rate_history.as_table'), asChart: t('rate_history.as_chart') }}
      chart={
        series === null || isFailed
          ? null
          : {
              ...series.words,
              spots: series.spots,
              beside: series.beside,
              gapMs: series.gapMs,
              zoneAheadMs: MOSCOW_OFFSET_MS,
              sliderLabel: t('rate_history.walk'),
            }
      }
      table={series === null || isFailed ? null : tableOf(series, t)}
      idleText={isFailed || words === undefined ? '' : words.current}
      note={data === null ? '' : dataNote(data, { t, locale })}
      message={<Message history={history} />}
      isBusy={isBusy}
    />
  );
}
