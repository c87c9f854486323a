import { compare, type Fraction, fractionFromDecimal, invert, toSignificant } from '#core/money/fraction.ts';
import { changePercent } from './change.ts';

const DIGITS = 9;

/** One rate of a history, as the wire says it and as it is read. */
export interface ShownPoint {
  readonly at: string;
  /** Decimal text. */
  readonly rate: string;
}

export interface ShownSeries {
  readonly points: readonly ShownPoint[];
  /** Whether the rates say how much of the income one of the outcome costs. */
  readonly isInverse: boolean;
}

/** A history in the direction in which it reads well: `1 USDT = 84 RUB` rather than `1 RUB = 0.0119 USDT`; all of it as its newest rate. */
export function readableSeries(points: readonly (readonly [at: string, rate: string])[]): ShownSeries {
  const isInverse = points.at(-1)?.[1].startsWith('0.0') === true;
  return { isInverse, points: readAs(points, isInverse) };
}

/** Another line of the same chart, read in the direction of the first. */
export function readAs(points: readonly (readonly [at: string, rate: string])[], isInverse: boolean): readonly ShownPoint[] {
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
  /** From the first to the last, in per cent with its sign, as the board reckons it. */
  readonly changePercent: string;
}

const known = ({ rate }: ShownPoint): { text: string; value: Fraction } | undefined => {
  const value = fractionFromDecimal(rate);
  return value === undefined || value.num === 0n ? undefined : { text: rate, value };
};

/** What a chart says in one sentence; undefined where there is nothing to say. */
export function summaryOf(points: readonly ShownPoint[]): SeriesSummary | undefined {
  const rates = points.flatMap((point) => known(point) ?? []);
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
