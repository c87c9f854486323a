import { use, useMemo, useState, useEffect } from 'react';
import { MOSCOW_OFFSET_MS } from '#core/time.ts';
import { describeSeries, dataNote, type SeriesTexts } from '#core/history/describe-series.ts';
import { HISTORY_PERIODS, type HistoryPeriod } from '#core/history/period.ts';
import { readableSeries, inDirection, type SeriesPoint } from '#core/history/readable-series.ts';
import { type HistoryTable, HistoryView } from '#ui/chart/HistoryView.tsx';
import { type Translate, addMessages } from '#web/i18n/translator.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { Locale } from '#core/locale.ts';
import en from '#locales/en/rate_history.json?url';
import ru from '#locales/ru/rate_history.json?url';
import { retryUntilLoaded } from '#web/loading/late-parts.ts';
import { recentResponses } from '#core/pricing/recent-responses.ts';
import type { CallResult } from '#contract/call.ts';
import type { getCryptoChart, getPairChart } from '#contract/public/crypto-stats.ts';

/** What the histories of a pair and of a coin have in common. */
interface HistoryData {
  readonly period: HistoryPeriod;
  readonly points: readonly (readonly [at: string, rate: string])[];
  /** Our own rate beside the market's; absent for a coin. */
  readonly ours?: readonly (readonly [at: string, rate: string])[];
  readonly step_ms: number;
  readonly as_of: string | null;
  readonly is_demo: boolean;
}

type HistoryResponse = CallResult<typeof getPairChart> | CallResult<typeof getCryptoChart>;

export interface HistoryQuery {
  /** Identifies the pair or the coin. */
  readonly subject: string;
  readonly period: HistoryPeriod;
  /** Must be the same function while the subject is the same. */
  readonly load: (period: HistoryPeriod, signal: AbortSignal) => Promise<HistoryResponse>;
}

interface History {
  /** The latest data of the subject, of any period; null: none yet. */
  readonly data: HistoryData | null;
  /** The API did not respond, or the pair or coin no longer exists. */
  readonly isFailed: boolean;
  readonly isBusy: boolean;
  readonly retry: () => void;
}

/** Interval of new prices. */
const REFRESH_MS = 60_000;
/** An empty history may be loading on the server: it is requested again sooner, a few times. */
const EMPTY_RETRY_MS = 8_000;
const MAX_EMPTY_RETRIES = 5;

/** Recent data: a period or pair shown before appears at once, while it is loaded again. */
const recent = recentResponses<HistoryData>();

/** A history, refreshed while the page is visible. */
function useHistory({ subject, period, load }: HistoryQuery): History {
  const [latest, setLatest] = useState<{ readonly subject: string; readonly data: HistoryData } | null>(null);
  const [isFailed, setIsFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const unmounted = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let retriesLeft = MAX_EMPTY_RETRIES;
    const key = `${subject} ${period}`;
    const showCached = () => {
      const cached = recent.find(key, Date.now());
      if (cached !== undefined) setLatest({ subject, data: cached });
    };
    const refresh = async () => {
      if (document.visibilityState === 'visible') {
        const response = await load(period, unmounted.signal);
        if (unmounted.signal.aborted) return;
        setIsFailed(!response.ok);
        if (response.ok) {
          recent.store(key, response.data.attributes, Date.now());
          setLatest({ subject, data: response.data.attributes });
        }
        retriesLeft = response.ok && response.data.attributes.points.length === 0 ? retriesLeft - 1 : 0;
      }
      timer = setTimeout(() => void refresh(), retriesLeft > 0 ? EMPTY_RETRY_MS : REFRESH_MS);
    };
    showCached();
    void refresh();
    return () => {
      unmounted.abort();
      clearTimeout(timer);
    };
  }, [subject, period, load, attempt]);
  const data = latest?.subject === subject ? latest.data : null;
  const isCurrent = data?.period === period;
  return {
    data,
    // While a refresh fails, the data stays
    isFailed: isFailed && !isCurrent,
    isBusy: !isFailed && !isCurrent,
    retry: () => {
      setIsFailed(false);
      setAttempt((previous) => previous + 1);
    },
  };
}

const URLS: Readonly<Record<Locale, string>> = { ru, en };
const loaded = new Map<Locale, Promise<void>>();

async function load(locale: Locale): Promise<void> {
  const response = await fetch(URLS[locale]);
  if (!response.ok) throw new Error('the messages of the chart did not load');
  addMessages(locale, { rate_history: (await response.json()) as object });
}

/** Messages of the chart. They load with it, and are retried until they arrive. */
function chartMessages(locale: Locale): Promise<void> {
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

const chartPointsOf = (points: readonly SeriesPoint[]) => points.map(({ at, rate }) => ({ at: Date.parse(at), value: Number(rate) }));

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
  const rateColumns =
    ours.length === 0
      ? [t('rate_history.rate', headParams)]
      : [t('rate_history.market_rate', headParams), t('rate_history.our_rate', headParams)];
  return {
    caption: words.title,
    columnNames: [t('rate_history.when'), ...rateColumns],
    rows: points
      .map(({ at, rate }) => [words.when(at), words.rate(rate), ...(ours.length === 0 ? [] : [ownRates.get(at) ?? '—'])])
      .toReversed(),
  };
}

/** A history as a chart and as a table. */
export function HistoryChart({ subject, load, reads, gapSteps, changeOf, ...sides }: HistoryChartProps) {
  const { t, locale } = useTranslation();
  use(chartMessages(locale));
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
    const comparison =
      ours.length === 0 ? null : { points: chartPointsOf(ours), name: t('rate_history.ours'), mainName: t('rate_history.market') };
    return words === undefined
      ? null
      : { words, points, ours, chartPoints: chartPointsOf(points), comparison, base, unit, gapMs: data.step_ms * gapSteps };
  }, [data, reads, gapSteps, sides.base, sides.unit, locale, t, changeOf]);
  const words = series?.words;
  return (
    <HistoryView
      periods={HISTORY_PERIODS.map((id) => ({ id, name: t(`rate_history.period.${id}`) }))}
      period={period}
      onPeriod={setPeriod}
      labels={{ periods: t('rate_history.periods'), asTable: t('rate_history.as_table'), asChart: t('rate_history.as_chart') }}
      chart={
        series === null || isFailed
          ? null
          : {
              ...series.words,
              points: series.chartPoints,
              comparison: series.comparison,
              gapMs: series.gapMs,
              zoneOffsetMs: MOSCOW_OFFSET_MS,
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
