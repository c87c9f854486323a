import { scaleLinear, scaleUtc } from 'd3-scale';
import { area, line } from 'd3-shape';

/** One value of a chart at a time; a `number` for drawing only, texts are formatted elsewhere. */
export interface ChartPoint {
  readonly at: number;
  readonly value: number;
}

export interface Frame {
  readonly width: number;
  readonly height: number;
  /** Points further apart than this are not joined: the values between are unknown. */
  readonly gapMs: number;
  /** Offset of the viewer's time zone from UTC: time marks are at its round hours and days. */
  readonly zoneOffsetMs: number;
  /** Width of the label of a value, in pixels. */
  readonly widthOf: (value: number) => number;
  /** A second line at some of the same times, on the same scale. */
  readonly comparison?: readonly ChartPoint[];
}

export interface Drawing {
  readonly line: string;
  readonly area: string;
  /** The second line; empty: there is none. */
  readonly comparison: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
  readonly valueMarks: readonly { readonly y: number; readonly value: number }[];
  readonly timeMarks: readonly { readonly x: number; readonly at: number }[];
}

const TOP_PX = 18;
const BOTTOM_PX = 26;
/** Margin, so that the last point and its mark are not cut off. */
const SIDE_PX = 6;
/** Least distance between two time marks. */
const TIME_MARK_PX = 84;
const VALUE_MARKS = 4;

/** Range of the y axis; a constant value is centred. */
function valueRange(points: readonly ChartPoint[]): [number, number] {
  const values = points.map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return low === high ? [low * 0.99, high * 1.01] : [low, high];
}

interface Position {
  readonly x: number;
  readonly y: number;
  readonly at: number;
}

/** Inserts a null at each gap, where the line breaks. */
const withGaps = (positions: readonly Position[], gapMs: number): (Position | null)[] =>
  positions.flatMap((position, i) => {
    const before = positions[i - 1];
    return before !== undefined && position.at - before.at > gapMs ? [null, position] : [position];
  });

const lineOf = (path: (Position | null)[]): string =>
  line<Position | null>(
    (position) => position?.x ?? 0,
    (position) => position?.y ?? 0,
  ).defined((position) => position !== null)(path) ?? '';

/** Positions of all parts of a chart, in pixels of its frame. `points`: at least one, ascending. */
export function drawLine(points: readonly ChartPoint[], { width, height, gapMs, zoneOffsetMs, widthOf, comparison = [] }: Frame): Drawing {
  const bottom = height - BOTTOM_PX;
  const [first = 0, last = 0] = [points.at(0)?.at, points.at(-1)?.at];
  const local = (at: number) => at + zoneOffsetMs;
  const y = scaleLinear()
    .domain(valueRange([...points, ...comparison]))
    .range([bottom, TOP_PX])
    .nice(VALUE_MARKS);
  const valueMarks = y.ticks(VALUE_MARKS).map((value) => ({ y: y(value), value }));
  // The line ends before the labels of the values
  const right = width - SIDE_PX - Math.max(...valueMarks.map(({ value }) => widthOf(value)));
  const x = scaleUtc()
    .domain([local(first), local(last === first ? first + 1 : last)])
    .range([SIDE_PX, right]);
  const toPosition = ({ at, value }: ChartPoint): Position => ({ x: x(local(at)), y: y(value), at });
  const positions = points.map(toPosition);
  const path = withGaps(positions, gapMs);
  return {
    line: lineOf(path),
    comparison: lineOf(withGaps(comparison.map(toPosition), gapMs)),
    area:
      area<Position | null>(
        (position) => position?.x ?? 0,
        bottom,
        (position) => position?.y ?? 0,
      ).defined((position) => position !== null)(path) ?? '',
    points: positions,
    valueMarks,
    timeMarks: x.ticks(Math.max(2, Math.floor(right / TIME_MARK_PX))).map((at) => ({ x: x(at), at: at.getTime() - zoneOffsetMs })),
  };
}

/** Index of the point nearest to `x`. */
export function nearestPoint(points: Drawing['points'], x: number): number {
  let nearest = 0;
  for (const [i, point] of points.entries()) if (Math.abs(point.x - x) < Math.abs((points[nearest]?.x ?? 0) - x)) nearest = i;
  return nearest;
}
