import { formatDecimal, trimRate } from '#core/format/amount.ts';
import { marketChange } from '#core/format/market-figure.ts';
import { formatDateTime } from '#core/format/moment.ts';
import type { Locale } from '#core/locale.ts';
import type { Instant } from '#core/time.ts';
import { chartTimes } from './chart-time.ts';
import type { SymbolPeriod } from './period.ts';
import { type ShownPoint, summaryOf } from './shown-series.ts';

export interface Described {
  readonly points: readonly ShownPoint[];
  /** A second line, of our own rate, at some of the same moments; empty: there is none. */
  readonly ours?: readonly ShownPoint[];
  readonly period: SymbolPeriod;
  readonly locale: Locale;
  /** Words of `rate_history`. */
  readonly t: (key: string, params?: Readonly<Record<string, string | number>>) => string;
  /** What the rate is of, and what it is counted in. */
  readonly one: string;
  readonly unit: string;
  /** The change over this period as its source tells it, where the same page shows that; else it is reckoned from the first point to the last. */
  readonly change?: string | null | undefined;
}

export interface SeriesWords {
  /** The whole chart in one sentence. */
  readonly summary: string;
  /** What is true now. */
  readonly standing: string;
  readonly title: string;
  readonly rate: (text: string) => string;
  /** A moment in the table. */
  readonly when: (at: string) => string;
  readonly tell: (index: number) => string;
  readonly tellValue: (value: number) => string;
  readonly tellMoment: (at: Instant) => string;
}

const TICK_DIGITS = 6;

/** A chart in words, for eyes and ears alike; undefined where there is nothing to tell. */
export function describeSeries({ points, ours = [], period, locale, t, one, unit, change }: Described): SeriesWords | undefined {
  const summary = summaryOf(points);
  if (summary === undefined) return undefined;
  const times = chartTimes(period, locale);
  const rate = (text: string) => formatDecimal(trimRate(text), { locale });
  const oursByMoment = new Map(ours.map((point) => [point.at, point.rate]));
  const span = t(`rate_history.span.${period}`);
  const said = {
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
    summary: [t('rate_history.summary', said), ...oursSaid(ours, said, { rate, t })].join(' '),
    standing: t('rate_history.standing', said),
    title: t('rate_history.table', said),
    rate,
    when: (at) => times.row(Date.parse(at)),
    tell: (index) => {
      const point = points[index];
      if (point === undefined) return '';
      const said = { when: times.point(Date.parse(point.at)), one, unit, rate: rate(point.rate) };
      const own = oursByMoment.get(point.at);
      return own === undefined ? t('rate_history.at_point', said) : t('rate_history.at_point_ours', { ...said, ours: rate(own) });
    },
    tellValue: (value) => rate(plainNumber(value)),
    tellMoment: times.tick,
  };
}

/** What the second line did, where there is one. */
function oursSaid(
  ours: readonly ShownPoint[],
  said: Readonly<Record<'one' | 'unit', string>>,
  { rate, t }: Pick<SeriesWords, 'rate'> & Pick<Described, 't'>,
): readonly string[] {
  const summary = summaryOf(ours);
  if (summary === undefined) return [];
  return [t('rate_history.summary_ours', { ...said, first: rate(summary.first), last: rate(summary.last) })];
}

/** A mark of the scale as plain decimal text: never `1e-7`. */
function plainNumber(value: number): string {
  const decimals = value >= 1 ? TICK_DIGITS : TICK_DIGITS - Math.floor(Math.log10(Math.max(value, Number.MIN_VALUE)));
  return value.toFixed(Math.min(100, decimals)).replace(/\.?0+$/, '');
}

/** Of which moment the newest price is, and whether any of it was invented. */
export function noteOf(
  { as_of: asOf, is_demo: isDemo }: { readonly as_of: string | null; readonly is_demo: boolean },
  { t, locale }: Pick<Described, 't' | 'locale'>,
): string {
  const parts = [
    asOf === null ? null : t('rate_history.as_of', { at: formatDateTime(asOf, locale) }),
    isDemo ? t('rate_history.demo') : null,
  ];
  return parts.filter((part) => part !== null).join(' ');
}
