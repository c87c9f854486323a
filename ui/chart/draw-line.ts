import { scaleLinear, scaleUtc } from 'd3-scale';
import { area, line } from 'd3-shape';

/** One value of a chart at a time; a `number` for drawing only, texts are formatted elsewhere. */
export interface Spot {
  readonly at: number;
  readonly value: number;
}

export interface Frame {
  readonly width: number;
  readonly height: number;
  /** Points further apart than this are not joined: the values between are unknown. */
  readonly gapMs: number;
  /** Offset of the viewer's time zone from UTC: time marks stand at its round hours and days. */
  readonly zoneAheadMs: number;
  /** Width of the label of a value, in pixels. */
  readonly widthOf: (value: number) => number;
  /** A second line at some of the same moments, on the same scale. */
  readonly beside?: readonly Spot[];
}

export interface Drawing {
  readonly line: string;
  readonly area: string;
  /** The second line; empty: there is none. */
  readonly beside: string;
  readonly spots: readonly { readonly x: number; readonly y: number }[];
  readonly values: readonly { readonly y: number; readonly value: number }[];
  readonly moments: readonly { readonly x: number; readonly at: number }[];
}

const TOP = 18;
const BOTTOM = 26;
/** Margin, so that the last point and its mark are not cut off. */
const SIDE = 6;
const PX_OF_MOMENT = 84;
const VALUES = 4;

/** Range of the y axis; a constant value is centred. */
function valueRange(spots: readonly Spot[]): [number, number] {
  const values = spots.map(({ value }) => value);
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
  positions.flatMap((spot, i) => {
    const before = positions[i - 1];
    return before !== undefined && spot.at - before.at > gapMs ? [null, spot] : [spot];
  });

const lineOf = (path: (Position | null)[]): string =>
  line<Position | null>(
    (spot) => spot?.x ?? 0,
    (spot) => spot?.y ?? 0,
  ).defined((spot) => spot !== null)(path) ?? '';

/** Positions of all parts of a chart, in pixels of its frame. `spots`: at least one, ascending. */
export function drawLine(spots: readonly Spot[], { width, height, gapMs, zoneAheadMs, widthOf, beside = [] }: Frame): Drawing {
  const bottom = height - BOTTOM;
  const [first = 0, last = 0] = [spots.at(0)?.at, spots.at(-1)?.at];
  const local = (at: number) => at + zoneAheadMs;
  const y = scaleLinear()
    .domain(valueRange([...spots, ...beside]))
    .range([bottom, TOP])
    .nice(VALUES);
  const values = y.ticks(VALUES).map((value) => ({ y: y(value), value }));
  // The line ends before the labels of the values
  const right = width - SIDE - Math.max(...values.map(({ value }) => widthOf(value)));
  const x = scaleUtc()
    .domain([local(first), local(last === first ? first + 1 : last)])
    .range([SIDE, right]);
  const toPosition = ({ at, value }: Spot): Position => ({ x: x(local(at)), y: y(value), at });
  const positions = spots.map(toPosition);
  const path = withGaps(positions, gapMs);
  return {
    line: lineOf(path),
    beside: lineOf(withGaps(beside.map(toPosition), gapMs)),
    area:
      area<Position | null>(
        (spot) => spot?.x ?? 0,
        bottom,
        (spot) => spot?.y ?? 0,
      ).defined((spot) => spot !== null)(path) ?? '',
    spots: positions,
    values,
    moments: x.ticks(Math.max(2, Math.floor(right / PX_OF_MOMENT))).map((at) => ({ x: x(at), at: at.getTime() - zoneAheadMs })),
  };
}

/** Index of the point nearest to `x`. */
export function nearestSpot(spots: Drawing['spots'], x: number): number {
  let nearest = 0;
  for (const [i, spot] of spots.entries()) if (Math.abs(spot.x - x) < Math.abs((spots[nearest]?.x ?? 0) - x)) nearest = i;
  return nearest;
}
