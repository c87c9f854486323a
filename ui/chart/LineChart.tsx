import { type PointerEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { drawLine, type Drawing, nearestSpot, type Spot } from './draw-line.ts';

export interface LineChartProps {
  /** Ascending, at least one. */
  readonly spots: readonly Spot[];
  /** A second line at some of the same moments. */
  readonly beside?: { readonly spots: readonly Spot[]; readonly name: string; readonly mainName: string } | null;
  readonly gapMs: number;
  readonly zoneAheadMs: number;
  /** What the whole of it says, in one sentence. */
  readonly summary: string;
  /** What walking along it is called. */
  readonly walk: string;
  /** One spot in words. */
  readonly tell: (index: number) => string;
  readonly tellValue: (value: number) => string;
  readonly tellMoment: (at: number) => string;
  /** The spot that is looked at; null: none. */
  readonly chosen: number | null;
  readonly onChoose: (index: number | null) => void;
}

const HEIGHT = 240;
/** A digit of 12 px, and a little. */
const DIGIT_PX = 7.5;
/** A mark nearer to the edge than half of its words is left out. */
const WORDS_PX = 34;

function Picture({ drawing, width, chosen, ...props }: LineChartProps & { readonly drawing: Drawing; readonly width: number }) {
  const { spots, values, moments } = drawing;
  const looked = chosen === null ? undefined : spots[chosen];
  const mark = looked ?? spots.at(-1);
  return (
    <svg role="img" aria-label={props.summary} width={width} height={HEIGHT} className="chart-picture">
      {values.map(({ y, value }) => (
        <line key={value} className="chart-rule" x1={0} x2={width} y1={y} y2={y} />
      ))}
      <path className="chart-area" d={drawing.area} />
      <path className="chart-line" d={drawing.line} />
      {drawing.beside === '' ? null : <path className="chart-beside" d={drawing.beside} />}
      {values.map(({ y, value }) => (
        <text key={value} className="chart-value" x={width} y={y - 5}>
          {props.tellValue(value)}
        </text>
      ))}
      {moments
        .filter(({ x }) => x > WORDS_PX && x < width - WORDS_PX)
        .map(({ x, at }) => (
          <text key={at} className="chart-moment" x={x} y={HEIGHT - 6}>
            {props.tellMoment(at)}
          </text>
        ))}
      {looked === undefined ? null : <line className="chart-cursor" x1={looked.x} x2={looked.x} y1={0} y2={HEIGHT - 26} />}
      {mark === undefined ? null : <circle className="chart-mark" cx={mark.x} cy={mark.y} r={4.5} />}
    </svg>
  );
}

/** Which line is which. */
function Legend({ name, mainName }: { readonly name: string; readonly mainName: string }) {
  return (
    <ul className="chart-legend">
      <li className="chart-legend-main">{mainName}</li>
      <li className="chart-legend-beside">{name}</li>
    </ul>
  );
}

/** A line over time: seen as a picture with its sentence, walked by pointer, finger or arrow keys. */
export function LineChart(props: LineChartProps) {
  const { spots, gapMs, zoneAheadMs, tellValue, chosen, onChoose, beside = null } = props;
  const place = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const measure = () => setWidth(element.clientWidth);
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  const drawing = useMemo(
    () =>
      width === 0
        ? null
        : drawLine(spots, {
            width,
            height: HEIGHT,
            gapMs,
            zoneAheadMs,
            widthOf: (value) => tellValue(value).length * DIGIT_PX,
            beside: beside?.spots ?? [],
          }),
    [spots, width, gapMs, zoneAheadMs, tellValue, beside],
  );
  const point = (event: PointerEvent<HTMLDivElement>) => {
    const left = place.current?.getBoundingClientRect().left ?? 0;
    if (drawing !== null) onChoose(nearestSpot(drawing.spots, event.clientX - left));
  };
  const last = spots.length - 1;
  return (
    <div ref={place} className="chart-plot" onPointerMove={point} onPointerDown={point} onPointerLeave={() => onChoose(null)}>
      {drawing === null ? null : <Picture {...props} drawing={drawing} width={width} />}
      {beside === null ? null : <Legend {...beside} />}
      <input
        type="range"
        className="chart-walk"
        min={0}
        max={last}
        step={1}
        value={chosen ?? last}
        aria-label={props.walk}
        aria-valuetext={props.tell(chosen ?? last)}
        onFocus={() => onChoose(chosen ?? last)}
        onBlur={() => onChoose(null)}
        onChange={(event) => onChoose(event.target.valueAsNumber)}
      />
    </div>
  );
}
