import { showsInverse } from '#core/format/amount.ts';
import { compare, type Fraction, fractionFromDecimal, invert, toSignificant } from '#core/money/fraction.ts';
import { changePercent } from '#core/money/percent.ts';

const DIGITS = 9;

/** One rate of a history. */
export interface SeriesPoint {
  readonly at: string;
  /** Decimal text. */
  readonly rate: string;
}

export interface ReadableSeries {
  readonly points: readonly SeriesPoint[];
  /** Whether the rates are income per one outcome. */
  readonly isInverse: boolean;
}

/** A history in its readable direction, by its newest rate: `1 USDT = 84 RUB` rather than `1 RUB = 0.0119 USDT`. */
export function readableSeries(points: readonly (readonly [at: string, rate: string])[]): ReadableSeries {
  const isInverse = showsInverse(points.at(-1)?.[1] ?? '1');
  return { isInverse, points: inDirection(points, isInverse) };
}

/** Another line of the same chart, in the direction of the first. */
export function inDirection(points: readonly (readonly [at: string, rate: string])[], isInverse: boolean): readonly SeriesPoint[] {
  return points.map(([at, text]) => {
    const rate = isInverse ? fractionFromDecimal(text) : undefined;
    return { at, rate: rate === undefined || rate.num === 0n ? text : toSignificant(invert(rate), DIGITS) };
  });
}

export interface SeriesSummary {
  readonly first: string;
  readonly last: string;
  readonly lowest: string;
  readonly highest: string;
  /** From the first to the last, in per cent with sign, calculated as on the board. */
  readonly changePercent: string;
}

const parsePoint = ({ rate }: SeriesPoint): { text: string; value: Fraction } | undefined => {
  const value = fractionFromDecimal(rate);
  return value === undefined || value.num === 0n ? undefined : { text: rate, value };
};

/** Key figures of a chart; undefined without rates. */
export function summaryOf(points: readonly SeriesPoint[]): SeriesSummary | undefined {
  const rates = points.flatMap((point) => parsePoint(point) ?? []);
  const [first, last] = [rates.at(0), rates.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const [lowest, highest] = rates.reduce(
    ([low, high], rate) => [compare(rate.value, low.value) < 0 ? rate : low, compare(rate.value, high.value) > 0 ? rate : high],
    [first, first],
  );
  return {
    first: first.text,
    last: last.text,
    lowest: lowest.text,
    highest: highest.text,
    changePercent: changePercent(last.value, first.value),
  };
}
