import { scaleLinear, scaleUtc } from 'd3-scale';
import { area, line } from 'd3-shape';

/** One value of a chart at a moment, for drawing alone: what is said of it is text. */
export interface Spot {
  readonly at: number;
  readonly value: number;
}

export interface Frame {
  readonly width: number;
  readonly height: number;
  /** Spots further apart than this are not joined: nothing is known between them. */
  readonly gapMs: number;
  /** How far the clocks of the reader's zone are ahead of UTC: marks stand at its round hours and days. */
  readonly zoneAheadMs: number;
  /** How much room the words of a value take. */
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
/** The last spot and its mark are not cut by the edge. */
const SIDE = 6;
const PX_OF_MOMENT = 84;
const VALUES = 4;

/** A value that never moved lies in the middle. */
function valueRange(spots: readonly Spot[]): [number, number] {
  const values = spots.map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return low === high ? [low * 0.99, high * 1.01] : [low, high];
}

interface Placed {
  readonly x: number;
  readonly y: number;
  readonly at: number;
}

/** An empty place wherever nothing is known. */
const broken = (placed: readonly Placed[], gapMs: number): (Placed | null)[] =>
  placed.flatMap((spot, i) => {
    const before = placed[i - 1];
    return before !== undefined && spot.at - before.at > gapMs ? [null, spot] : [spot];
  });

const lineOf = (path: (Placed | null)[]): string =>
  line<Placed | null>(
    (spot) => spot?.x ?? 0,
    (spot) => spot?.y ?? 0,
  ).defined((spot) => spot !== null)(path) ?? '';

/** Where everything of a chart stands, in pixels of its frame. At least one spot, ascending. */
export function drawLine(spots: readonly Spot[], { width, height, gapMs, zoneAheadMs, widthOf, beside = [] }: Frame): Drawing {
  const bottom = height - BOTTOM;
  const [first = 0, last = 0] = [spots.at(0)?.at, spots.at(-1)?.at];
  const local = (at: number) => at + zoneAheadMs;
  const y = scaleLinear()
    .domain(valueRange([...spots, ...beside]))
    .range([bottom, TOP])
    .nice(VALUES);
  const values = y.ticks(VALUES).map((value) => ({ y: y(value), value }));
  // The line ends where the words of its values begin
  const right = width - SIDE - Math.max(...values.map(({ value }) => widthOf(value)));
  const x = scaleUtc()
    .domain([local(first), local(last === first ? first + 1 : last)])
    .range([SIDE, right]);
  const place = ({ at, value }: Spot): Placed => ({ x: x(local(at)), y: y(value), at });
  const placed = spots.map(place);
  const path = broken(placed, gapMs);
  return {
    line: lineOf(path),
    beside: lineOf(broken(beside.map(place), gapMs)),
    area:
      area<Placed | null>(
        (spot) => spot?.x ?? 0,
        bottom,
        (spot) => spot?.y ?? 0,
      ).defined((spot) => spot !== null)(path) ?? '',
    spots: placed,
    values,
    moments: x.ticks(Math.max(2, Math.floor(right / PX_OF_MOMENT))).map((at) => ({ x: x(at), at: at.getTime() - zoneAheadMs })),
  };
}

/** The spot nearest to a place on the chart. */
export function nearestSpot(spots: Drawing['spots'], x: number): number {
  let nearest = 0;
  for (const [i, spot] of spots.entries()) if (Math.abs(spot.x - x) < Math.abs((spots[nearest]?.x ?? 0) - x)) nearest = i;
  return nearest;
}
