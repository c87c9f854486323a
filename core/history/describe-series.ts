import { formatRateFigure } from '#core/format/amount.ts';
import { marketChange } from '#core/format/market-figure.ts';
import { formatDateTime } from '#core/format/moment.ts';
import type { Locale } from '#core/locale.ts';
import type { Instant } from '#core/time.ts';
import { chartTimes } from './chart-time.ts';
import type { SymbolPeriod } from './period.ts';
import { type SeriesPoint, summaryOf } from './readable-series.ts';

export interface SeriesInput {
  readonly points: readonly SeriesPoint[];
  /** A second line with our own rate, at some of the same moments. */
  readonly ours?: readonly SeriesPoint[];
  readonly period: SymbolPeriod;
  readonly locale: Locale;
  /** Messages of `rate_history`. */
  readonly t: (key: string, params?: Readonly<Record<string, string | number>>) => string;
  /** Names of the priced unit and of the unit it is priced in. */
  readonly one: string;
  readonly unit: string;
  /**
   * The change over this period by its source, if the same page shows that. Otherwise it is calculated from the first and the last point.
   */
  readonly change?: string | null | undefined;
}

export interface SeriesTexts {
  /** The whole chart in one sentence. */
  readonly summary: string;
  /** The current rate. */
  readonly current: string;
  readonly title: string;
  readonly rate: (text: string) => string;
  /** A moment in the table. */
  readonly when: (at: string) => string;
  readonly describePoint: (index: number) => string;
  readonly formatValue: (value: number) => string;
  readonly formatMoment: (at: Instant) => string;
}

const TICK_DIGITS = 6;

/** Texts of a chart, which screen readers read too. Undefined without points. */
export function describeSeries({ points, ours = [], period, locale, t, one, unit, change }: SeriesInput): SeriesTexts | undefined {
  const summary = summaryOf(points);
  if (summary === undefined) return undefined;
  const times = chartTimes(period, locale);
  const rate = (text: string) => formatRateFigure(text, locale);
  const oursByMoment = new Map(ours.map((point) => [point.at, point.rate]));
  const span = t(`rate_history.span.${period}`);
  const params = {
    one,
    unit,
    span,
    first: rate(summary.first),
    last: rate(summary.last),
    lowest: rate(summary.lowest),
    highest: rate(summary.highest),
    change: marketChange(change ?? summary.changePercent, locale).shown,
  };
  return {
    summary: [t('rate_history.summary', params), ...ownRateSummary(ours, params, { rate, t })].join(' '),
    current: t('rate_history.standing', params),
    title: t('rate_history.table', params),
    rate,
    when: (at) => times.row(Date.parse(at)),
    describePoint: (index) => {
      const point = points[index];
      if (point === undefined) return '';
      const pointParams = { when: times.point(Date.parse(point.at)), one, unit, rate: rate(point.rate) };
      const ownRate = oursByMoment.get(point.at);
      return ownRate === undefined
        ? t('rate_history.at_point', pointParams)
        : t('rate_history.at_point_ours', { ...pointParams, ours: rate(ownRate) });
    },
    formatValue: (value) => rate(plainNumber(value)),
    formatMoment: times.tick,
  };
}

/** Summary of the second line, where there is one. */
function ownRateSummary(
  ours: readonly SeriesPoint[],
  params: Readonly<Record<'one' | 'unit', string>>,
  { rate, t }: Pick<SeriesTexts, 'rate'> & Pick<SeriesInput, 't'>,
): readonly string[] {
  const summary = summaryOf(ours);
  if (summary === undefined) return [];
  return [t('rate_history.summary_ours', { ...params, first: rate(summary.first), last: rate(summary.last) })];
}

/** A value of the scale as plain decimal text, never as `1e-7`. */
function plainNumber(value: number): string {
  const decimals = value >= 1 ? TICK_DIGITS : TICK_DIGITS - Math.floor(Math.log10(Math.max(value, Number.MIN_VALUE)));
  return value.toFixed(Math.min(100, decimals)).replace(/\.?0+$/, '');
}

/** The moment of the newest price, and whether any price was invented. */
export function dataNote(
  { as_of: asOf, is_demo: isDemo }: { readonly as_of: string | null; readonly is_demo: boolean },
  { t, locale }: Pick<SeriesInput, 't' | 'locale'>,
): string {
  const parts = [
    asOf === null ? null : t('rate_history.as_of', { at: formatDateTime(asOf, locale) }),
    isDemo ? t('rate_history.demo') : null,
  ];
  return parts.filter((part) => part !== null).join(' ');
}
