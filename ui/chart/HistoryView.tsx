import { type PointerEvent, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { drawLine, type Drawing, nearestSpot, type Spot } from './draw-line.ts';

interface LineChartProps {
  /** Ascending, at least one. */
  readonly spots: readonly Spot[];
  /** A second line at some of the same moments. */
  readonly beside?: { readonly spots: readonly Spot[]; readonly name: string; readonly mainName: string } | null;
  readonly gapMs: number;
  readonly zoneAheadMs: number;
  /** Text alternative of the chart, one sentence. */
  readonly summary: string;
  /** Accessible name of the slider that selects a point. */
  readonly sliderLabel: string;
  /** Description of one point. */
  readonly describePoint: (index: number) => string;
  readonly formatValue: (value: number) => string;
  readonly formatMoment: (at: number) => string;
  /** Index of the selected point; null: none. */
  readonly chosen: number | null;
  readonly onChoose: (index: number | null) => void;
}

const HEIGHT = 240;
/** Width of a digit at 12 px, rounded up. */
const DIGIT_WIDTH_PX = 7.5;
/** Half the width of a label; a mark nearer to the edge is left out. */
const MIN_EDGE_DISTANCE_PX = 34;

function Picture({ drawing, width, chosen, ...props }: LineChartProps & { readonly drawing: Drawing; readonly width: number }) {
  const { spots, values, moments } = drawing;
  const selected = chosen === null ? undefined : spots[chosen];
  const mark = selected ?? spots.at(-1);
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
          {props.formatValue(value)}
        </text>
      ))}
      {moments
        .filter(({ x }) => x > MIN_EDGE_DISTANCE_PX && x < width - MIN_EDGE_DISTANCE_PX)
        .map(({ x, at }) => (
          <text key={at} className="chart-moment" x={x} y={HEIGHT - 6}>
            {props.formatMoment(at)}
          </text>
        ))}
      {selected === undefined ? null : <line className="chart-cursor" x1={selected.x} x2={selected.x} y1={0} y2={HEIGHT - 26} />}
      {mark === undefined ? null : <circle className="chart-mark" cx={mark.x} cy={mark.y} r={4.5} />}
    </svg>
  );
}

/** Names of the two lines. */
function Legend({ name, mainName }: { readonly name: string; readonly mainName: string }) {
  return (
    <ul className="chart-legend">
      <li className="chart-legend-main">{mainName}</li>
      <li className="chart-legend-beside">{name}</li>
    </ul>
  );
}

/** A line chart over time. Points are selected by pointer, touch or arrow keys. */
function LineChart(props: LineChartProps) {
  const { spots, gapMs, zoneAheadMs, formatValue, chosen, onChoose, beside = null } = props;
  const plot = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = plot.current;
    if (element === null) return undefined;
    const measure = () => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
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
            widthOf: (value) => formatValue(value).length * DIGIT_WIDTH_PX,
            beside: beside?.spots ?? [],
          }),
    [spots, width, gapMs, zoneAheadMs, formatValue, beside],
  );
  const point = (event: PointerEvent<HTMLDivElement>) => {
    const left = plot.current?.getBoundingClientRect().left ?? 0;
    if (drawing !== null) onChoose(nearestSpot(drawing.spots, event.clientX - left));
  };
  const last = spots.length - 1;
  return (
    <div ref={plot} className="chart-plot" onPointerMove={point} onPointerDown={point} onPointerLeave={() => onChoose(null)}>
      {drawing === null ? null : <Picture {...props} drawing={drawing} width={width} />}
      {beside === null ? null : <Legend {...beside} />}
      <input
        type="range"
        className="chart-walk"
        min={0}
        max={last}
        step={1}
        value={chosen ?? last}
        aria-label={props.sliderLabel}
        aria-valuetext={props.describePoint(chosen ?? last)}
        onFocus={() => onChoose(chosen ?? last)}
        onBlur={() => onChoose(null)}
        onChange={(event) => onChoose(event.target.valueAsNumber)}
      />
    </div>
  );
}

export interface HistoryTable {
  readonly caption: string;
  readonly heads: readonly string[];
  /** Newest first; the first cell of a row is its time. */
  readonly rows: readonly (readonly string[])[];
}

interface HistoryViewProps<Period extends string> {
  readonly periods: readonly { readonly id: Period; readonly name: string }[];
  readonly period: Period;
  readonly onPeriod: (period: Period) => void;
  readonly words: { readonly periods: string; readonly asTable: string; readonly asChart: string };
  /** Null: nothing to draw; `message` says why. */
  readonly chart: Omit<LineChartProps, 'chosen' | 'onChoose'> | null;
  readonly table: HistoryTable | null;
  /** Text above the chart while no point is selected. */
  readonly idleText: string;
  /** Remark about the whole chart; empty: none. */
  readonly note: string;
  readonly message: ReactNode;
  /** The data shown is still that of the previous period. */
  readonly isBusy: boolean;
}

function Table({ table }: { readonly table: HistoryTable }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long table is scrolled by keyboard too
    <section className="chart-table" tabIndex={0} aria-label={table.caption}>
      <table>
        <caption className="chart-unseen">{table.caption}</caption>
        <thead>
          <tr>
            {table.heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map(([when = '', ...cells]) => (
            <tr key={when}>
              <th scope="row">{when}</th>
              {cells.map((cell, i) => (
                <td key={table.heads[i + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Periods<Period extends string>({ periods, period, onPeriod, words }: HistoryViewProps<Period>) {
  return (
    <div role="group" aria-label={words.periods} className="chart-periods">
      {periods.map(({ id, name }) => (
        <button key={id} type="button" aria-pressed={id === period} onClick={() => onPeriod(id)}>
          {name}
        </button>
      ))}
    </div>
  );
}

/** A history of values: choice of period, chart or table, in a box of fixed size. */
export function HistoryView<Period extends string>(props: HistoryViewProps<Period>) {
  const { chart, table, words, idleText, note, message, isBusy } = props;
  const [isTable, setIsTable] = useState(false);
  const [chosen, setChosen] = useState<number | null>(null);
  const selected = chosen === null || chart === null || chosen >= chart.spots.length ? null : chosen;
  return (
    <div className="chart" aria-busy={isBusy}>
      <Periods {...props} />
      <p className="chart-standing">{selected === null || chart === null ? idleText : chart.describePoint(selected)}</p>
      <div className="chart-body">
        {chart === null ? <div className="chart-message">{message}</div> : null}
        {chart !== null && !isTable ? <LineChart {...chart} chosen={selected} onChoose={setChosen} /> : null}
        {table !== null && isTable ? <Table table={table} /> : null}
      </div>
      <div className="chart-foot">
        <p className="chart-note">{note}</p>
        <button type="button" className="chart-turn" disabled={table === null} onClick={() => setIsTable(!isTable)}>
          {isTable ? words.asChart : words.asTable}
        </button>
      </div>
    </div>
  );
}
